"""Writes the trained language model as a folder in Hugging Face's layout, and reads such a folder back.

    python3 export_gpt.py WORK MODEL_FOLDER [--golden FILE] [--cases FILE --data DATA]

--golden writes the weights, streams and logits of one text, computed in float32 from the half-precision weights;
--cases the ids of some texts.  Both are for comparison with another implementation.
"""
import argparse
import json
import os
import shutil

import torch

import siblings                                         # noqa: F401  (makes cases and export importable)
from byte_level import Tokenizer
from cases import write_cases
from export import read_safetensors, write_config, write_safetensors
from gpt import CONFIG, GPT

GOLDEN_TEXT = "The black cat saw the dog. The black cat"
GENERATION = {"bos_token_id": CONFIG["bos_token_id"], "eos_token_id": CONFIG["eos_token_id"], "max_new_tokens": 64,
              "do_sample": False}


def write_folder(work, folder):
    os.makedirs(folder, exist_ok=True)
    state = torch.load(os.path.join(work, "averaged.pt"))
    write_safetensors(os.path.join(folder, "model.safetensors"), {n: t.half() for n, t in state.items()})
    shutil.copyfile(os.path.join(work, "tokenizer.json"), os.path.join(folder, "tokenizer.json"))
    write_config(folder, CONFIG, GENERATION)


def load(folder):
    """A model folder -> (model in float32, tokenizer)"""
    with open(os.path.join(folder, "config.json"), encoding="utf8") as f:
        model = GPT(json.load(f))
    tensors = read_safetensors(os.path.join(folder, "model.safetensors"))
    model.load_state_dict({name: tensor.float() for name, tensor in tensors.items()})
    return model.eval(), Tokenizer(os.path.join(folder, "tokenizer.json"))


@torch.no_grad()
def write_golden(folder, path):
    """No batch axis; decoder.hidden.0 is the sum of embedding and position, the last one comes after the final norm
    (decoder.last_block_out before it); greedy_ids continue input_ids."""
    model, tokenizer = load(folder)
    ids = tokenizer.encode(GOLDEN_TEXT)
    keep, hidden = [], []
    final = model(torch.tensor([ids]), keep, hidden)
    tensors = {"input_ids": torch.tensor(ids), "logits": model.logits(final)[0], "decoder.last_block_out": hidden[-1][0],
               "greedy_ids": torch.tensor(model.greedy(ids, 12, tokenizer.end))}
    tensors.update({f"decoder.self_attn.{n}": weights[0] for n, weights in enumerate(keep)})
    tensors.update({f"decoder.hidden.{n}": x[0] for n, x in enumerate(hidden[:-1] + [final])})
    write_safetensors(path, tensors)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", help="train_gpt.py's folder")
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
