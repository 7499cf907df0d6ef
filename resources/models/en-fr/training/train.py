"""Trains the built-in English-French model from scratch on one CPU core.

    OMP_NUM_THREADS=1 python3 train.py DATA WORK

DATA holds train.tsv (English, tab, French) and dev.tsv (English, tab, French references).  WORK receives the
SentencePiece model, tokenizer.json, checkpoints and the log; a second call with the same WORK resumes from
the last checkpoint.

--continue-from starts from a finished model instead and is the second stage, in which pronouns find their nouns
(see pronouns.py): part of the pairs have a pronoun whose noun is known, and an auxiliary loss asks one head of
the encoder to look from the one to the other.  It fades to nothing, so that for the last part of the steps the
model is trained on its translations alone.

    OMP_NUM_THREADS=1 python3 train.py DATA WORK2 --continue-from .. --steps 3000 --peak 4e-4 --warmup 200 --decay 0.9

The learning rate rises over the warm-up, stays, and falls linearly to zero over the last part of --steps, so
the end can still be chosen while the training runs: stop it, and resume with another --steps.
"""
import argparse
import collections
import os
import random
import re
import shutil
import time

import torch

import evaluate
import export
import pronouns
from optimiser import Adam, Log, learning_rate, save
from tokenizer import PAD, Tokenizer, create as create_tokenizer
from transformer import START, Dropout, SmoothedLoss, Transformer

FRAGMENT = 0.12     # share of pairs that lose their capital and their final punctuation
CONCATENATED = 0.06  # share of pairs that get a second pair appended
# Second stage
PRONOUNS = 0.12     # pairs made by pronouns.py for every pair of the corpus
STEERED = (1, 1)    # layer and head of the encoder that is to find the noun
STEERING = 3.0      # weight of its loss at first, and
STEERED_UNTIL = 0.6  # the share of the steps after which it has faded to nothing


# --------------------------------------------------------------------------------------------------- data

def names(sentences):
    """Words that are mostly capitalised within sentences (Tom, I, Monday, Paris): they keep their capital."""
    upper, lower = collections.Counter(), collections.Counter()
    for sentence in sentences:
        for word in re.findall(r"(?<=[^.!?\"«] )\w+", sentence):
            (upper if word[0].isupper() else lower)[word.lower()] += 1
    return {word for word in upper if upper[word] > lower[word]}


def fragment(sentence, keep):
    """The sentence as a fragment: first letter in lower case unless it begins a name, no final punctuation."""
    first = re.match(r"\w+", sentence)
    if first and first.group().lower() not in keep:
        sentence = sentence[0].lower() + sentence[1:]
    return re.sub(r" ?[.!?…]+$", "", sentence)


