# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes traces that Headlight opens, from any model that runs in PyTorch.

One file that needs PyTorch alone (NumPy is optional); copy it or put its folder on PYTHONPATH.

    from headlight_trace import from_hf, from_cache, from_arrays, record, attention_implementation, show

    from_hf("cat.safetensors", model(**inputs, output_attentions=True), tokens=tokens)
    from_cache("cat.safetensors", cache, tokens=model.to_str_tokens(text))       # TransformerLens
    from_arrays("cat.safetensors", weights=[layer0, layer1], tokens=tokens)

    with record("cat.safetensors", tokens=tokens):      # any model: what passes through
        model(inputs)                                    # scaled_dot_product_attention or MultiheadAttention

    model.set_attn_implementation(attention_implementation())   # Hugging Face transformers, fused kernels stay on
    with record("cat/", tokens=tokens):                          # under torchrun: a folder, a shard per rank
        model.generate(**inputs)

    show("cat.safetensors")

Queries and keys are recorded as they enter the dot product (after rotary embeddings): Headlight computes the
weights from them when they are looked at, so a recording has the size of the text, not of its square.
"""

import ctypes
import hashlib
import json
import math
import os
import shutil
import subprocess
import tempfile
import threading

import torch

__all__ = ["from_arrays", "from_hf", "from_cache", "record", "attention_implementation", "show"]

INDEX = "trace.index.json"
MASKED = -9999.0  # added to a score: no key is attended to (models add -10000, the least number, or -inf)

_DTYPES = {
    torch.float32: "F32",
    torch.float16: "F16",
    torch.bfloat16: "BF16",
    torch.int64: "I64",
    torch.uint8: "U8",
}


# --- the file --------------------------------------------------------------------------------------------


def _bytes_of(tensor):
    """The numbers of a tensor, without NumPy and without a copy of a copy."""
    if tensor.numel() == 0:
        return b""
    return ctypes.string_at(tensor.data_ptr(), tensor.numel() * tensor.element_size())


def _write_whole(path, parts):
    """Writes beside the file and renames: it appears whole or not at all. Returns the SHA-256."""
    folder = os.path.dirname(os.path.abspath(path))
    os.makedirs(folder, exist_ok=True)
    digest = hashlib.sha256()
    handle, temporary = tempfile.mkstemp(dir=folder, prefix=".headlight-")
    try:
        with os.fdopen(handle, "wb") as file:
            for part in parts:
                file.write(part)
                digest.update(part)
            file.flush()
            os.fsync(file.fileno())
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(temporary, 0o666 & ~umask)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
    return digest.hexdigest()


def _storable(tensor):
    tensor = tensor.detach().to("cpu")
    if tensor.dtype == torch.bool:
        tensor = tensor.to(torch.uint8)
    if tensor.dtype not in _DTYPES:
        tensor = tensor.to(torch.float32)
    return tensor.contiguous()


def _write_safetensors(path, tensors, metadata):
    """https://github.com/huggingface/safetensors, "Format"; numbers of wide types first, so that all are aligned."""
    tensors = {name: _storable(tensor) for name, tensor in tensors.items()}
    order = sorted(tensors, key=lambda name: -tensors[name].element_size())
    header, at = {"__metadata__": metadata}, 0
    for name in order:
        tensor = tensors[name]
        size = tensor.numel() * tensor.element_size()
        header[name] = {
            "dtype": _DTYPES[tensor.dtype],
            "shape": list(tensor.shape),
            "data_offsets": [at, at + size],
        }
        at += size
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)

    def parts():
        yield len(text).to_bytes(8, "little")
        yield text
        for name in order:
            yield _bytes_of(tensors[name])

    return _write_whole(path, parts())


def _metadata(config, tokens, target_tokens, model="PyTorch"):
    metadata = {
        "format": "headlight-trace",
        "version": "1",
        "model": model,
        "edits": "[]",
        "config": json.dumps(config),
    }
    if tokens is not None:
        metadata["tokens"] = json.dumps(_token_list(tokens))
    if target_tokens is not None:
        metadata["target_tokens"] = json.dumps(_token_list(target_tokens))
    return metadata


def _token_list(tokens):
    if isinstance(tokens, str):
        raise TypeError("tokens: found a text, expected a list of tokens (of lists: a batch)")
    return [_token_list(t) if isinstance(t, (list, tuple)) else str(t) for t in tokens]


# --- arrays ----------------------------------------------------------------------------------------------


def _tensor(value):
    return value.detach() if isinstance(value, torch.Tensor) else torch.as_tensor(value)


