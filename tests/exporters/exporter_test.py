"""Tests of resources/exporters/headlight_trace.py, with PyTorch: python3 exporter_test.py PROGRAM MODELS."""

import json
import math
import os
import socket
import subprocess
import sys
import tempfile
import types
import unittest

import torch
from torch import nn
from torch.nn import functional as F

HERE = os.path.dirname(os.path.abspath(__file__))
EXPORTERS = os.path.join(HERE, "..", "..", "resources", "exporters")
sys.path.insert(0, EXPORTERS)
import headlight_trace as ht  # noqa: E402

PROGRAM, MODELS = os.environ.get("HEADLIGHT", ""), os.environ.get("HEADLIGHT_MODELS", "")
TYPES = {"F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16, "I64": torch.int64, "U8": torch.uint8}


def load(path):
    """A safetensors file: tensors and metadata."""
    with open(path, "rb") as file:
        data = bytearray(file.read())
    length = int.from_bytes(data[:8], "little")
    header = json.loads(bytes(data[8 : 8 + length]))
    metadata = header.pop("__metadata__", {})
    tensors = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        numbers = torch.frombuffer(data[8 + length + begin : 8 + length + end], dtype=TYPES[entry["dtype"]])
        tensors[name] = numbers.reshape(entry["shape"]).clone()
    return tensors, metadata


def run(*arguments):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(f"{arguments}: {done.stderr}")
    return done.stdout


def metrics(path):
    """What the program makes of a trace: a dictionary for each head."""
    return {row["head"]: row for row in map(json.loads, run("metrics", "--quiet", "--json", "--trace", path).splitlines())}


def sdpa(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
    """A stand-in with the signature and meaning that PyTorch 2.5 publishes."""
    factor = 1 / math.sqrt(query.size(-1)) if scale is None else scale
    bias = torch.zeros(query.size(-2), key.size(-2), dtype=query.dtype)
    if is_causal:
        assert attn_mask is None
        bias = bias.masked_fill(~torch.ones_like(bias, dtype=torch.bool).tril(), -math.inf)
    if attn_mask is not None:
        bias = bias.masked_fill(~attn_mask, -math.inf) if attn_mask.dtype == torch.bool else attn_mask + bias
    if enable_gqa:
        key = key.repeat_interleave(query.size(-3) // key.size(-3), -3)
        value = value.repeat_interleave(query.size(-3) // value.size(-3), -3)
    return torch.softmax(query @ key.transpose(-2, -1) * factor + bias, -1) @ value


class Paper(nn.Module):
    """The paper's transformer of tests/data, built of PyTorch's own layers."""

    def __init__(self, folder, batch_first):
        super().__init__()
        weights, _ = load(os.path.join(folder, "model.safetensors"))
        self.batch_first = batch_first
        shape = dict(d_model=32, nhead=4, dim_feedforward=64, dropout=0.0, batch_first=batch_first)
        self.encoder = nn.ModuleList(nn.TransformerEncoderLayer(**shape) for _ in range(2))
        self.decoder = nn.ModuleList(nn.TransformerDecoderLayer(**shape) for _ in range(2))
        self.table = weights["model.shared.weight"]
        for stack in ("encoder", "decoder"):
            for index, layer in enumerate(getattr(self, stack)):
                self.fill(layer, weights, f"model.{stack}.layers.{index}.", stack == "decoder")
        self.eval()

    def fill(self, layer, weights, prefix, cross):
        state = {}

        def attention(ours, theirs):
            for kind in ("weight", "bias"):
                state[f"{ours}.in_proj_{kind}"] = torch.cat(
                    [weights[f"{prefix}{theirs}.{p}_proj.{kind}"] for p in "qkv"]
                )
                state[f"{ours}.out_proj.{kind}"] = weights[f"{prefix}{theirs}.out_proj.{kind}"]

        attention("self_attn", "self_attn")
        names = {"linear1": "fc1", "linear2": "fc2", "norm1": "self_attn_layer_norm"}
        names["norm3" if cross else "norm2"] = "final_layer_norm"
        if cross:
            attention("multihead_attn", "encoder_attn")
            names["norm2"] = "encoder_attn_layer_norm"
        for ours, theirs in names.items():
            for kind in ("weight", "bias"):
                state[f"{ours}.{kind}"] = weights[f"{prefix}{theirs}.{kind}"]
        layer.load_state_dict(state)

    def embed(self, ids):
        place = torch.arange(len(ids))[:, None] / 10000 ** (torch.arange(0, 32, 2) / 32)
        positions = torch.stack([place.sin(), place.cos()], dim=-1).flatten(1)
        rows = self.table[torch.tensor(ids)] * math.sqrt(32) + positions
        return rows[None] if self.batch_first else rows[:, None]

    def forward(self, source, target, mask):
        memory = self.embed(source)
        for layer in self.encoder:
            memory = layer(memory)
        rows = self.embed(target)
        for layer in self.decoder:
            rows = layer(rows, memory, tgt_mask=mask)
        return rows


class Attention(nn.Module):
    """A decoder's attention layer that calls scaled_dot_product_attention, with fewer key heads and a cache."""

    def __init__(self, heads=4, kv_heads=2, width=8):
        super().__init__()
        self.heads, self.kv_heads, self.width = heads, kv_heads, width
        self.q = nn.Linear(32, heads * width)
        self.kv = nn.Linear(32, 2 * kv_heads * width)
        self.out = nn.Linear(heads * width, 32)

    def forward(self, x, cache=None, **masks):
        q = self.q(x).unflatten(-1, (self.heads, -1)).transpose(-3, -2)
        k, v = self.kv(x).unflatten(-1, (2, self.kv_heads, -1)).unbind(-3)
        k, v = k.transpose(-3, -2), v.transpose(-3, -2)
        if cache is not None:
            if self in cache:
                k, v = torch.cat([cache[self][0], k], -2), torch.cat([cache[self][1], v], -2)
            cache[self] = (k, v)
        rows = F.scaled_dot_product_attention(q, k, v, enable_gqa=True, **masks)
        return self.out(rows.transpose(-3, -2).flatten(-2))


class Exporter(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(3)
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        if hasattr(F, "scaled_dot_product_attention"):
            return
        F.scaled_dot_product_attention = sdpa
        self.addCleanup(delattr, F, "scaled_dot_product_attention")

    def path(self, name="t.safetensors"):
        return os.path.join(self.folder.name, name)

    def recorded(self, run_model, **options):
        with torch.no_grad(), ht.record(self.path(), **options):
            run_model()
        return load(self.path())

    def test_the_same_weights_are_recorded_as_the_program_records_them(self):
        folder = os.path.join(MODELS, "paper-transformer")
        source, target = [5, 9, 17, 30, 1], [0, 7, 11, 23]
        own = self.path("own.safetensors")
        run("trace", "--model", folder, "--ids", ",".join(map(str, source)), "--target-ids",
            ",".join(map(str, target)), "--record", "q,k,v,weights,mask", "-o", own)
        expected, _ = load(own)
        hidden = torch.ones(4, 4, dtype=torch.bool).triu(1)
        additive = torch.zeros(4, 4).masked_fill(hidden, -math.inf)
        for batch_first in (False, True):
            for mask in (hidden, additive):
                model = Paper(folder, batch_first)
                found, metadata = self.recorded(
                    lambda: model(source, target, mask), what=("q", "k", "v", "weights"),
                    tokens=list("abcde"), target_tokens=list("wxyz"))
                for name, tensor in expected.items():
                    if name.rsplit(".", 1)[-1] in ("q", "k", "v", "weights"):
                        self.assertLess((found[name] - tensor).abs().max().item(), 1e-5, name)
                config = json.loads(metadata["config"])
                self.assertEqual(config["decoder"]["self"]["mask"], [{"causal": True}] * 2)
                self.assertEqual(config["decoder"]["cross"]["mask"], [{}] * 2)
                self.assertNotIn("decoder.0.self.mask", found)
        # Without the weights the program computes them from q and k.
        self.recorded(lambda: model(source, target, hidden))
        ours, theirs = metrics(own), metrics(self.path())
        self.assertEqual(ours.keys(), theirs.keys())
        for head in ours:
            self.assertAlmostEqual(ours[head]["entropy"], theirs[head]["entropy"], places=4)

    def test_fewer_key_heads_and_cached_steps_are_one_trace(self):
        layers, x = [Attention(), Attention()], torch.randn(1, 6, 32)

        def whole():
            rows = x
            for layer in layers:
                rows = layer(rows, is_causal=True)

        def steps():
            cache = {}
            for part in (x[:, :4], x[:, 4:5], x[:, 5:]):
                rows = part
                for layer in layers:
                    rows = layer(rows, cache, is_causal=part.shape[1] > 1)

        expected, _ = self.recorded(whole)
        found, metadata = self.recorded(steps)
        self.assertEqual(expected.keys(), found.keys())
        self.assertEqual(list(found["decoder.1.self.k"].shape), [2, 6, 8])
        for name in expected:
            self.assertLess((found[name] - expected[name]).abs().max().item(), 1e-5)
        self.assertEqual(json.loads(metadata["config"])["decoder"]["self"]["mask"], [{"causal": True}] * 2)
        self.assertEqual(len(metrics(self.path())), 8)

    def test_a_sliding_cache_is_one_trace(self):
        window, q, k, v = 3, torch.randn(1, 4, 7, 8), torch.randn(1, 2, 7, 8), torch.randn(1, 2, 7, 8)
        place = torch.arange(7)
        seen = (place <= place[:, None]) & (place[:, None] - place < window)

        def whole():
            F.scaled_dot_product_attention(q, k, v, attn_mask=seen, enable_gqa=True)

        def steps():
            for first, last in ((0, 4), (4, 5), (5, 6), (6, 7)):
                low = 0 if first == 0 else last - window
                F.scaled_dot_product_attention(
                    q[:, :, first:last], k[:, :, low:last], v[:, :, low:last],
                    attn_mask=seen[first:last, low:last], enable_gqa=True,
                )

        what = ("q", "k", "v", "weights")
        expected, before = self.recorded(whole, what=what)
        found, after = self.recorded(steps, what=what)
        self.assertEqual(before["config"], after["config"])
        self.assertEqual(json.loads(after["config"])["decoder"]["self"]["mask"], [{"causal": True, "window": window}])
        self.assertEqual(expected.keys(), found.keys())
        for name in expected:
            self.assertLess((found[name] - expected[name]).abs().max().item(), 1e-6)
        self.assertEqual(len(metrics(self.path())), 4)

    def test_what_is_not_one_pass_is_refused(self):
        def lengths():
            for n in (6, 5):
                F.scaled_dot_product_attention(*torch.randn(3, 1, 2, n, 8), is_causal=True)

        def fixed_cache():
            k = torch.zeros(1, 2, 9, 8)
            k[:, :, :4] = torch.randn(1, 2, 4, 8)
            F.scaled_dot_product_attention(torch.randn(1, 2, 4, 8), k, k)
            k = k.clone()
            k[:, :, 4] = 1
            F.scaled_dot_product_attention(torch.randn(1, 2, 1, 8), k, k)

        for run_model in (lengths, fixed_cache):
            with self.assertRaisesRegex(ValueError, "Record one pass"):
                self.recorded(run_model)
            self.assertFalse(os.path.exists(self.path()))

    def test_equal_queries_and_keys_are_self_attention(self):
        layer, x = nn.MultiheadAttention(32, 4, batch_first=True).eval(), torch.randn(1, 3, 32)
        tensors, _ = self.recorded(lambda: layer(x.clone(), x.clone(), x))
        self.assertEqual(sorted(tensors), ["encoder.0.self.k", "encoder.0.self.q"])

    def test_masks_become_rules_where_they_are_some(self):
        layer, x = Attention(), torch.randn(1, 6, 32)
        distance = torch.arange(6)[:, None] - torch.arange(6)[None]
        window = (distance >= 0) & (distance < 3)
        cases = {
            "causal": (distance >= 0, [{"causal": True}]),
            "window": (window, [{"causal": True, "window": 3}]),
            "lengths": ((torch.arange(6) < 4).expand(6, 6), [{"lengths": [4]}]),
            "additive": (torch.where(window, 0.0, torch.finfo(torch.float32).min), [{"causal": True, "window": 3}]),
        }
        for name, (mask, rule) in cases.items():
            with self.subTest(name):
                tensors, metadata = self.recorded(lambda: layer(x, attn_mask=mask), what=("q", "k", "weights"))
                stack = "encoder" if name == "lengths" else "decoder"
                self.assertEqual(json.loads(metadata["config"])[stack]["self"]["mask"], rule)
                self.assertNotIn(f"{stack}.0.self.mask", tensors)
                hidden = tensors[f"{stack}.0.self.weights"] == 0
                self.assertTrue(torch.equal(hidden[0], ~(mask if mask.dtype == torch.bool else mask == 0)))
        odd = torch.rand(4, 6, 6) < 0.5  # of its own for each head
        odd[:, :, 0] = True
        tensors, metadata = self.recorded(lambda: layer(x, attn_mask=odd))
        self.assertTrue(torch.equal(tensors["encoder.0.self.mask"].bool(), odd))
        self.assertEqual(json.loads(metadata["config"])["encoder"]["self"]["mask"], [None])
        bias = torch.randn(4, 6, 6)
        tensors, _ = self.recorded(lambda: layer(x, attn_mask=bias), what=("q", "k", "weights"))
        self.assertTrue(torch.equal(tensors["encoder.0.self.bias"], bias))
        computed = self.path("plain.safetensors")
        with torch.no_grad(), ht.record(computed):
            layer(x, attn_mask=bias)
        ours, theirs = metrics(computed), metrics(self.path())
        for head in ours:
            self.assertAlmostEqual(ours[head]["entropy"], theirs[head]["entropy"], places=4)

    def test_a_batch_and_half_precision(self):
        layer, x = Attention(), torch.randn(2, 5, 32)
        padding = torch.arange(5)[None] < torch.tensor([5, 3])[:, None]
        tensors, metadata = self.recorded(
            lambda: layer(x, attn_mask=padding[:, None, None]), tokens=[list("abcde"), list("abc..")])
        self.assertEqual(json.loads(metadata["config"])["encoder"]["self"]["mask"], [{"lengths": [5, 3]}])
        self.assertEqual(list(tensors["encoder.0.self.q"].shape), [2, 4, 5, 8])
        self.assertEqual(len(metrics(self.path())), 4)
        q = torch.randn(1, 4, 5, 8).to(torch.bfloat16)
        recorder = ht.Recorder(self.path(), None, ("q", "k"), None, "heads")
        recorder.add(q, q, q, None, True)
        recorder.write()
        self.assertEqual(load(self.path())[0]["decoder.0.self.q"].dtype, torch.bfloat16)

    def test_fused_encoder_layers_are_recorded_and_left_as_they_were(self):
        layer = nn.TransformerEncoderLayer(32, 4, 64, batch_first=True).eval()
        encoder = nn.TransformerEncoder(layer, 2).eval()
        x = torch.randn(1, 5, 32)
        with torch.no_grad():
            before = encoder(x)
        kept = layer.activation_relu_or_gelu
        tensors, _ = self.recorded(lambda: encoder(x), what=("q", "k", "weights"))
        self.assertEqual({n.split(".")[1] for n in tensors}, {"0", "1"})
        self.assertEqual(layer.activation_relu_or_gelu, kept)
        with torch.no_grad():
            self.assertLess((encoder(x) - before).abs().max().item(), 1e-5)
            _, weights = encoder.layers[0].self_attn(x, x, x, average_attn_weights=False)
        self.assertLess((tensors["encoder.0.self.weights"] - weights[0]).abs().max().item(), 1e-5)

    def test_nothing_is_written_after_a_fault_or_without_attention(self):
        with self.assertRaisesRegex(RuntimeError, "nothing was recorded"):
            with ht.record(self.path()):
                pass
        with self.assertRaises(KeyError):
            with ht.record(self.path()):
                Attention()(torch.randn(1, 3, 32))
                raise KeyError
        self.assertEqual(os.listdir(self.folder.name), [])
        self.assertIsNone(ht._recorder)

    def test_transformers_attention_is_registered_with_its_published_signature(self):
        registered, masks = {}, {}

        def fused(module, query, key, value, attention_mask, dropout=0.0, scaling=None, is_causal=None, **more):
            groups = module.num_key_value_groups
            key, value = key.repeat_interleave(groups, 1), value.repeat_interleave(groups, 1)
            is_causal = query.shape[2] > 1 and attention_mask is None and module.is_causal
            rows = F.scaled_dot_product_attention(
                query, key, value, attn_mask=attention_mask, scale=scaling, is_causal=is_causal)
            return rows.transpose(1, 2).contiguous(), None

        package = types.ModuleType("transformers")
        package.AttentionInterface = types.SimpleNamespace(register=registered.__setitem__)
        modeling = types.ModuleType("transformers.modeling_utils")
        modeling.ALL_ATTENTION_FUNCTIONS = {"sdpa": fused}
        masking = types.ModuleType("transformers.masking_utils")
        masking.ALL_MASK_ATTENTION_FUNCTIONS = {"sdpa": "mask of sdpa"}
        masking.AttentionMaskInterface = types.SimpleNamespace(register=masks.__setitem__)
        for module in (package, modeling, masking):
            sys.modules[module.__name__] = module
            self.addCleanup(sys.modules.pop, module.__name__)
        name = ht.attention_implementation()
        self.assertEqual((name, masks), ("headlight", {"headlight": "mask of sdpa"}))
        layer = types.SimpleNamespace(num_key_value_groups=2, is_causal=True, layer_idx=0)
        q, k, v = torch.randn(1, 4, 5, 8), torch.randn(1, 2, 5, 8), torch.randn(1, 2, 5, 8)
        results = []
        tensors, metadata = self.recorded(
            lambda: results.append(registered[name](layer, q, k, v, None, scaling=0.5, dropout=0.0)),
            what=("q", "k", "weights"))
        self.assertEqual(sorted(tensors), ["decoder.0.self.k", "decoder.0.self.q", "decoder.0.self.weights"])
        self.assertTrue(torch.equal(tensors["decoder.0.self.k"], k[0]))
        rows = tensors["decoder.0.self.weights"] @ v[0].repeat_interleave(2, 0)
        self.assertLess((rows - results[0][0][0].transpose(0, 1)).abs().max().item(), 1e-5)
        self.assertEqual(json.loads(metadata["config"])["decoder"]["self"]["scale"], [0.5])

    def test_results_of_transformers(self):
        def soft(*shape, causal=False):
            scores = torch.randn(*shape)
            if causal:
                scores = scores.masked_fill(torch.ones(shape[-2:], dtype=torch.bool).triu(1), -math.inf)
            return torch.softmax(scores, -1)

        only = types.SimpleNamespace(attentions=tuple(soft(1, 2, 4, 4, causal=True) for _ in range(3)))
        ht.from_hf(self.path(), only, tokens=list("abcd"))
        tensors, metadata = load(self.path())
        self.assertEqual(sorted(tensors), [f"decoder.{i}.self.weights" for i in range(3)])
        self.assertEqual(json.loads(metadata["tokens"]), list("abcd"))
        self.assertEqual(len(metrics(self.path())), 6)
        ht.from_hf(self.path(), {"attentions": (soft(1, 2, 4, 4),)})
        self.assertEqual(list(load(self.path())[0]), ["encoder.0.self.weights"])
        both = {
            "encoder_attentions": (soft(1, 2, 5, 5),),
            "decoder_attentions": (soft(1, 2, 4, 4, causal=True),),
            "cross_attentions": (soft(1, 2, 4, 5),),
        }
        ht.from_hf(self.path(), both, tokens=list("abcde"), target_tokens=list("wxyz"))
        self.assertEqual(set(metrics(self.path())),
                         {f"{s}.{h}" for s in ("encoder.0.self", "decoder.0.self", "decoder.0.cross") for h in (0, 1)})
        rows = soft(1, 2, 5, 5, causal=True)
        steps = [(rows[:, :, :3, :3],), (rows[:, :, 3:4, :4],), (rows[:, :, 4:],)]
        ht.from_hf(self.path(), types.SimpleNamespace(attentions=steps))
        self.assertTrue(torch.equal(load(self.path())[0]["decoder.0.self.weights"], rows[0]))
        with self.assertRaisesRegex(ValueError, "output_attentions=True"):
            ht.from_hf(self.path(), types.SimpleNamespace(attentions=None))

    def test_a_cache_of_transformer_lens(self):
        q, k = torch.randn(1, 5, 4, 8), torch.randn(1, 5, 4, 8)
        scores = q.transpose(1, 2) @ k.permute(0, 2, 3, 1) / math.sqrt(8)
        hidden = torch.ones(5, 5, dtype=torch.bool).triu(1)
        pattern = torch.softmax(scores.masked_fill(hidden, -math.inf), -1)
        cache = {"blocks.0.attn.hook_q": q, "blocks.0.attn.hook_k": k, "blocks.0.attn.hook_pattern": pattern,
                 "blocks.0.hook_resid_pre": torch.randn(1, 5, 32), "blocks.0.hook_resid_post": torch.randn(1, 5, 32),
                 "hook_embed": torch.randn(1, 5, 32)}
        ht.from_cache(self.path(), cache, tokens=list("abcde"))
        tensors, _ = load(self.path())
        self.assertTrue(torch.equal(tensors["decoder.0.self.q"], q[0].transpose(0, 1)))
        self.assertIn("decoder.residual.1", tensors)
        with_pattern = metrics(self.path())
        del cache["blocks.0.attn.hook_pattern"]
        ht.from_cache(self.path(), cache)
        without = metrics(self.path())
        for head in without:
            self.assertAlmostEqual(with_pattern[head]["entropy"], without[head]["entropy"], places=4)

    def test_arrays(self):
        weights = [torch.softmax(torch.randn(1, 2, 4, 4), -1).tolist(), torch.softmax(torch.randn(2, 4, 4), -1)]
        ht.from_arrays(self.path(), weights=weights, tokens=list("abcd"), stack="encoder")
        self.assertEqual(len(metrics(self.path())), 4)
        ht.from_arrays(self.path(), q=[torch.randn(4, 3, 8)], k=[torch.randn(2, 5, 8)], tokens=list("xyz"),
                       key_tokens=list("abcde"), kind="cross", scale=0.25)
        tensors, metadata = load(self.path())
        self.assertEqual(json.loads(metadata["target_tokens"]), list("xyz"))
        self.assertEqual(json.loads(metadata["config"])["decoder"]["cross"]["scale"], 0.25)
        self.assertEqual(set(metrics(self.path())), {f"decoder.0.cross.{h}" for h in range(4)})
        ht.from_arrays(self.path(), q=torch.randn(1, 2, 4, 8), k=torch.randn(1, 2, 4, 8), causal=True)
        self.assertEqual(metrics(self.path())["decoder.0.self.0"]["queries"], 4)
        for wrong in (dict(), dict(q=[torch.randn(2, 3, 4)]), dict(weights=[torch.randn(3)]),
                      dict(weights=[torch.eye(2)], stack="encoder", kind="cross")):
            with self.assertRaises(ValueError):
                ht.from_arrays(self.path(), **wrong)

    def test_arrays_of_other_types(self):
        for weights in (torch.eye(3, dtype=torch.int64), torch.eye(3, dtype=torch.bool), torch.eye(3).double()):
            ht.from_arrays(self.path(), weights=[weights], scale=torch.tensor(0.5))
            self.assertEqual(metrics(self.path())["decoder.0.self.0"]["entropy"], 0)
        for wrong in (dict(weights=[torch.eye(3)], tokens=list("ab")),
                      dict(weights=[torch.eye(3)], tokens=[list("abcd")]),
                      dict(q=[torch.randn(1, 3, 4)] * 2, k=[torch.randn(1, 3, 4)])):
            with self.assertRaises(ValueError):
                ht.from_arrays(self.path(), **wrong)

    def test_layers_without_attention_are_left_out(self):
        attention = torch.softmax(torch.randn(1, 2, 4, 4), -1)
        ht.from_hf(self.path(), {"attentions": (attention, None, attention)}, tokens=list("abcd"))
        self.assertEqual(set(metrics(self.path())), {f"encoder.{layer}.self.{h}" for layer in (0, 2) for h in (0, 1)})
        with self.assertRaises(ValueError):
            ht.from_hf(self.path(), {"attentions": (None, None)})

    def run_ranks(self, ranks, arguments, environment):
        """Starts them with the environment of torchrun; the one of Debian 12 (1.13) fails under its Python 3.11."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        address = {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port), "WORLD_SIZE": str(ranks)}
        started = [
            subprocess.Popen([sys.executable, *arguments], env={**environment, **address, "RANK": str(rank)})
            for rank in range(ranks)
        ]
        self.assertEqual([process.wait(timeout=120) for process in started], [0] * ranks)

    def test_ranks_write_one_set(self):
        expected = self.path("one.safetensors")
        script = os.path.join(HERE, "ranks.py")
        environment = {**os.environ, "PYTHONPATH": EXPORTERS, "OMP_NUM_THREADS": "1"}
        subprocess.run([sys.executable, script, expected, "heads"], check=True, env=environment)
        one = metrics(expected)
        for ranks in (2, 4):
            for parallel in ("heads", "layers"):
                with self.subTest(ranks=ranks, parallel=parallel):
                    folder = self.path(f"{parallel}{ranks}")
                    self.run_ranks(ranks, [script, folder, parallel], environment)
                    self.assertEqual(len(os.listdir(folder)), ranks + 1)
                    run("metrics", "--verify", "--trace", folder)
                    found = metrics(folder)
                    self.assertEqual(found.keys(), one.keys())
                    for head in one:
                        for number in ("entropy", "max", "distance"):
                            self.assertAlmostEqual(found[head][number], one[head][number], places=5)

    def test_recipes_of_the_help(self):
        """What torch.save and json.dump write, as `headlight --help trace-files` says."""
        attentions = tuple(torch.softmax(torch.randn(1, 2, 3, 3), -1) for _ in range(2))
        outputs, tokens = types.SimpleNamespace(attentions=attentions), ["the", "black", "cat"]
        here = os.getcwd()
        os.chdir(self.folder.name)
        self.addCleanup(os.chdir, here)
        recipes = [line.strip() for line in run("--help", "trace-files").splitlines() if line.startswith("  ")]
        ran = 0
        with open("a.json", "w") as file:
            for recipe in recipes:
                if recipe.startswith(("torch.save(", "json.dump(")):
                    exec(recipe, {"torch": torch, "json": json, "outputs": outputs, "tokens": tokens, "file": file})
                    ran += 1
        self.assertEqual(ran, 2)
        saved, dumped = metrics("a.pt"), metrics("a.json")
        self.assertEqual(len(saved), 4)
        for head in saved:
            self.assertAlmostEqual(saved[head]["entropy"], dumped[head]["entropy"], places=5)

    def test_recipes_of_the_manual(self):
        page = os.path.join(HERE, "..", "..", "resources", "docs", "manual", "traces.md")
        with open(page, encoding="utf-8") as file:
            section = file.read().split("\n## ", 1)[0]
        recipes = [part.split("```", 1)[0] for part in section.split("```python\n")[1:]]
        self.assertEqual(len(recipes), 3)
        here = os.getcwd()
        os.chdir(self.folder.name)
        self.addCleanup(os.chdir, here)
        ran = 0
        for recipe in recipes:
            code = compile(recipe, page, "exec")
            if "import numpy" not in recipe and "from transformers" not in recipe:
                exec(code, {})
                ran += 1
        self.assertEqual(ran, 1)
        self.assertEqual(len(metrics(self.path("layer.safetensors"))), 4)

    def test_show_starts_the_program(self):
        program = self.path("headlight")
        with open(program, "w") as file:
            file.write('#!/bin/sh\nprintf %s "$1" > "$0.seen"\n')
        os.chmod(program, 0o755)
        kept = os.environ.get("HEADLIGHT")
        os.environ["HEADLIGHT"] = program
        self.addCleanup(os.environ.__setitem__, "HEADLIGHT", kept or "")
        ht.show(self.path()).wait()
        with open(program + ".seen") as file:
            self.assertEqual(file.read(), self.path())


if __name__ == "__main__":
    unittest.main()
