"""Writes a trained model as a folder in Hugging Face's layout, and reads such a folder back.

    python3 export.py WORK MODEL_FOLDER [--golden FILE]

WORK is train.py's folder; its averaged weights and tokenizer.json become MODEL_FOLDER, the weights rounded to
half precision.  --golden writes the hidden states, attention weights and logits of one sentence, computed in
float32 from those rounded weights, for comparison with another implementation.
"""
import argparse
import collections
import json
import os
import shutil
import struct

import torch

from tokenizer import Tokenizer
from transformer import CONFIG, EOS, PAD, START, Transformer

GOLDEN_SENTENCE = "The black cat is sleeping."

GENERATION = {"bos_token_id": START, "decoder_start_token_id": START, "eos_token_id": EOS, "pad_token_id": PAD,
              "max_new_tokens": 128, "num_beams": 1, "do_sample": False}


# ------------------------------------------------------------------------------------------------ safetensors

DTYPES = {torch.float16: "F16", torch.float32: "F32", torch.int64: "I64"}


def write_safetensors(path, tensors):
    """An 8-byte little-endian length, that many bytes of JSON (padded with spaces to a multiple of 8), data."""
    header, data, offset = {"__metadata__": {"format": "pt"}}, [], 0
    for name in sorted(tensors):
        raw = tensors[name].contiguous().numpy().tobytes()
        header[name] = {"dtype": DTYPES[tensors[name].dtype], "shape": list(tensors[name].shape),
                        "data_offsets": [offset, offset + len(raw)]}
        offset += len(raw)
        data.append(raw)
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as f:
        f.write(struct.pack("<Q", len(text)) + text + b"".join(data))


def read_safetensors(path):
    with open(path, "rb") as f:
        size, = struct.unpack("<Q", f.read(8))
        header = json.loads(f.read(size))
        data = bytearray(f.read())
    header.pop("__metadata__", None)
    dtypes = {name: dtype for dtype, name in DTYPES.items()}
    return {name: torch.frombuffer(data, dtype=dtypes[h["dtype"]], offset=h["data_offsets"][0],
                                   count=torch.Size(h["shape"]).numel()).view(h["shape"])
            for name, h in header.items()}


# --------------------------------------------------------------------------------------------- tensor names

NORMS = {"self_norm": "self_attn_layer_norm", "cross_norm": "encoder_attn_layer_norm", "ffn_norm": "final_layer_norm"}
ATTENTION = {"self_attn": "self_attn", "cross_attn": "encoder_attn"}


def tensor_map(state):
    """For each of our tensors, the names of the equal parts it has in the file: {ours: [theirs, ...]}."""
    result = {"shared.weight": ["model.shared.weight"]}
    for name in state:
        if name == "shared.weight":
            continue
        stack, layer, module, *rest = name.split(".")
        prefix = f"model.{stack}.layers.{layer}."
        if module in NORMS:
            result[name] = [f"{prefix}{NORMS[module]}.{rest[0]}"]
        elif module in ATTENTION:
            parts = ["out"] if rest[0] == "out" else rest[0]    # "qkv" is q, k and v, one below the other
            result[name] = [f"{prefix}{ATTENTION[module]}.{p}_proj.{rest[1]}" for p in parts]
        else:
            result[name] = [f"{prefix}{module}.{rest[0]}"]
    return result


def to_file(state):
    """Our state dict -> tensors as named in the model file."""
    return {theirs: part for ours, names in tensor_map(state).items()
            for theirs, part in zip(names, state[ours].chunk(len(names)))}


def load(folder):
    """A model folder -> (model in float32, tokenizer)"""
    with open(os.path.join(folder, "config.json"), encoding="utf8") as f:
        model = Transformer(json.load(f))
    tensors = read_safetensors(os.path.join(folder, "model.safetensors"))
    model.load_state_dict({ours: torch.cat([tensors[n].float() for n in names])
                           for ours, names in tensor_map(model.state_dict()).items()})
    return model.eval(), Tokenizer(os.path.join(folder, "tokenizer.json"))


def write_config(folder, config, generation):
    """config.json and, for a model that generates, generation_config.json"""
    files = {"config.json": {**config, "torch_dtype": "float16"}, "generation_config.json": generation}
    for name, value in files.items():
        if value is not None:
            with open(os.path.join(folder, name), "w", encoding="utf8") as f:
                json.dump(value, f, indent=2, sort_keys=True)
                f.write("\n")


def write_folder(work, folder):
    os.makedirs(folder, exist_ok=True)
    state = torch.load(os.path.join(work, "averaged.pt"))
    write_safetensors(os.path.join(folder, "model.safetensors"), {n: t.half() for n, t in to_file(state).items()})
    shutil.copyfile(os.path.join(work, "tokenizer.json"), os.path.join(folder, "tokenizer.json"))
    write_config(folder, CONFIG, GENERATION)


# ---------------------------------------------------------------------------------------------------- golden

@torch.no_grad()
def write_golden(folder, path):
    """One sentence through the model of `folder`; no batch axis.  Attention [heads, queries, keys]; hidden.0 is
    the sum of embedding and position, hidden.N the output of layer N; logits [length, vocabulary] for the
    decoder's input; greedy_ids as generated, </s> included."""
    model, tokenizer = load(folder)
    source = torch.tensor([tokenizer.encode(GOLDEN_SENTENCE)])
    greedy = model.greedy(source)[0]
    target = torch.tensor([[START] + greedy])
    keep = collections.defaultdict(list, {"encoder.hidden": []})
    hidden = model.decode(target, *model.encode(source, keep), keep)
    tensors = {"input_ids": source[0], "decoder_input_ids": target[0], "greedy_ids": torch.tensor(greedy + [EOS]),
               "logits": model.logits(hidden)[0]}
    for kind, layers in keep.items():
        tensors.update({f"{kind}.{n}": t[0] for n, t in enumerate(layers)})
    write_safetensors(path, tensors)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", help="train.py's folder")
    parser.add_argument("folder", help="model folder to write")
    parser.add_argument("--golden", metavar="FILE", help="safetensors file to write")
    args = parser.parse_args()
    write_folder(args.work, args.folder)
    if args.golden:
        write_golden(args.folder, args.golden)


if __name__ == "__main__":
    main()