def _layer(value, name):
    """[heads, …, …], from that, from [1, heads, …, …], or a batch; a plain matrix is one head."""
    tensor = _tensor(value)
    if tensor.dim() == 2:
        tensor = tensor[None]
    if tensor.dim() == 4 and tensor.shape[0] == 1:
        tensor = tensor[0]
    if tensor.dim() not in (3, 4):
        raise ValueError(
            f"{name}: found the shape {list(tensor.shape)}, expected [heads, queries, keys] or [heads, n, d_head], "
            "with a leading axis of 1 or of a batch"
        )
    return tensor if tensor.dtype in (torch.float32, torch.float16, torch.bfloat16) else tensor.float()


def _check_tokens(name, tokens, positions):
    """One list has as many tokens as there are positions; in a batch each list has at most as many."""
    if tokens is None or isinstance(tokens, str):
        return  # _token_list explains a text
    batch = len(tokens) > 0 and isinstance(tokens[0], (list, tuple))
    for words in tokens if batch else [tokens]:
        if len(words) > positions or (not batch and len(words) != positions):
            raise ValueError(f"{name}: found {len(words)} tokens, expected {positions} as the arrays have positions")


def _per_layer(values, name):
    """A list of layers; an array of four axes (five: a batch) holds them all."""
    if not isinstance(values, (list, tuple)):
        tensor = _tensor(values)
        return list(tensor) if tensor.dim() >= 4 else [tensor]
    if not values:
        raise ValueError(f"{name}: found no layers")
    return list(values)


def _is_causal(weights):
    """No query looks at a later key."""
    return all(
        w.shape[-1] == w.shape[-2] and not torch.triu(_tensor(w), 1).any().item() for w in weights if w is not None
    )


def from_arrays(
    path,
    weights=None,
    q=None,
    k=None,
    tokens=None,
    key_tokens=None,
    stack="decoder",
    kind="self",
    scale=None,
    causal=False,
):
    """Writes a trace of what you have: `weights` as a list per layer of [heads, queries, keys], or `q` and `k` as
    lists of [heads, n, d_head] (fewer key heads are shared by neighbours). A leading axis of 1 is dropped. `scale`:
    what q·k is multiplied by (1/√d_head), a number or a list per layer. `causal` masks later keys."""
    if stack not in ("encoder", "decoder") or kind not in ("self", "cross"):
        raise ValueError(f"found {stack}.{kind}, expected encoder.self, decoder.self or decoder.cross")
    if stack == "encoder" and kind == "cross":
        raise ValueError("found encoder.cross, but only a decoder has cross-attention")
    if (q is None) != (k is None) or (weights is None and q is None):
        raise ValueError("give weights, or q and k, or all three")
    sites = {"weights": weights, "q": q, "k": k}
    layers = {site: _per_layer(values, site) for site, values in sites.items() if values is not None}
    if len({len(values) for values in layers.values()}) > 1:
        found = ", ".join(f"{len(values)} of {site}" for site, values in layers.items())
        raise ValueError(f"found {found}: expected the same number of layers")
    tensors, rules = {}, {}
    for site, values in layers.items():
        for index, value in enumerate(values):
            tensors[f"{stack}.{index}.{kind}.{site}"] = _layer(value, f"{site}[{index}]")
    first = {site: tensors[f"{stack}.0.{kind}.{site}"] for site in layers}
    _check_tokens("tokens", tokens, first["weights" if weights is not None else "q"].shape[-2])
    _check_tokens("key_tokens", key_tokens, first["weights"].shape[-1] if weights is not None else first["k"].shape[-2])
    if scale is not None:
        rules["scale"] = [float(s) for s in scale] if isinstance(scale, (list, tuple)) else float(scale)
    elif q is not None:
        rules["scale"] = 1 / math.sqrt(first["q"].shape[-1])
    if causal:
        rules["mask"] = {"causal": True}
    config = {stack: {"causal": bool(causal), kind: rules}}
    source, target = (key_tokens, tokens) if kind == "cross" else (tokens, None)
    _write_safetensors(path, tensors, _metadata(config, source, target))
    return path


def _joined_steps(steps):
    """What generate() returns, a tuple of layers for each step, as one matrix per layer: [.., rows, keys]."""
    layers = []
    for layer in range(len(steps[0])):
        if steps[0][layer] is None:
            layers.append(None)
            continue
        parts = [_tensor(step[layer]) for step in steps]
        longest = max(part.shape[-1] for part in parts)
        rows = [torch.nn.functional.pad(part, (0, longest - part.shape[-1])) for part in parts]
        layers.append(torch.cat(rows, dim=-2))
    return layers


