#!/usr/bin/env python3
"""Writes training_input.json: which pieces of a model's vocabulary occur in the input of its training.

    python3 training_input.py HEADLIGHT MODEL_FOLDER SENTENCES.tsv [--whole-sentences] [--example TEXT]...

HEADLIGHT is the program; its tokenizer is the one that the window uses. The first column of SENTENCES.tsv is
the input, each sentence counted once. The window compares what is typed with the table and says where the
model cannot know what to make of it. On the 1,000 sentences of dev.tsv, which no training has seen, 0.3% have
a piece that is not in the table of en-fr; of their French translations 98.5% have.

`read` holds a bit for each id, four to a hexadecimal digit, the lowest id first.
"""

import argparse
import json
import pathlib
import subprocess


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("headlight")
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("sentences", type=pathlib.Path)
    parser.add_argument("--whole-sentences", action="store_true", help="a word alone was hardly ever an input")
    parser.add_argument("--example", action="append", default=[], help="a sentence like those of the training")
    options = parser.parse_args()

    lines = options.sentences.read_text(encoding="utf-8").splitlines()
    inputs = sorted({line.split("\t")[0] for line in lines})
    request = "".join(json.dumps(text) + "\n" for text in inputs)
    answers = subprocess.run(
        [options.headlight, "tokenize", "--stdin", "--quiet", "--model", options.model],
        input=request, capture_output=True, text=True, check=True).stdout

    ids = set()
    for line in answers.splitlines():
        ids.update(json.loads(line)["ids"])
    size = -(-(max(ids) + 1) // 4) * 4
    digits = "".join("%x" % sum((first + bit in ids) << (3 - bit) for bit in range(4))
                     for first in range(0, size, 4))
    table = {"sentences": len(inputs), "whole_sentences": options.whole_sentences,
             "examples": options.example, "read": digits}
    path = options.model / "training_input.json"
    path.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
    print(f"{path}: {len(ids)} pieces in {len(inputs)} sentences")


if __name__ == "__main__":
    main()
