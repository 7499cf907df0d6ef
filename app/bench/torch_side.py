# SPDX-License-Identifier: GPL-3.0-or-later
"""PyTorch's side of `headlight bench --against`, which starts it: torch_side.py FOLDER THREADS.

Its first line of output is {"version": PyTorch's} or {"missing": [packages of Debian]}. At the first line of input it
reads FOLDER/config.json, whose model_type is gpt2 or llama, and FOLDER/model.safetensors in F32 (GPT-2's layout; for
llama the names that Llama.run reads). Every line of input, COUNT ID ID ..., asks for a pass over the first COUNT ids
and, with the keys and values of earlier tokens kept, for a step with each further id. It gets one line:
{"milliseconds": of the steps, or of the pass if there are none, "best": id of the largest logit after the last id}, or
{"cannot": why}. The attention weights of all heads are kept until the time is taken.
"""

import json
import os
import sys
import time

EPSILON = 1e-5


def say(answer):
    print(json.dumps(answer), flush=True)


def uses_openblas():
    """Whether the matrix products of this process come from OpenBLAS with threads of its own."""
    with open("/proc/self/maps", encoding="utf-8", errors="replace") as maps:
        return any("openblas-pthread/" in line for line in maps)


def read_weights(path):
    import numpy
    import torch

    stored = numpy.memmap(path, dtype=numpy.uint8, mode="r")
    size = int.from_bytes(stored[:8].tobytes(), "little")
    header = json.loads(stored[8 : 8 + size].tobytes())
    weights = {}
    for name, entry in header.items():
        if name != "__metadata__":
            begin, end = entry["data_offsets"]
            numbers = numpy.array(stored[8 + size + begin : 8 + size + end]).view(numpy.float32)
            weights[name.removeprefix("transformer.")] = torch.from_numpy(numbers.reshape(entry["shape"]))
    return weights