def _hf_field(outputs, name):
    found = outputs.get(name) if hasattr(outputs, "get") else getattr(outputs, name, None)
    if found is None or len(found) == 0:
        return None
    if all(layer is None for layer in found):
        return None
    return _joined_steps(found) if isinstance(found[0], (tuple, list)) else list(found)


def from_hf(path, outputs, tokens=None, target_tokens=None):
    """Writes what a model of Hugging Face transformers returns with output_attentions=True (and
    attn_implementation="eager"), of one pass or of generate(return_dict_in_generate=True)."""
    found = {
        name: _hf_field(outputs, name)
        for name in ("attentions", "encoder_attentions", "decoder_attentions", "cross_attentions")
    }
    if not any(found.values()):
        raise ValueError(
            "outputs: found no attentions. Call the model with output_attentions=True and load it with "
            'attn_implementation="eager"'
        )
    only = found["attentions"]
    causal = only is not None and _is_causal(only)
    places = {
        "attentions": ("decoder" if causal else "encoder", "self"),
        "encoder_attentions": ("encoder", "self"),
        "decoder_attentions": ("decoder", "self"),
        "cross_attentions": ("decoder", "cross"),
    }
    tensors = {}
    for name, (stack, kind) in places.items():
        for index, value in enumerate(found[name] or []):
            if value is None:  # a layer without attention
                continue
            tensors[f"{stack}.{index}.{kind}.weights"] = _layer(value, f"{name}[{index}]")
    decoder = any(name.startswith("decoder.") for name in tensors)
    config = {"decoder": {"causal": causal or only is None}} if decoder else {}
    _write_safetensors(path, tensors, _metadata(config, tokens, target_tokens))
    return path


_HOOKS = {
    "attn.hook_pattern": ("self.weights", False),
    "attn.hook_q": ("self.q", True),
    "attn.hook_k": ("self.k", True),
    "attn.hook_rot_q": ("self.q", True),  # after hook_q: it replaces it
    "attn.hook_rot_k": ("self.k", True),
    "attn.hook_v": ("self.v", True),
    "attn.hook_z": ("self.head_output", True),
    "hook_attn_out": ("self.output", False),
    "hook_mlp_out": ("ff_output", False),
}


def _from_hook(value, turned):
    tensor = _tensor(value)
    if turned:  # [.., positions, heads, d_head]
        tensor = tensor.transpose(-3, -2)
    return tensor


def from_cache(path, cache, tokens=None):
    """Writes an ActivationCache of TransformerLens, or any mapping with its names: hook_pattern, hook_q, hook_k (or
    hook_rot_q, hook_rot_k), hook_v, hook_z, hook_resid_pre, hook_resid_post, hook_attn_out, hook_mlp_out."""
    blocks = {}
    for name in cache.keys():
        parts = str(name).split(".", 2)
        if len(parts) == 3 and parts[0] == "blocks" and parts[1].isdigit():
            blocks.setdefault(int(parts[1]), {})[parts[2]] = cache[name]
    patterns = [b["attn.hook_pattern"] for b in blocks.values() if "attn.hook_pattern" in b]
    stack = "decoder" if not patterns or _is_causal([_tensor(p) for p in patterns]) else "encoder"
    tensors = {}
    for index in sorted(blocks):
        for hook, (site, turned) in _HOOKS.items():
            if hook in blocks[index]:
                tensors[f"{stack}.{index}.{site}"] = _from_hook(blocks[index][hook], turned)
        if "hook_resid_post" in blocks[index]:
            tensors[f"{stack}.residual.{index + 1}"] = _tensor(blocks[index]["hook_resid_post"])
        if "hook_resid_pre" in blocks[index]:
            tensors[f"{stack}.residual.{index}"] = _tensor(blocks[index]["hook_resid_pre"])
    if not tensors:
        raise ValueError("cache: found no names such as blocks.0.attn.hook_pattern")
    streams = ("residual", ".output", "ff_output")
    plain = {n: (2 if any(s in n for s in streams) else 3) for n in tensors}
    if all(t.dim() == plain[n] + 1 and t.shape[0] == 1 for n, t in tensors.items()):
        tensors = {name: tensor[0] for name, tensor in tensors.items()}
    rules = {} if patterns or stack == "encoder" else {"self": {"mask": {"causal": True}}}
    config = {stack: {"causal": stack == "decoder", **rules}}
    _write_safetensors(path, tensors, _metadata(config, tokens, None, "TransformerLens"))
    return path


