"""Pseudo-perplexity of the built-in masked language model, and what its heads do, on sentences it has not seen.

    python3 evaluate_bert.py MODEL_FOLDER DATA

Pseudo-perplexity (Salazar et al. 2020): every token of a sentence is masked in turn, and the probability of the
right one counts.  The sentences stand by themselves, [CLS] and [SEP] are not counted.

Heads: the mean weight two tokens back, on the previous, own and next token, on [CLS] and [SEP], and the largest
weight; "twin" is the weight on the same token of the other sentence, in pairs of a sentence and one of the training
data that has the same translation, for tokens that both have once (an even spread over all positions gives the figure
printed); "masked" the same where the row has read [MASK] in that token's place, in the first sentence.

Pairs: every token of the first sentence is masked in turn, and found out with and without the second sentence.
"""
import argparse
import collections
import math
import os

import torch

import paths                                            # noqa: F401  (makes the next one importable)
from evaluate_gpt import sentences
from word_piece import CLS, MASK, SEP

EXAMPLES = ["The black [MASK] is sleeping on the red chair.", "I don't [MASK] what to do.", "Tom lost [MASK] keys.",
            "Mary said that [MASK] was tired.", "It's raining [MASK]."]


@torch.no_grad()
def pseudo_perplexity(model, tokenizer, texts, seconds=None):
    """(perplexity, share of tokens where the most probable one is right, tokens), each text with the sentence of
    `seconds` behind it, if given."""
    nll, right, tokens = 0.0, 0, 0
    for k, text in enumerate(texts):
        ids = torch.tensor([tokenizer.encode(text)])
        n = ids.shape[1] - 2
        reads, segments = ids.repeat(n, 1), torch.zeros(n, n + 2, dtype=torch.long)
        at = torch.arange(n)
        reads[at, at + 1] = MASK
        if seconds:
            second = torch.tensor(tokenizer.encode(seconds[k])[1:]).repeat(n, 1)
            reads, segments = torch.cat([reads, second], 1), torch.cat([segments, torch.ones_like(second)], 1)
        logits = model.logits(model(reads, segments)[at, at + 1]).float()
        nll += float(torch.nn.functional.cross_entropy(logits, ids[0, 1:-1], reduction="sum"))
        right += int((logits.argmax(-1) == ids[0, 1:-1]).sum())
        tokens += n
    return math.exp(nll / tokens), right / tokens, tokens


class Means:
    """{what: {(layer, head): mean}}"""

    def __init__(self):
        self.sums = collections.defaultdict(lambda: collections.defaultdict(lambda: [0.0, 0]))

    def add(self, name, keep, measure):
        """measure([heads, T, T]) -> [heads, any number of values]"""
        for layer, weights in enumerate(keep):
            values = measure(weights[0])
            for head, total in enumerate(values.sum(-1).tolist()):
                at = self.sums[name][layer, head]
                at[0], at[1] = at[0] + total, at[1] + values.shape[-1]

    def table(self):
        return {name: {at: total / count for at, (total, count) in values.items()} for name, values in self.sums.items()}


@torch.no_grad()
def heads(model, tokenizer, texts, pairs):
    """(the table, what an even spread would give for "twin")"""
    means = Means()
    for text in texts:
        ids, keep = torch.tensor([tokenizer.encode(text)]), []
        model(ids, torch.zeros_like(ids), keep)
        means.add("2 back", keep, lambda w: torch.diagonal(w, -2, 1, 2))
        means.add("previous", keep, lambda w: torch.diagonal(w, -1, 1, 2))
        means.add("own", keep, lambda w: torch.diagonal(w, 0, 1, 2))
        means.add("next", keep, lambda w: torch.diagonal(w, 1, 1, 2))
        means.add("[CLS]", keep, lambda w: w[:, 1:, 0])
        means.add("[SEP]", keep, lambda w: w[:, :-1, -1])
        means.add("largest", keep, lambda w: w.max(-1).values)
    even, count = 0.0, 0
    for first, second in pairs:
        a, b = tokenizer.plain(first), tokenizer.plain(second)
        row = [CLS] + a + [SEP] + b + [SEP]
        twins = [(1 + a.index(t), 2 + len(a) + b.index(t)) for t in a if a.count(t) == b.count(t) == 1]
        if not twins:
            continue
        q, k = zip(*twins, *[(k, q) for q, k in twins])
        ids, segments, keep = torch.tensor([row]), torch.tensor([[0] * (len(a) + 2) + [1] * (len(b) + 1)]), []
        model(ids, segments, keep)
        means.add("twin", keep, lambda w: w[:, list(q), list(k)])
        for one, other in twins:
            reads, keep = ids.clone(), []
            reads[0, one] = MASK
            model(reads, segments, keep)
            means.add("masked", keep, lambda w: w[:, one, other, None])
        even, count = even + len(q) / len(row), count + len(q)
    return means.table(), even / max(count, 1)


def pairs_of(data):
    """(a sentence kept for evaluation, one of the training data with a translation in common)"""
    by_french = {}
    with open(os.path.join(data, "train.tsv"), encoding="utf8") as f:
        for line in f:
            english, french = line.rstrip("\n").split("\t")[:2]
            by_french.setdefault(french, english)
    found = []
    with open(os.path.join(data, "dev.tsv"), encoding="utf8") as f:
        for line in f:
            english, *references = line.rstrip("\n").split("\t")
            other = next((by_french[r] for r in references if r in by_french), None)
            if other:
                found.append((english, other))
    return found


@torch.no_grad()
def guesses(model, tokenizer, text, count=5):
    ids = torch.tensor([tokenizer.encode(text)])
    at = int((ids[0] == MASK).nonzero()[0])
    p = model.logits(model(ids, torch.zeros_like(ids))[0, at]).float().softmax(-1)
    best = p.topk(count)
    return " ".join(f"{tokenizer.pieces[i]} {v:.2f}" for v, i in zip(best.values.tolist(), best.indices.tolist()))


def main():
    import export_bert
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", help="folder with config.json, model.safetensors, tokenizer.json")
    parser.add_argument("data", help="folder with train.tsv and dev.tsv")
    args = parser.parse_args()
    torch.set_num_threads(1)
    model, tokenizer = export_bert.load(args.model)
    texts = sentences(os.path.join(args.data, "dev.tsv"))
    with torch.autocast("cpu", torch.bfloat16):
        perplexity, right, tokens = pseudo_perplexity(model, tokenizer, texts)
    print(f"pseudo-perplexity {perplexity:.2f}, most probable token right {100 * right:.1f} % ({tokens} tokens)")
    pairs = pairs_of(args.data)
    firsts, seconds = zip(*pairs)
    with torch.autocast("cpu", torch.bfloat16):
        for name, others in (("by itself", None), ("with the second sentence", seconds)):
            perplexity, right, tokens = pseudo_perplexity(model, tokenizer, firsts, others)
            print(f"first sentences of {len(pairs)} pairs, {name}: {perplexity:.2f}, right {100 * right:.1f} % ({tokens} tokens)")
    table, even = heads(model, tokenizer, texts, pairs)
    print(f"\nan even spread would give twin {even:.2f}")
    print("               " + " ".join(f"{name:>9s}" for name in table))
    for at in table["previous"]:
        print(f"layer {at[0]} head {at[1]} " + " ".join(f"{values[at]:9.2f}" for values in table.values()))
    print()
    for text in EXAMPLES:
        print(text, "->", guesses(model, tokenizer, text))


if __name__ == "__main__":
    main()