class Gpt2:
    """Radford et al. 2019."""

    def __init__(self, weights, config):
        self.weights = weights
        self.layers = sum(name.endswith(".ln_1.weight") for name in weights)
        self.heads = config.get("n_head", 12)

    def run(self, ids, kept, cache):
        """The last row of logits; `kept` gets the weights of all heads, a tensor [heads, tokens, tokens] a layer."""
        import torch
        import torch.nn.functional as functional

        assert cache is None
        weights = self.weights
        tokens = ids.shape[0]
        width = weights["wte.weight"].shape[1]
        x = weights["wte.weight"][ids] + weights["wpe.weight"][:tokens]
        later = torch.ones(tokens, tokens, dtype=torch.bool).triu(1)

        def norm(name, rows):
            return functional.layer_norm(rows, (width,), weights[name + ".weight"], weights[name + ".bias"], EPSILON)

        def linear(name, rows):
            return torch.addmm(weights[name + ".bias"], rows, weights[name + ".weight"])

        def by_heads(rows):
            return rows.view(tokens, self.heads, width // self.heads).transpose(0, 1)

        for layer in range(self.layers):
            prefix = f"h.{layer}."
            q, k, v = map(by_heads, linear(prefix + "attn.c_attn", norm(prefix + "ln_1", x)).split(width, dim=1))
            scores = torch.matmul(q * (width // self.heads) ** -0.5, k.transpose(1, 2)).masked_fill_(later, -torch.inf)
            attention = torch.softmax(scores, dim=-1)
            kept.append(attention)
            mixed = torch.matmul(attention, v).transpose(0, 1).reshape(tokens, width)
            x = x + linear(prefix + "attn.c_proj", mixed)
            hidden = functional.gelu(linear(prefix + "mlp.c_fc", norm(prefix + "ln_2", x)), approximate="tanh")
            x = x + linear(prefix + "mlp.c_proj", hidden)
        return torch.mv(weights["wte.weight"], norm("ln_f", x[-1:])[0])


class Llama:
    """Touvron et al. 2023: root mean square norms, rotary positions by halves, gated feed-forward, shared keys."""

    def __init__(self, weights, config):
        import torch

        self.weights = weights
        self.config = config
        self.layers = config["layers"]
        self.frequencies = torch.tensor(config["frequencies"])

    def run(self, ids, kept, cache):
        """As Gpt2.run. cache: keys and values of the tokens before, by layer; grows. None: there are none."""
        import torch
        import torch.nn.functional as functional

        weights, config = self.weights, self.config
        heads, groups, width = config["heads"], config["kv_heads"], config["head_width"]
        tokens = ids.shape[0]
        before = cache[0][0].shape[1] if cache else 0
        x = weights["embedding"][ids]
        angles = torch.arange(before, before + tokens).float()[:, None] * self.frequencies[None, :]
        cosine, sine = torch.cat([angles, angles], 1).cos(), torch.cat([angles, angles], 1).sin()
        later = torch.ones(tokens, before + tokens, dtype=torch.bool).triu(before + 1)

        def norm(name, rows):
            scale = torch.rsqrt(rows.square().mean(-1, keepdim=True) + config["epsilon"])
            return rows * scale * weights[name]

        def by_heads(rows, count):
            return rows.view(tokens, count, width).transpose(0, 1)

        def rotated(rows):
            half = width // 2
            return rows * cosine + torch.cat([-rows[..., half:], rows[..., :half]], -1) * sine

        for layer in range(self.layers):
            prefix = f"{layer}."
            rows = norm(prefix + "self_norm", x)
            q = rotated(by_heads(functional.linear(rows, weights[prefix + "query"]), heads))
            k = rotated(by_heads(functional.linear(rows, weights[prefix + "key"]), groups))
            v = by_heads(functional.linear(rows, weights[prefix + "value"]), groups)
            if cache is not None:
                if before:
                    k, v = torch.cat([cache[layer][0], k], 1), torch.cat([cache[layer][1], v], 1)
                    cache[layer] = (k, v)
                else:
                    cache.append((k, v))
            keys, values = (part.repeat_interleave(heads // groups, 0) for part in (k, v))
            scores = torch.matmul(q * config["scale"], keys.transpose(1, 2)).masked_fill_(later, -torch.inf)
            attention = torch.softmax(scores, dim=-1)
            kept.append(attention)
            mixed = torch.matmul(attention, values).transpose(0, 1).reshape(tokens, heads * width)
            x = x + functional.linear(mixed, weights[prefix + "output"])
            rows = norm(prefix + "feed_forward_norm", x)
            gate = functional.silu(functional.linear(rows, weights[prefix + "gate"]))
            x = x + functional.linear(gate * functional.linear(rows, weights[prefix + "up"]), weights[prefix + "down"])
        return torch.mv(weights["head"], norm("final_norm", x[-1:])[0])


def read_model(folder):
    weights = read_weights(os.path.join(folder, "model.safetensors"))
    with open(os.path.join(folder, "config.json"), encoding="utf-8") as file:
        config = json.load(file)
    return {"gpt2": Gpt2, "llama": Llama}[config["model_type"]](weights, config)


def answer(model, count, ids):
    """One pass over `count` ids, and a step with each other one."""
    import torch

    ids = torch.tensor(ids)
    cache = [] if len(ids) > count else None
    kept = []
    start = time.perf_counter()
    logits = model.run(ids[:count], kept, cache)
    if cache is not None:
        start = time.perf_counter()
    for step in range(count, len(ids)):
        logits = model.run(ids[step : step + 1], kept, cache)
    return {"milliseconds": (time.perf_counter() - start) * 1e3, "best": int(logits.argmax())}


def main():
    folder, threads = sys.argv[1], sys.argv[2]
    for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ[variable] = threads
    missing = []
    versions = {}
    for module in ("torch", "numpy"):
        try:
            versions[module] = __import__(module).__version__
        except ImportError:
            missing.append("python3-" + module)
    if missing:
        say({"missing": missing})
        return
    import torch

    torch.set_num_threads(int(threads))
    torch.mm(torch.ones(64, 64), torch.ones(64, 64))
    if not uses_openblas():
        say({"missing": ["libopenblas0-pthread"]})
        return
    say({"version": versions["torch"]})
    model = None
    with torch.inference_mode():
        for line in sys.stdin:
            if model is None:
                model = read_model(folder)
            count, *ids = map(int, line.split())
            say(answer(model, count, ids))


if __name__ == "__main__":
    main()