# --- recording -------------------------------------------------------------------------------------------


class _Call:
    """One call of attention: `allowed` and `bias` broadcast to [batch, heads, queries, keys], or None."""

    def __init__(self, queries, keys, causal, allowed, bias):
        self.queries, self.keys, self.causal = queries, keys, causal
        self.first_key = 0  # place of the call's first key; more than 0 once a sliding cache drops old keys
        self.allowed, self.bias = allowed, bias


class _Layer:
    """One attention sub-layer: the calls of a pass and of the cached steps after it."""

    def __init__(self, q, k, v, scale, kind, call):
        self.q, self.k, self.v = [q], k, v
        self.scale, self.kind, self.calls = scale, kind, [call]

    @property
    def heads(self):
        return self.q[0].shape[1]

    def continued_by(self, q, k):
        """Whether a call has this layer's last keys and new ones behind them: all of them, or as many as a sliding
        cache keeps. The old ones tell layers apart."""
        old, mine = k.shape[2] - q.shape[2], self.k.shape[2]
        if self.kind == "cross" or not 0 < old <= mine or k.shape[:2] != self.k.shape[:2]:
            return False
        return q.shape[:2] == self.q[0].shape[:2] and torch.equal(k[:, :, :old], self.k[:, :, mine - old :])

    def repeats(self, q, k):
        """A decoder's later step looks at the same keys of the encoder."""
        same = self.kind == "cross" and self.k.shape == k.shape and q.shape[:2] == self.q[0].shape[:2]
        return same and torch.equal(self.k, k)

    def add(self, q, k, v, call):
        self.q.append(q)
        self.calls.append(call)
        if self.kind == "cross":
            return
        new = q.shape[2]
        self.k = torch.cat([self.k, k[:, :, -new:]], dim=2)
        self.v = None if v is None else torch.cat([self.v, v[:, :, -new:]], dim=2)
        call.first_key = self.k.shape[2] - k.shape[2]

    def queries(self):
        return torch.cat(self.q, dim=2) if len(self.q) > 1 else self.q[0]

    def causal_by_rule(self):
        first, steps = self.calls[0], self.calls[1:]
        if any(c.allowed is not None or c.first_key > 0 for c in self.calls) or self.kind == "cross":
            return False
        prefill = (first.causal and first.queries == first.keys) or first.queries == first.keys == 1
        return prefill and all(c.queries == 1 for c in steps)

    def allowed(self):
        """[1 or batch, 1 or heads, queries, keys] of all calls, or None where nothing is masked."""
        plain = all(c.allowed is None and not c.causal for c in self.calls)
        if plain and len({c.keys for c in self.calls}) == 1 and self.calls[-1].first_key == 0:
            return None
        return self._spread(lambda c: _allowed_of(c), torch.bool)

    def bias(self):
        if all(c.bias is None for c in self.calls):
            return None
        return self._spread(lambda c: c.bias if c.bias is not None else _zeros(c), torch.float32)

    def _spread(self, of, dtype):
        keys = self.k.shape[2]
        parts = []
        for call in self.calls:
            part = of(call).to("cpu", dtype).expand(-1, -1, call.queries, call.keys)
            parts.append(torch.nn.functional.pad(part, (call.first_key, keys - call.first_key - call.keys)))
        batch, heads = max(p.shape[0] for p in parts), max(p.shape[1] for p in parts)
        whole = torch.cat([p.expand(batch, heads, -1, -1) for p in parts], dim=2)
        if whole.shape[1] > 1 and bool((whole == whole[:, :1]).all()):
            whole = whole[:, :1]
        return whole


def _zeros(call):
    return torch.zeros(1, 1, call.queries, call.keys)


def _allowed_of(call):
    allowed = torch.ones(1, 1, call.queries, call.keys, dtype=torch.bool)
    if call.causal:
        allowed = allowed.tril()
    return allowed if call.allowed is None else allowed & call.allowed.to("cpu")


def _as_four_axes(mask, heads):
    while mask.dim() < 4:
        mask = mask[None]
    if mask.dim() != 4 or mask.shape[1] not in (1, heads):
        raise ValueError(f"attn_mask: found the shape {list(mask.shape)}, expected one for {heads} heads")
    return mask.detach()


def _split_mask(mask, heads):
    """A mask of SDPA: what may be attended to (None: all), and what is added besides (None: nothing)."""
    if mask is None:
        return None, None
    mask = _as_four_axes(mask, heads)
    if mask.dtype == torch.bool:
        return (None if bool(mask.all()) else mask), None
    allowed = mask > MASKED
    bias = torch.where(allowed, mask, torch.zeros_like(mask)).float()
    return (None if bool(allowed.all()) else allowed), (bias if bool(bias.any()) else None)


