#!/usr/bin/env python3
"""Makes the probes of the built-in models: what their plain PyTorch definitions give for a sentence.

    python3 resources/models/make_probes.py

The definitions are those that the models were trained with (en-fr/training/transformer.py, en-bert/training/bert.py,
en-gpt/training/gpt.py); they read the half-precision weights of the folders and compute in float32. Nothing of Headlight
takes part. Needs PyTorch and NumPy.
"""

import pathlib
import subprocess
import sys

import torch

MODELS = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(MODELS.parent / "exporters"))
from headlight_probe import write  # noqa: E402


def stream(tensors, stack, hidden, final):
    """hidden: the input of layer 0 and the output of every layer, before a final norm."""
    tensors.update({f"{stack}.residual.{layer}": states for layer, states in enumerate(hidden)})
    tensors[f"{stack}.final"] = final


def weights(tensors, stack, kind, layers):
    tensors.update({f"{stack}.{layer}.{kind}.weights": each for layer, each in enumerate(layers)})


def en_fr(folder):
    from export import load

    model, tokenizer = load(folder)
    source = torch.tensor([tokenizer.encode("The cat is sleeping.")])
    target = torch.tensor([[model.config["decoder_start_token_id"], *model.greedy(source)[0]]])
    keep = {name: [] for name in ("encoder.hidden", "encoder.attn", "decoder.hidden", "decoder.self_attn", "decoder.cross_attn")}
    memory, mask = model.encode(source, keep)
    final = model.decode(target, memory, mask, keep)
    tensors = {"input_ids": source, "target_ids": target, "logits": model.logits(final)}
    stream(tensors, "encoder", keep["encoder.hidden"], memory)
    stream(tensors, "decoder", keep["decoder.hidden"], final)
    weights(tensors, "encoder", "self", keep["encoder.attn"])
    weights(tensors, "decoder", "self", keep["decoder.self_attn"])
    weights(tensors, "decoder", "cross", keep["decoder.cross_attn"])
    return tensors


def en_bert(folder):
    from export_bert import load

    model, tokenizer = load(folder)
    first, second = tokenizer.encode("The [MASK] is black."), tokenizer.encode("It is a cat.")
    ids = torch.tensor([first + second[1:]])
    segments = torch.tensor([[0] * len(first) + [1] * (len(second) - 1)])
    keep, hidden = [], []
    final = model(ids, segments, keep, hidden)
    tensors = {"input_ids": ids, "segment_ids": segments, "logits": model.logits(final)}
    stream(tensors, "encoder", hidden, final)
    weights(tensors, "encoder", "self", keep)
    return tensors


def en_gpt(folder):
    from export_gpt import load

    model, tokenizer = load(folder)
    ids = torch.tensor([tokenizer.encode("The black cat saw the dog.")])
    keep, hidden = [], []
    final = model(ids, keep, hidden)
    tensors = {"input_ids": ids, "logits": model.logits(final)}
    stream(tensors, "decoder", hidden, final)
    weights(tensors, "decoder", "self", keep)
    return tensors


MADE = {"en-fr": en_fr, "en-bert": en_bert, "en-gpt": en_gpt}


@torch.no_grad()
def make(name):
    folder = MODELS / name
    sys.path.insert(0, str(folder / "training"))
    tensors = MADE[name](str(folder))
    path = write(str(folder), tensors, f"PyTorch {torch.__version__}, resources/models/{name}/training")
    print(path, pathlib.Path(path).stat().st_size)


if __name__ == "__main__":
    if len(sys.argv) == 2:
        make(sys.argv[1])
    else:  # a process each: their modules have the same names
        for each in MADE:
            subprocess.run([sys.executable, __file__, each], check=True)
