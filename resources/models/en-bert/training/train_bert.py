"""Trains the built-in English masked language model from scratch on one CPU core.

    OMP_NUM_THREADS=1 python3 train_bert.py DATA WORK

DATA holds train.tsv and dev.tsv, of which the English column is used; the French one only says which English
sentences mean the same: those that have a translation in common.  A sequence is one sentence, or two with their
segments.  The second one means the same, or shares a rare token with the first, so that it is worth looking there; or
it has nothing to do with it.
"""
import argparse
import collections
import os
import random

import torch
from torch.nn import functional as F

import paths                                            # noqa: F401  (makes the next ones importable)
import evaluate_bert
import loop
from bert import CONFIG, Bert
from evaluate_gpt import sentences as read_sentences
from word_piece import CLS, MASK, PAD, SEP, SPECIAL, Tokenizer, create

TOKENS = 4000       # padded positions a batch
MASKED = 0.2        # share of the tokens that are to be found out: 80 % of them read [MASK], 10 % any token
PARAPHRASE = 0.6    # how often a sentence gets a second one that means the same, if there is any (11 % have one)
RELATED = 0.2       # how often, of the others, one that shares its rarest token
UNRELATED = 0.1     # and how often any other one
COMMON = 200        # a token in more sentences than that is not rare


def paraphrases(path):
    """(the distinct English sentences, for each the others that share a translation with it, as numbers)"""
    number, by_french = {}, collections.defaultdict(list)
    with open(path, encoding="utf8") as f:
        for line in f:
            english, french = line.rstrip("\n").split("\t")[:2]
            by_french[french].append(number.setdefault(english, len(number)))
    others = collections.defaultdict(set)
    for group in by_french.values():
        for one in group:
            others[one].update(k for k in group if k != one)
    return list(number), {one: sorted(rest) for one, rest in others.items() if rest}


class Sequences:
    """Epochs of batches [(ids, segments, labels)], the labels 0 where nothing is asked."""

    def __init__(self, path, tokenizer):
        texts, self.others = paraphrases(path)
        self.sentences = [tokenizer.plain(text) for text in texts]
        self.vocabulary = len(tokenizer.pieces)
        self.having = collections.defaultdict(list)             # token -> the sentences that have it
        for k, ids in enumerate(self.sentences):
            for i in set(ids):
                self.having[i].append(k)

    def related(self, k, rng):
        """Another sentence with the rarest token of sentence k, or None."""
        groups = [self.having[i] for i in sorted(set(self.sentences[k])) if 1 < len(self.having[i]) <= COMMON]
        if not groups:
            return None
        other = rng.choice(min(groups, key=len))
        return self.sentences[other] if other != k else None

    def sequence(self, k, rng):
        a, b, r = self.sentences[k], None, rng.random()
        if k in self.others and rng.random() < PARAPHRASE:
            b = self.sentences[rng.choice(self.others[k])]
        elif r < RELATED:
            b = self.related(k, rng)
        elif r < RELATED + UNRELATED:
            b = rng.choice(self.sentences)
        if b and len(a) + len(b) + 3 > CONFIG["max_position_embeddings"]:
            b = None
        ids = [CLS] + a + [SEP] + (b + [SEP] if b else [])
        segments = [0] * (len(a) + 2) + ([1] * (len(b) + 1) if b else [])
        return ids, segments

    def masked(self, ids, rng):
        """(what the model reads, the labels)"""
        reads, labels = list(ids), [PAD] * len(ids)
        places = [k for k, i in enumerate(ids) if i not in (CLS, SEP)]
        for k in rng.sample(places, max(1, round(MASKED * len(places) + rng.random() - 0.5))) if places else []:
            labels[k] = ids[k]
            r = rng.random()
            if r < 0.9:
                reads[k] = MASK if r < 0.8 else rng.randrange(len(SPECIAL), self.vocabulary)
        return reads, labels

    def epoch(self, seed):
        rng = random.Random(seed)
        chosen = [self.sequence(k, rng) for k in range(len(self.sentences))]
        chosen.sort(key=lambda s: (len(s[0]), rng.random()))
        batches, batch = [], []
        for ids, segments in chosen:
            if batch and (len(batch) + 1) * len(ids) > TOKENS:
                batches.append(batch)
                batch = []
            reads, labels = self.masked(ids, rng)
            batch.append((reads, segments, labels))
        batches.append(batch)
        rng.shuffle(batches)
        return batches


def pad(rows):
    longest = max(map(len, rows))
    return torch.tensor([row + [0] * (longest - len(row)) for row in rows])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    loop.add_arguments(parser, steps=2500, peak=1.3e-3, warmup=400, seed=2018)
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    os.makedirs(args.work, exist_ok=True)
    corpus = os.path.join(args.data, "train.tsv")
    path = os.path.join(args.work, "tokenizer.json")
    if not os.path.exists(path):
        create(corpus, path)
    tokenizer = Tokenizer(path)
    sequences = Sequences(corpus, tokenizer)
    dev = read_sentences(os.path.join(args.data, "dev.tsv"))
    model = Bert()

    def loss_of(batch, _):
        reads, segments, labels = (pad(column) for column in zip(*batch))
        asked = labels != PAD
        logits = model.logits(model(reads, segments)[asked])
        wanted = labels[asked]
        loss = F.cross_entropy(logits.float(), wanted, reduction="sum")
        return loss / len(wanted), {"nll": (loss.detach(), len(wanted))}

    def measure():
        perplexity, right, _ = evaluate_bert.pseudo_perplexity(model, tokenizer, dev[:300])
        return f"pseudo-perplexity {perplexity:.2f}, right {right:.3f} (300 sentences)"

    loop.run(model, args, sequences.epoch, loss_of, measure)


if __name__ == "__main__":
    main()
