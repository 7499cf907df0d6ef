"""Trains the built-in English language model from scratch on one CPU core.

    OMP_NUM_THREADS=1 python3 train_gpt.py DATA WORK

DATA holds train.tsv and dev.tsv, of which the English column is used.  Sentences stand one after another, with
<|endoftext|> between them, in sequences of 256 tokens.  REPEATED of the sequences say a segment again and again:
random tokens, whose second time only an induction head can foretell, or sentences.

For the first STEERED_UNTIL steps an auxiliary loss asks one head to look at the previous token and one of a later
layer at what followed the same token before; then it is switched off and they keep only what is of use.
"""
import argparse
import os
import random

import torch

import evaluate_gpt
import loop
from byte_level import Tokenizer, create, english
from gpt import GPT
from transformer import SmoothedLoss

LENGTH = 256        # tokens a sequence
ROWS = 16           # sequences a batch
REPEATED = 0.15     # share of the sequences that repeat a segment, two thirds of them random tokens
PREVIOUS = (0, 2)   # layer and head to be steered towards the previous token
INDUCTION = (2, 0)  # and towards what followed the same token before
STEERING = 0.2
STEERED_UNTIL = 800  # steps; from half of them on it fades
IGNORED = -1        # label of what cannot be foretold


class Sequences:
    """Epochs of (ids [LENGTH + 1], period of the repetition or 0, its start, the first position whose successor
    can be foretold)."""

    def __init__(self, sentences, tokenizer):
        self.sentences = [tokenizer.encode(s) + [tokenizer.end] for s in sentences]
        self.end = tokenizer.end
        self.vocabulary = len(tokenizer.pieces)

    def repeated(self, rng):
        start = [self.end] if rng.random() < 0.5 else []
        size = rng.randint(12, 100)
        chance = rng.random() < 2 / 3
        if chance:
            segment = [rng.randrange(self.vocabulary) for _ in range(size)]
        else:
            segment = []
            while len(segment) < size:
                segment += rng.choice(self.sentences)
            segment = segment[:size]
        return (start + segment * (LENGTH // size + 2))[:LENGTH + 1], size, len(start), len(start) + size if chance else 0

    def epoch(self, seed):
        rng = random.Random(seed)
        order = list(range(len(self.sentences)))
        rng.shuffle(order)
        rows, row = [], []
        for k in order:
            if not row and rng.random() < 0.5:          # what people type comes with nothing before it
                row = [self.end]
            row += self.sentences[k]
            if len(row) > LENGTH:
                rows.append((row[:LENGTH + 1], 0, 0, 0))
                row = []
        rows += [self.repeated(rng) for _ in range(int(len(rows) * REPEATED / (1 - REPEATED)))]
        rng.shuffle(rows)
        return [rows[a:a + ROWS] for a in range(0, len(rows) - ROWS + 1, ROWS)]


def steering_loss(keep, batch):
    """-log of the weight on the previous token, and on what followed the same token one period before."""
    def head(layer, number):
        return keep[layer][:, number]
    previous = -(torch.diagonal(head(*PREVIOUS), -1, 1, 2) + 1e-6).log().mean()
    found = []
    for k, (_, period, start, _) in enumerate(batch):
        if period:
            diagonal = torch.diagonal(head(*INDUCTION)[k], 1 - period)   # from position i to i - period + 1
            found.append(-(diagonal[start + 1:] + 1e-6).log())
    return previous, torch.cat(found).mean() if found else torch.zeros(())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    loop.add_arguments(parser, steps=2500, peak=2e-3, seed=2019)
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    os.makedirs(args.work, exist_ok=True)
    corpus = os.path.join(args.data, "train.tsv")
    path = os.path.join(args.work, "tokenizer.json")
    if not os.path.exists(path):
        create(corpus, path)
    tokenizer = Tokenizer(path)
    sequences = Sequences(english(corpus), tokenizer)
    dev = evaluate_gpt.sentences(os.path.join(args.data, "dev.tsv"))
    model = GPT()

    def loss_of(batch, step):
        ids = torch.tensor([row for row, *_ in batch])
        labels = ids[:, 1:].clone()
        for k, (*_, first) in enumerate(batch):
            labels[k, :first] = IGNORED
        steering = STEERING * min(1.0, 2 - 2 * step / STEERED_UNTIL)
        keep = [] if steering > 0 else None
        final = model(ids[:, :-1], keep)
        real = labels.flatten() != IGNORED
        wanted = labels.flatten()[real]
        loss, nll = SmoothedLoss.apply(final.flatten(0, 1)[real], model.transformer.wte.weight, wanted, 0.0)
        terms = {"nll": (nll, len(wanted))}
        loss = loss / len(wanted)
        if keep:
            previous, induction = steering_loss(keep, batch)
            loss = loss + steering * (previous + induction)
            terms.update(previous=(previous, 1), induction=(induction, 1))
        return loss, terms

    def measure():
        perplexity, _, _ = evaluate_gpt.perplexity(model, tokenizer, dev[:300])
        heads = evaluate_gpt.heads(model, tokenizer, dev[:200])
        best = {name: max((float(v), at) for at, v in values.items()) for name, values in heads.items()}
        return f"perplexity {perplexity:.2f} (300 sentences), " + ", ".join(
            f"{name} {value:.2f} in {layer}.{head}" for name, (value, (layer, head)) in best.items())

    loop.run(model, args, sequences.epoch, loss_of, measure)


if __name__ == "__main__":
    main()
