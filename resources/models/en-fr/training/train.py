"""Trains the built-in English-French model from scratch on one CPU core.

    OMP_NUM_THREADS=1 python3 train.py DATA WORK

DATA holds train.tsv (English, tab, French) and dev.tsv (English, tab, French references).  WORK receives the
SentencePiece model, tokenizer.json, checkpoints and the log; a second call with the same WORK resumes from
the last checkpoint.

The learning rate rises over the warm-up, stays, and falls linearly to zero over the last part of --steps, so
the end can still be chosen while the training runs: stop it, and resume with another --steps.
"""
import argparse
import collections
import os
import random
import re
import time

import torch

import evaluate
from tokenizer import PAD, Tokenizer, create as create_tokenizer
from transformer import START, Dropout, SmoothedLoss, Transformer

FRAGMENT = 0.12     # share of pairs that lose their capital and their final punctuation
CONCATENATED = 0.06  # share of pairs that get a second pair appended


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
    """The training pairs as ids, each in its ordinary form and as a fragment."""

    def __init__(self, path, tokenizer):
        with open(path, encoding="utf8") as f:
            pairs = [line.rstrip("\n").split("\t")[:2] for line in f]
        english, french = zip(*pairs)
        # "I" is a name to this rule; people do type "i love you", so half of the fragments lower it as well.
        keep_english, keep_french = names(english) - {"i"}, names(french)
        rng = random.Random(1)
        encode = tokenizer.encode
        self.plain = [(encode(e), encode(f)) for e, f in pairs]
        self.fragments = [
            (encode(fragment(e, keep_english | ({"i"} if rng.random() < 0.5 else set()))),
             encode(fragment(f, keep_french))) for e, f in pairs]

    def epoch(self, seed, tokens):
        """One pass over the data as a shuffled list of batches [(source, target), ...], each at most `tokens`
        positions of source and target together, padding counted."""
        rng = random.Random(seed)
        chosen = []
        for k in range(len(self.plain)):
            r = rng.random()
            source, target = self.fragments[k] if r < FRAGMENT else self.plain[k]
            if r > 1 - CONCATENATED:
                more = self.plain[rng.randrange(len(self.plain))]
                source, target = source[:-1] + more[0], target[:-1] + more[1]   # one </s>, at the end
            chosen.append((source, target))
        # Equal lengths together, so that hardly a position is padding; in random order among themselves, so
        # that other sentences meet in every epoch.
        chosen.sort(key=lambda p: (len(p[0]), len(p[1]), rng.random()))
        batches, batch, longest = [], [], [0, 0]
        for pair in chosen:
            length = [max(longest[0], len(pair[0])), max(longest[1], len(pair[1]))]
            if batch and (len(batch) + 1) * sum(length) > tokens:
                batches.append(batch)
                batch, length = [], [len(pair[0]), len(pair[1])]
            batch.append(pair)
            longest = length
        batches.append(batch)
        rng.shuffle(batches)
        return batches


def pad(rows):
    """Lists of ids -> [B, longest]"""
    longest = max(map(len, rows))
    return torch.tensor([row + [PAD] * (longest - len(row)) for row in rows])


# -------------------------------------------------------------------------------------------------- optimiser

class Adam:
    """Adam over all parameters as one flat vector (a handful of passes over memory instead of hundreds of
    small calls), with gradient clipping and an exponential moving average of the weights."""

    def __init__(self, model, beta1=0.9, beta2=0.98, eps=1e-9, clip=1.0, average=0.9995):
        self.beta1, self.beta2, self.eps, self.clip, self.average = beta1, beta2, eps, clip, average
        parameters = list(model.parameters())
        self.weights = torch.cat([p.data.flatten() for p in parameters])
        self.grad = torch.zeros_like(self.weights)
        start = 0
        for p in parameters:                                    # the model's tensors become views of the vector
            end = start + p.numel()
            p.data = self.weights[start:end].view_as(p)
            p.grad = self.grad[start:end].view_as(p)
            start = end
        self.m, self.v = torch.zeros_like(self.grad), torch.zeros_like(self.grad)
        self.averaged = self.weights.clone()
        self.scratch = torch.empty_like(self.grad)
        self.count = 0

    def step(self, lr):
        norm = float(self.grad.norm())
        if norm > self.clip:
            self.grad.mul_(self.clip / norm)
        self.count += 1
        self.m.mul_(self.beta1).add_(self.grad, alpha=1 - self.beta1)
        self.v.mul_(self.beta2).addcmul_(self.grad, self.grad, value=1 - self.beta2)
        torch.sqrt(self.v, out=self.scratch).div_((1 - self.beta2 ** self.count) ** 0.5).add_(self.eps)
        self.weights.addcdiv_(self.m, self.scratch, value=-lr / (1 - self.beta1 ** self.count))
        self.grad.zero_()
        # A short memory at first, so that the random start is soon forgotten.
        keep = min(self.average, (1 + self.count) / (10 + self.count))
        self.averaged.mul_(keep).add_(self.weights, alpha=1 - keep)
        return norm

    def swap(self):
        """Exchanges the weights in use with their average (and back)."""
        self.scratch.copy_(self.weights)
        self.weights.copy_(self.averaged)
        self.averaged.copy_(self.scratch)

    def state(self):
        return {k: getattr(self, k) for k in ("weights", "averaged", "m", "v", "count")}

    def load(self, state):
        for k in ("weights", "averaged", "m", "v"):
            getattr(self, k).copy_(state[k])
        self.count = state["count"]


def learning_rate(step, args):
    """Warm-up, plateau, linear decay to zero over the last `decay` share of the steps."""
    return args.peak * min(step / args.warmup, 1.0, max(0.0, (args.steps - step) / (args.decay * args.steps)))


# ------------------------------------------------------------------------------------------------------ main

def save(path, value):
    """Writes beside, then renames: whoever looks at `path` sees a whole file."""
    torch.save(value, path + ".tmp")
    os.replace(path + ".tmp", path)


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
    parser.add_argument("--save-every", type=float, default=240, metavar="SECONDS")
    parser.add_argument("--seed", type=int, default=2017)
    args = parser.parse_args()

    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    os.makedirs(args.work, exist_ok=True)
    log_file = open(os.path.join(args.work, "log.txt"), "a", encoding="utf8")

    def log(*words):
        line = time.strftime("%H:%M:%S ") + " ".join(map(str, words))
        print(line, flush=True)
        print(line, file=log_file, flush=True)

    corpus = os.path.join(args.data, "train.tsv")
    tokenizer_path = os.path.join(args.work, "tokenizer.json")
    if not os.path.exists(tokenizer_path):
        create_tokenizer(corpus, os.path.join(args.work, "spm"), tokenizer_path)
    tokenizer = Tokenizer(tokenizer_path)
    pairs = Pairs(corpus, tokenizer)
    dev = evaluate.read(os.path.join(args.data, "dev.tsv"))

    model = Transformer()
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
            with torch.autocast("cpu", torch.bfloat16):
                hidden = model.decode(entering, *model.encode(source))
            labels = target.flatten()[real]
            loss, nll = SmoothedLoss.apply(hidden.flatten(0, 1)[real], model.shared.weight, labels, args.smoothing)
            (loss / len(labels)).backward()
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