def _rule_of(allowed):
    """The mask as a rule: causal, window, lengths; None where it is none. allowed: [batch, heads, q, k]."""
    if allowed.shape[1] != 1:
        return None
    batch, _, queries, keys = allowed.shape
    distance = torch.arange(queries)[:, None] - torch.arange(keys)[None]
    seen = allowed.any(dim=2)[:, 0]
    lengths = torch.where(seen, torch.arange(1, keys + 1), torch.zeros(1, dtype=torch.long)).amax(dim=1)
    causal = not bool(allowed[:, :, distance < 0].any())
    reached = distance[None].expand(batch, -1, -1)[allowed[:, 0]]
    window = int(reached.amax()) + 1 if causal and reached.numel() else keys
    by_rule = torch.ones(batch, queries, keys, dtype=torch.bool) & (torch.arange(keys) < lengths[:, None, None])
    rule = {}
    if causal:
        rule["causal"] = True
        by_rule &= distance >= 0
    if causal and window < queries:
        rule["window"] = window
        by_rule &= distance < window
    if bool((lengths < keys).any()):
        rule["lengths"] = lengths.tolist()
    return rule if torch.equal(by_rule, allowed[:, 0]) else None


def _weights_of(layer, allowed, bias):
    q, k = layer.queries().float(), layer.k.float()
    k = k.repeat_interleave(q.shape[1] // k.shape[1], dim=1)
    scores = q @ k.transpose(-2, -1) * layer.scale
    if bias is not None:
        scores = scores + bias.to(scores.device)
    if allowed is not None:
        scores = scores.masked_fill(~allowed.to(scores.device), -math.inf)
    return torch.softmax(scores, dim=-1).nan_to_num(0.0)


_here = threading.local()
_recorder = None  # the one that is recording; of the process, since models run in threads of their own


class Recorder:
    """What `record` yields. `layers` is what has been recorded."""

    def __init__(self, path, tokens, what, target_tokens, parallel):
        unknown = set(what) - {"q", "k", "v", "weights"}
        if unknown:
            raise ValueError(f"what: found {sorted(unknown)}, expected q, k, v and weights")
        if parallel not in ("heads", "layers"):
            raise ValueError(f"parallel: found {parallel!r}, expected 'heads' or 'layers'")
        self.path, self.tokens, self.target_tokens = path, tokens, target_tokens
        self.what, self.parallel, self.layers = set(what), parallel, []

    def add(self, q, k, v, mask=None, causal=False, scale=None, cross=None):
        """One call: q [batch, heads, queries, d_head]; mask as scaled_dot_product_attention takes it."""
        q, k, v = (t.detach() if t.dim() == 4 else t.detach()[None] for t in (q, k, v))
        if q.dim() != 4 or q.shape[1] % k.shape[1] != 0:
            raise ValueError(f"found queries {list(q.shape)} and keys {list(k.shape)}, expected [.., heads, n, d]")
        allowed, bias = _split_mask(mask, q.shape[1])
        call = _Call(q.shape[2], k.shape[2], causal, allowed, bias)
        q = q.clone()
        v = v.clone() if "v" in self.what else None
        for layer in self.layers:
            if cross is not True and layer.continued_by(q, k) or cross is not False and layer.repeats(q, k):
                layer.add(q, k.clone(), v, call)
                return
        if cross is None:
            cross = q.shape[2] != k.shape[2]
        scale = 1 / math.sqrt(q.shape[-1]) if scale is None else float(scale)
        self.layers.append(_Layer(q, k.clone(), v, scale, "cross" if cross else "self", call))

    def places(self):
        """Stack and number of each layer. Self-attention is the decoder's if it is causal, or if cross-attention
        follows it."""
        counts, places = {}, []
        for index, layer in enumerate(self.layers):
            after = self.layers[index + 1].kind if index + 1 < len(self.layers) else "self"
            decoder = layer.kind == "cross" or after == "cross" or self._causal(layer)
            place = ("decoder" if decoder else "encoder", layer.kind)
            places.append((*place, counts.setdefault(place, 0)))
            counts[place] += 1
        return places

    @staticmethod
    def _causal(layer):
        if layer.causal_by_rule():
            return True
        allowed = layer.allowed()
        rule = _rule_of(allowed) if allowed is not None else {}
        if rule is None:
            return not bool(allowed.float().triu(1).any()) and allowed.shape[-1] > 1
        return rule.get("causal", False) and layer.k.shape[2] > 1

    def _check_one_pass(self):
        """All layers of a stack have the same heads and positions."""
        firsts = {}
        for layer, (stack, kind, number) in zip(self.layers, self.places()):
            queries, keys = sum(part.shape[2] for part in layer.q), layer.k.shape[2]
            found = (layer.q[0].shape[0], layer.heads, queries, keys)
            first = firsts.setdefault((stack, kind), found)
            if found != first or (kind == "self" and queries != keys):
                raise ValueError(
                    f"{stack}.{number}.{kind}: found [batch, heads, queries, keys] of {list(found)}, expected "
                    f"{list(first) if found != first else 'as many keys as queries'}. Record one pass, or one "
                    "generation, with a cache that grows (not one of fixed length)"
                )

    def gathered(self, first_layer=None, first_head=0, shared=False):
        """Tensors and config. first_layer: of each stack. shared: tensors are named by the heads that this process
        has."""
        self._check_one_pass()
        tensors, config = {}, {}
        for layer, (stack, kind, number) in zip(self.layers, self.places()):
            name = f"{stack}.{number + (first_layer or {}).get(stack, 0)}.{kind}."

            def put(site, tensor):
                heads = tensor.shape[1]
                first = first_head * heads // layer.heads
                suffix = f"@{first}-{first + heads - 1}" if shared else ""
                tensors[name + site + suffix] = tensor if tensor.shape[0] > 1 else tensor[0]

            own = config.setdefault(stack, {"causal": stack == "decoder"}).setdefault(kind, {})
            own.setdefault("scale", []).append(layer.scale)
            allowed = None if layer.causal_by_rule() else layer.allowed()
            rule = {"causal": True} if layer.causal_by_rule() else {} if allowed is None else _rule_of(allowed)
            own.setdefault("mask", []).append(rule)
            batch = layer.q[0].shape[0]
            if rule is None:
                # Without heads of its own a mask is the same on every process.
                spread = allowed.expand(batch, layer.heads if shared else -1, -1, -1)
                put("mask", spread.to(torch.uint8))
            bias = layer.bias()
            if bias is not None:
                put("bias", bias.expand(batch, layer.heads if shared else -1, -1, -1))
            for site, tensor in (("q", layer.queries()), ("k", layer.k), ("v", layer.v)):
                if site in self.what:
                    put(site, tensor)
            if "weights" in self.what:
                put("weights", _weights_of(layer, layer.allowed(), bias))
        return tensors, config

    def write(self):
        if not self.layers:
            raise RuntimeError(
                "nothing was recorded: no attention ran through torch.nn.functional.scaled_dot_product_attention, "
                "torch.nn.MultiheadAttention or attention_implementation()"
            )
        world = int(os.environ.get("WORLD_SIZE", "1"))
        if world > 1 and "RANK" in os.environ:
            self._write_shard(int(os.environ["RANK"]), world)
            return
        tensors, config = self.gathered()
        metadata = _metadata(config, self.tokens, self.target_tokens)
        folder = str(self.path).endswith(("/", os.sep)) or os.path.isdir(self.path)
        if not folder:
            _write_safetensors(self.path, tensors, metadata)
            return
        _remove_index(self.path)
        own = _write_one_shard(self.path, 0, 1, tensors)
        _write_index(self.path, metadata, [own])

    def _write_shard(self, rank, world):
        """Every process writes its heads or its layers; the index comes last, from the first process."""
        distributed = torch.distributed
        if not (distributed.is_available() and distributed.is_initialized()):
            raise RuntimeError("under torchrun, call torch.distributed.init_process_group before record ends")
        heads = self.layers[0].heads
        counts = {}
        for stack, _, number in self.places():
            counts[stack] = max(counts.get(stack, 0), number + 1)
        everyone = _exchange({"heads": heads, "layers": counts}, world)
        before = everyone[:rank]
        by_heads = self.parallel == "heads"
        first_head = sum(e["heads"] for e in before) if by_heads else 0
        first_layer = {} if by_heads else {s: sum(e["layers"].get(s, 0) for e in before) for s in counts}
        if rank == 0:
            os.makedirs(self.path, exist_ok=True)
            _remove_index(self.path)
        distributed.barrier()
        tensors, config = self.gathered(first_layer, first_head, shared=by_heads)
        written = _exchange({"shard": _write_one_shard(self.path, rank, world, tensors), "config": config}, world)
        if rank == 0:
            whole = config if by_heads else _joined_config([w["config"] for w in written])
            metadata = _metadata(whole, self.tokens, self.target_tokens)
            _write_index(self.path, metadata, [w["shard"] for w in written])
        distributed.barrier()



def _exchange(value, world):
    everyone = [None] * world
    torch.distributed.all_gather_object(everyone, value)
    return everyone


def _joined_config(configs):
    """The layers of one process after those of another: lists of rules are put together."""
    joined = {}
    for config in configs:
        for stack, fields in config.items():
            own = joined.setdefault(stack, {"causal": fields["causal"]})
            for kind in ("self", "cross"):
                for name, values in fields.get(kind, {}).items():
                    own.setdefault(kind, {}).setdefault(name, []).extend(values)
    return joined


def _remove_index(folder):
    if os.path.exists(os.path.join(folder, INDEX)):
        os.unlink(os.path.join(folder, INDEX))


def _write_one_shard(folder, rank, world, tensors):
    name = f"trace-{rank + 1:05d}-of-{world:05d}.safetensors"
    digest = _write_safetensors(
        os.path.join(folder, name), tensors, {"format": "headlight-trace", "version": "1"}
    )
    return {"file": name, "tensors": list(tensors), "sha256": digest}


def _write_index(folder, metadata, shards):
    index = {
        "metadata": metadata,
        "weight_map": {tensor: shard["file"] for shard in shards for tensor in shard["tensors"]},
        "sha256": {shard["file"]: shard["sha256"] for shard in shards},
    }
    _write_whole(os.path.join(folder, INDEX), [json.dumps(index, indent=1).encode()])


def _recording():
    """The recorder, unless a call that is recorded is running: what it calls itself is no call of the model."""
    return None if getattr(_here, "inside", False) else _recorder


class _Inside:
    def __enter__(self):
        _here.inside = True

    def __exit__(self, *_):
        _here.inside = False


class record:
    """Records what runs inside through torch.nn.functional.scaled_dot_product_attention, torch.nn.MultiheadAttention
    or attention_implementation(), and writes it at the end: one pass, or one generation with its cache. `what`: of
    q, k, v and weights. Under torchrun `path` is a folder, and every process writes what it has: its heads
    (parallel="heads", tensor parallelism) or its layers (parallel="layers", pipelines). Nothing is written after an
    exception."""

    def __init__(self, path, tokens=None, what=("q", "k"), target_tokens=None, parallel="heads"):
        self.recorder = Recorder(path, tokens, what, target_tokens, parallel)
        self.undo = []

    def __enter__(self):
        global _recorder
        if _recorder is not None:
            raise RuntimeError("record is already running")
        self._replace(torch.nn.functional, "scaled_dot_product_attention", _recorded_sdpa)
        self._replace(torch.nn.MultiheadAttention, "forward", _recorded_mha)
        # PyTorch's fused encoder layers do not call their attention.
        self._replace(torch.nn.TransformerEncoderLayer, "forward", _unfused("activation_relu_or_gelu", 0))
        self._replace(torch.nn.TransformerEncoder, "forward", _unfused("enable_nested_tensor", False))
        _recorder = self.recorder
        return self.recorder

    def _replace(self, owner, name, make):
        original = getattr(owner, name, None)
        if original is not None:
            setattr(owner, name, make(original))
            self.undo.append((owner, name, original))

    def __exit__(self, fault, *_):
        global _recorder
        _recorder = None
        for owner, name, original in reversed(self.undo):
            setattr(owner, name, original)
        self.undo = []
        if fault is None:
            self.recorder.write()


def _recorded_sdpa(original):
    def scaled_dot_product_attention(
        query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False
    ):
        recorder = _recording()
        if recorder is not None:
            recorder.add(query, key, value, attn_mask, is_causal, scale)
        more = {}
        if scale is not None:
            more["scale"] = scale
        if enable_gqa:
            more["enable_gqa"] = True
        with _Inside():
            return original(query, key, value, attn_mask, dropout_p, is_causal, **more)

    return scaled_dot_product_attention


def _unfused(name, value):
    def make(original):
        def forward(self, *arguments, **named):
            kept = getattr(self, name, None)
            if kept is None:
                return original(self, *arguments, **named)
            setattr(self, name, value)
            try:
                return original(self, *arguments, **named)
            finally:
                setattr(self, name, kept)

        return forward

    return make


def _recorded_mha(original):
    def forward(
        self,
        query,
        key,
        value,
        key_padding_mask=None,
        need_weights=True,
        attn_mask=None,
        average_attn_weights=True,
        **more,
    ):
        recorder = _recording()
        if recorder is not None:
            q, k, v = _projected(self, query, key, value)
            mask = _mask_of_mha(q, k, key_padding_mask, attn_mask)
            causal = bool(more.get("is_causal", False)) and attn_mask is None
            same = query is key or (query.shape == key.shape and torch.equal(query, key))
            recorder.add(q, k, v, mask, causal, None, not same)
        with _Inside():
            return original(
                self,
                query,
                key,
                value,
                key_padding_mask=key_padding_mask,
                need_weights=need_weights,
                attn_mask=attn_mask,
                average_attn_weights=average_attn_weights,
                **more,
            )

    return forward


def _projected(module, query, key, value):
    """q, k and v of nn.MultiheadAttention as [batch, heads, n, d_head]."""
    if module.bias_k is not None or module.add_zero_attn:
        raise ValueError("MultiheadAttention with add_bias_kv or add_zero_attn has keys that are no tokens")
    if module.in_proj_weight is not None:
        weights = module.in_proj_weight.chunk(3)
    else:
        weights = (module.q_proj_weight, module.k_proj_weight, module.v_proj_weight)
    biases = module.in_proj_bias.chunk(3) if module.in_proj_bias is not None else (None,) * 3
    projected = []
    with torch.no_grad():
        for tensor, weight, bias in zip((query, key, value), weights, biases):
            if tensor.dim() == 2:
                tensor = tensor[None]
            elif not module.batch_first:
                tensor = tensor.transpose(0, 1)
            rows = torch.nn.functional.linear(tensor, weight, bias)
            projected.append(rows.unflatten(-1, (module.num_heads, -1)).transpose(1, 2))
    return projected


def _mask_of_mha(q, k, key_padding_mask, attn_mask):
    """One additive mask; booleans say there what is hidden, not what is seen."""
    parts = []
    if attn_mask is not None:
        if attn_mask.dim() == 3:
            attn_mask = attn_mask.view(q.shape[0], q.shape[1], q.shape[2], k.shape[2])
        parts.append(attn_mask)
    if key_padding_mask is not None:
        padding = key_padding_mask if key_padding_mask.dim() == 2 else key_padding_mask[None]
        parts.append(padding[:, None, None])
    total = None
    for part in parts:
        if part.dtype == torch.bool:
            part = torch.zeros(part.shape, device=part.device).masked_fill(part, -math.inf)
        total = part.float() if total is None else total + part.float()
    return total


def attention_implementation(name="headlight", fused="sdpa"):
    """Registers an attention with Hugging Face transformers that computes what `fused` computes (its kernels stay
    on) and is recorded inside `record`. Returns its name, for attn_implementation=… and
    model.set_attn_implementation(…)."""
    from transformers import AttentionInterface
    from transformers.modeling_utils import ALL_ATTENTION_FUNCTIONS

    inner = ALL_ATTENTION_FUNCTIONS[fused]

    def attention(module, query, key, value, attention_mask, scaling=None, dropout=0.0, **more):
        recorder = _recording()
        if recorder is not None:
            causal = more.get("is_causal")
            if causal is None:
                causal = getattr(module, "is_causal", True)
            causal = bool(causal) and attention_mask is None and query.shape[2] > 1
            mask = attention_mask if attention_mask is None else attention_mask[..., : key.shape[2]]
            recorder.add(query, key, value, mask, causal, scaling, getattr(module, "is_cross_attention", None))
        with _Inside():
            return inner(module, query, key, value, attention_mask, scaling=scaling, dropout=dropout, **more)

    AttentionInterface.register(name, attention)
    try:  # without it, newer versions make no mask for an attention that they do not know
        from transformers.masking_utils import ALL_MASK_ATTENTION_FUNCTIONS, AttentionMaskInterface

        AttentionMaskInterface.register(name, ALL_MASK_ATTENTION_FUNCTIONS[fused])
    except ImportError:
        pass
    return name


# --- the program -----------------------------------------------------------------------------------------


def show(path):
    """Starts Headlight on a trace: the program named by HEADLIGHT, on the path, or of this checkout."""
    checkout = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "headlight")
    candidates = (os.environ.get("HEADLIGHT"), shutil.which("headlight"), checkout)
    program = next((c for c in candidates if c and os.path.isfile(c)), None)
    if program is None:
        raise FileNotFoundError("headlight: not found. Name the program in the variable HEADLIGHT")
    return subprocess.Popen([program, os.path.abspath(path)])