class Pairs:
    """The training pairs as ids, each in its ordinary form and as a fragment; in the second stage also which
    position of the source is a pronoun, and where its noun is."""

    def __init__(self, path, tokenizer, second_stage=False, unseen=()):
        with open(path, encoding="utf8") as f:
            pairs = [line.rstrip("\n").split("\t")[:2] for line in f]
        self.tokenizer, self.second_stage, self.unseen = tokenizer, second_stage, set(unseen)
        english, french = zip(*pairs)
        # "I" is a name to this rule; people do type "i love you", so half of the fragments lower it as well.
        keep_english, keep_french = names(english) - {"i"}, names(french)
        self.keep_english, self.keep_french = keep_english, keep_french
        rng = random.Random(1)
        encode = tokenizer.encode
        self.plain = [(encode(e), encode(f)) for e, f in pairs]
        self.fragments = [
            (encode(fragment(e, keep_english | ({"i"} if rng.random() < 0.5 else set()))),
             encode(fragment(f, keep_french))) for e, f in pairs]
        self.links = [[]] * len(pairs)
        if second_stage:
            marked = [pronouns.mark_names(e) for e in english]
            self.links = [pronouns.links(tokenizer, m)[1] if m else [] for m in marked]

    def made(self, rng):
        """Pairs of pronouns.py, none of them with a sentence kept for evaluation."""
        for english, french in pronouns.generate(rng, int(PRONOUNS * len(self.plain))):
            if pronouns.without_marks(english) in self.unseen:
                continue
            if rng.random() < FRAGMENT:
                french = fragment(french, self.keep_french)
                english = pronouns.fragment(english, lambda e: fragment(e, self.keep_english))
            ids, found = pronouns.links(self.tokenizer, english)
            yield ids, self.tokenizer.encode(french), found

    def epoch(self, seed, tokens):
        """One pass over the data as a shuffled list of batches [(source, target, links), ...], each at most `tokens`
        positions of source and target together, padding counted."""
        rng = random.Random(seed)
        chosen = []
        for k in range(len(self.plain)):
            r = rng.random()
            source, target = self.fragments[k] if r < FRAGMENT else self.plain[k]
            links = [] if r < FRAGMENT else self.links[k]
            if r > 1 - CONCATENATED:
                more = self.plain[rng.randrange(len(self.plain))]
                source, target = source[:-1] + more[0], target[:-1] + more[1]   # one </s>, at the end
            chosen.append((source, target, links))
        if self.second_stage:
            chosen += self.made(rng)
        # Equal lengths together, so that hardly a position is padding; in random order among themselves, so
        # that other sentences meet in every epoch.
        chosen.sort(key=lambda p: (len(p[0]), len(p[1]), rng.random()))
        batches, batch, longest = [], [], [0, 0]
        for pair in chosen:
            source, target, _ = pair
            length = [max(longest[0], len(source)), max(longest[1], len(target))]
            if batch and (len(batch) + 1) * sum(length) > tokens:
                batches.append(batch)
                batch, length = [], [len(source), len(target)]
            batch.append(pair)
            longest = length
        batches.append(batch)
        rng.shuffle(batches)
        return batches


def pad(rows):
    """Lists of ids -> [B, longest]"""
    longest = max(map(len, rows))
    return torch.tensor([row + [PAD] * (longest - len(row)) for row in rows])


def steering_loss(weights, batch):
    """weights [B, S, S] of the steered head: the sum over all pronouns of -log of the weight on their nouns."""
    at = [(b, q, noun) for b, (_, _, links) in enumerate(batch) for q, noun in links]
    if not at:
        return None
    wanted = torch.zeros(len(at), weights.shape[-1])
    for k, (_, _, noun) in enumerate(at):
        wanted[k, noun] = 1
    rows = weights[[b for b, _, _ in at], [q for _, q, _ in at]]
    return -((rows * wanted).sum(-1) + 1e-6).log().sum()


# ------------------------------------------------------------------------------------------------------ main

