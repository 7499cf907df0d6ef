"""Writes the trained masked language model as a folder in Hugging Face's layout, and reads such a folder back.

    python3 export_bert.py WORK MODEL_FOLDER [--golden FILE] [--cases FILE --data DATA]

--golden writes the weights, streams and logits of one pair of sentences, computed in float32 from the
half-precision weights; --cases the ids of some texts.  Both are for comparison with another implementation.
"""
import argparse
import json
import os
import shutil

import torch

import paths                                            # noqa: F401  (makes cases and export importable)
from bert import CONFIG, Bert
from cases import write_cases
from export import read_safetensors, write_config, write_safetensors
from word_piece import Tokenizer

GOLDEN_PAIR = "The [MASK] is black.", "It is a cat."


def write_folder(work, folder):
    os.makedirs(folder, exist_ok=True)
    state = torch.load(os.path.join(work, "averaged.pt"))
    write_safetensors(os.path.join(folder, "model.safetensors"), {n: t.half() for n, t in state.items()})
    shutil.copyfile(os.path.join(work, "tokenizer.json"), os.path.join(folder, "tokenizer.json"))
    write_config(folder, CONFIG, None)


def load(folder):
    """A model folder -> (model in float32, tokenizer)"""
    with open(os.path.join(folder, "config.json"), encoding="utf8") as f:
        model = Bert(json.load(f))
    tensors = read_safetensors(os.path.join(folder, "model.safetensors"))
    model.load_state_dict({name: tensor.float() for name, tensor in tensors.items()})
    return model.eval(), Tokenizer(os.path.join(folder, "tokenizer.json"))


@torch.no_grad()
def write_golden(folder, path):
    """No batch axis; encoder.hidden.0 is what the embeddings' norm gives, hidden.N the output of layer N."""
    model, tokenizer = load(folder)
    first, second = (tokenizer.encode(text) for text in GOLDEN_PAIR)
    ids = torch.tensor(first + second[1:])
    segments = torch.tensor([0] * len(first) + [1] * (len(second) - 1))
    keep, hidden = [], []
    final = model(ids[None], segments[None], keep, hidden)
    tensors = {"input_ids": ids, "token_type_ids": segments, "logits": model.logits(final)[0]}
    tensors.update({f"encoder.attn.{n}": weights[0] for n, weights in enumerate(keep)})
    tensors.update({f"encoder.hidden.{n}": x[0] for n, x in enumerate(hidden)})
    write_safetensors(path, tensors)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", help="train_bert.py's folder")
    parser.add_argument("folder", help="model folder to write")
    parser.add_argument("--golden", metavar="FILE", help="safetensors file to write")
    parser.add_argument("--cases", metavar="FILE", help="tokenizer cases to write")
    parser.add_argument("--data", help="folder with train.tsv and dev.tsv, for --cases")
    args = parser.parse_args()
    write_folder(args.work, args.folder)
    if args.golden:
        write_golden(args.folder, args.golden)
    if args.cases:
        write_cases(Tokenizer(os.path.join(args.folder, "tokenizer.json")), args.data, args.cases)


if __name__ == "__main__":
    main()
