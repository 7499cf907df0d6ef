# SPDX-License-Identifier: GPL-3.0-or-later
"""PyTorch's side of `headlight bench --against-torch`, which starts it.

Its first line of output is {"torch": version, "numpy": version} or {"missing": [packages of Debian]}. At the
first line of input, torch_side.py FOLDER THREADS reads FOLDER/model.safetensors (GPT-2's layout, F32). Every
line of input is a number of tokens, and each gets one line: {"milliseconds": of one pass, "best": id of the
largest logit of the last row, "logit": its value}. The pass keeps the attention weights of all heads until it
is timed.
"""

import json
import os
import sys
import time

HEADS = 12
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
            weights[name] = torch.from_numpy(numbers.reshape(entry["shape"]))
    return weights


def one_pass(weights, layers, ids):
    """The last row of logits, and the weights of all heads, a tensor [heads, tokens, tokens] per layer."""
    import torch
    import torch.nn.functional as functional

    tokens = ids.shape[0]
    width = weights["wte.weight"].shape[1]
    x = weights["wte.weight"][ids] + weights["wpe.weight"][:tokens]
    later = torch.ones(tokens, tokens, dtype=torch.bool).triu(1)
    kept = []

    def norm(name, rows):
        return functional.layer_norm(rows, (width,), weights[name + ".weight"], weights[name + ".bias"], EPSILON)

    def linear(name, rows):
        return torch.addmm(weights[name + ".bias"], rows, weights[name + ".weight"])

    def by_heads(rows):
        return rows.view(tokens, HEADS, width // HEADS).transpose(0, 1)

    for layer in range(layers):
        prefix = f"h.{layer}."
        q, k, v = map(by_heads, linear(prefix + "attn.c_attn", norm(prefix + "ln_1", x)).split(width, dim=1))
        scores = torch.matmul(q * (width // HEADS) ** -0.5, k.transpose(1, 2)).masked_fill_(later, -torch.inf)
        attention = torch.softmax(scores, dim=-1)
        kept.append(attention)
        mixed = torch.matmul(attention, v).transpose(0, 1).reshape(tokens, width)
        x = x + linear(prefix + "attn.c_proj", mixed)
        hidden = functional.gelu(linear(prefix + "mlp.c_fc", norm(prefix + "ln_2", x)), approximate="tanh")
        x = x + linear(prefix + "mlp.c_proj", hidden)
    return torch.mv(weights["wte.weight"], norm("ln_f", x[-1:])[0]), kept


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
    say(versions)
    weights = None
    with torch.inference_mode():
        for line in sys.stdin:
            if weights is None:
                weights = read_weights(os.path.join(folder, "model.safetensors"))
                layers = sum(name.endswith(".ln_1.weight") for name in weights)
                vocabulary = weights["wte.weight"].shape[0]
            ids = (torch.arange(int(line)) * 37 + 10) % vocabulary
            start = time.perf_counter()
            logits, kept = one_pass(weights, layers, ids)
            took = time.perf_counter() - start
            del kept
            best = int(logits.argmax())
            say({"milliseconds": took * 1e3, "best": best, "logit": float(logits[best])})


if __name__ == "__main__":
    main()