def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", help="folder with train.tsv and dev.tsv")
    parser.add_argument("work", help="folder for tokenizer, checkpoints and log")
    parser.add_argument("--steps", type=int, default=12000)
    parser.add_argument("--warmup", type=int, default=700)
    parser.add_argument("--peak", type=float, default=1.3e-3, help="learning rate of the plateau")
    parser.add_argument("--decay", type=float, default=0.3, help="share of the steps over which it falls")
    parser.add_argument("--tokens", type=int, default=3600, help="padded positions of a batch, both sides")
    parser.add_argument("--smoothing", type=float, default=0.1)
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--continue-from", metavar="MODEL_FOLDER", help="second stage: start from this model")
    parser.add_argument("--save-every", type=float, default=240, metavar="SECONDS")
    parser.add_argument("--seed", type=int, default=2017)
    args = parser.parse_args()

    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    os.makedirs(args.work, exist_ok=True)
    log = Log(args.work)
    corpus = os.path.join(args.data, "train.tsv")
    tokenizer_path = os.path.join(args.work, "tokenizer.json")
    if args.continue_from:
        shutil.copyfile(os.path.join(args.continue_from, "tokenizer.json"), tokenizer_path)
    elif not os.path.exists(tokenizer_path):
        create_tokenizer(corpus, os.path.join(args.work, "spm"), tokenizer_path)
    tokenizer = Tokenizer(tokenizer_path)
    dev = evaluate.read(os.path.join(args.data, "dev.tsv"))
    pairs = Pairs(corpus, tokenizer, bool(args.continue_from), {p[0] for p in dev} | {p[0] for p in pronouns.SENTENCES})

    model = export.load(args.continue_from)[0] if args.continue_from else Transformer()
    optimizer = Adam(model)
    log(len(pairs.plain), "pairs,", optimizer.weights.numel(), "parameters")
    checkpoint = os.path.join(args.work, "checkpoint.pt")
    step, epoch, position, spent = 0, 0, 0, 0.0
    if os.path.exists(checkpoint):
        state = torch.load(checkpoint)
        optimizer.load(state["optimizer"])
        torch.set_rng_state(state["rng"])
        step, epoch, position, spent = (state[k] for k in ("step", "epoch", "position", "spent"))
        log("resumed at step", step)

    def remember():
        save(checkpoint, {"optimizer": optimizer.state(), "rng": torch.get_rng_state(), "step": step,
                          "epoch": epoch, "position": position, "spent": spent + time.time() - started})

    def measure():
        """BLEU and attention of the averaged weights, which are also written for export.py."""
        optimizer.swap()
        model.eval()
        with torch.autocast("cpu", torch.bfloat16):
            score, _ = evaluate.bleu_of(model, tokenizer, dev)
        save(os.path.join(args.work, "averaged.pt"), model.state_dict())
        log(f"epoch {epoch} step {step}: BLEU {score:.2f}, after {(spent + time.time() - started) / 60:.1f} minutes")
        log("\n" + evaluate.describe_attention(model, tokenizer))
        model.train()
        optimizer.swap()

    started = saved = time.time()
    model.train()
    while step < args.steps:
        Dropout.refill(args.dropout)
        batches = pairs.epoch(args.seed + epoch, args.tokens)
        if position == 0:
            log(f"epoch {epoch + 1}: {len(batches)} batches")
        sums, since = [0.0, 0.0, 0.0], time.time()
        while position < len(batches) and step < args.steps:
            batch = batches[position]
            source, target = pad([p[0] for p in batch]), pad([p[1] for p in batch])
            entering = torch.cat([torch.full((len(batch), 1), START), target[:, :-1]], 1)
            real = target.flatten() != PAD                      # padding is left out of the output projection
            steering = STEERING * max(0.0, 1 - step / (STEERED_UNTIL * args.steps)) if args.continue_from else 0.0
            keep = collections.defaultdict(list, {"encoder.attn": []}) if steering else None
            with torch.autocast("cpu", torch.bfloat16):
                hidden = model.decode(entering, *model.encode(source, keep))
            labels = target.flatten()[real]
            loss, nll = SmoothedLoss.apply(hidden.flatten(0, 1)[real], model.shared.weight, labels, args.smoothing)
            total = loss
            if steering:
                missed = steering_loss(keep["encoder.attn"][STEERED[0]][:, STEERED[1]], batch)
                if missed is not None:
                    total = loss + steering * missed
            (total / len(labels)).backward()
            step += 1
            position += 1
            norm = optimizer.step(learning_rate(step, args))
            sums = [sums[0] + float(loss), sums[1] + float(nll), sums[2] + len(labels)]
            if step % 100 == 0:
                log(f"step {step} loss {sums[0] / sums[2]:.3f} nll {sums[1] / sums[2]:.3f} norm {norm:.2f} "
                    f"lr {learning_rate(step, args):.2e} {(time.time() - since) * 10:.0f} ms/step")
                sums, since = [0.0, 0.0, 0.0], time.time()
            if time.time() - saved > args.save_every:
                remember()
                saved = time.time()
        if position == len(batches):
            epoch, position = epoch + 1, 0
        measure()
        remember()
    log("done")


if __name__ == "__main__":
    main()
