#!/usr/bin/env python3
"""Trains the small models of the introductions on the sentences of corpora.py, from fixed seeds.

    OMP_NUM_THREADS=1 python3 resources/models/texts/train.py [text-0 …]

Needs PyTorch; takes a few minutes on one core. It starts from the numbers that make.py draws and keeps every
convention of config.json, so that the program runs what was trained. A tenth of the sentences is held out. The
share of sentences that a model writes without a fault is printed, and written to training.json beside it.
"""

import json
import math
import random
import sys
import time

import torch

import corpora
import make

BATCH = 64


def positions(kind, length, width):
    exponent = {"sinusoidal_interleaved": lambda i: i // 2, "sinusoidal_steep": lambda i: i - i % 2,
                "sinusoidal_steep_own": lambda i: i}[kind]
    rows = [[(math.cos if i % 2 else math.sin)(p / 10000 ** (2 * exponent(i) / width)) for i in range(width)]
            for p in range(length)]
    return torch.tensor(rows)


class Network:
    """The forward pass of the family vaswani, as config.json describes it."""

    def __init__(self, config, tensors):
        self.config = config
        self.heads = config["encoder_attention_heads"]
        self.start, self.end, self.pad = (config["decoder_start_token_id"], config["eos_token_id"],
                                          config.get("pad_token_id", -1))
        self.values = {name: torch.tensor(flat).reshape(shape).requires_grad_()
                       for name, (shape, flat) in tensors.all.items()}
        self.fixed = {}  # what a head does not read stays zero
        if config.get("head_dim", 0) * self.heads > config["d_model"] and config["d_model"] % self.heads == 0:
            self.fixed = {name: (value != 0).float() for name, value in self.values.items()
                          if "attn" in name and name.endswith(("q_proj.weight", "k_proj.weight", "v_proj.weight"))}

    def linear(self, name, x):
        weight = self.values[name + ".weight"]
        if name + ".weight" in self.fixed:
            weight = weight * self.fixed[name + ".weight"]
        return torch.nn.functional.linear(x, weight, self.values.get(name + ".bias"))

    def norm(self, name, x):
        axes = (-2, -1) if self.config.get("layer_norm_scope") == "matrix" else (-1,)
        centred = x - x.mean(axes, keepdim=True)
        x = centred / torch.sqrt((centred ** 2).mean(axes, keepdim=True) + self.config["layer_norm_eps"])
        return x * self.values[name + ".weight"] + self.values[name + ".bias"] if name + ".weight" in self.values else x

    def attention(self, name, x, memory, mask):
        def split(part, rows):
            made = self.linear(f"{name}.{part}_proj", rows)
            return made.reshape(*made.shape[:2], self.heads, -1).transpose(1, 2)
        q, k, v = split("q", x), split("k", memory), split("v", memory)
        scores = (q @ k.transpose(-1, -2)) / math.sqrt(q.shape[-1])
        weights = scores.masked_fill(~mask, -1e9).softmax(-1)
        return self.linear(name + ".out_proj", (weights @ v).transpose(1, 2).flatten(2))

    def feed_forward(self, layer, x):
        x = self.linear(layer + ".fc1", x)
        return x if self.config.get("ffn_type") == "linear" else self.linear(layer + ".fc2", torch.relu(x))

    def sublayer(self, norm, x, run):
        if self.config["normalize_before"]:
            return x + run(self.norm(norm, x))
        return self.norm(norm, x + run(x))

    def stack(self, name, ids, mask, memory=None, memory_mask=None):
        width = self.config["d_model"]
        table = self.values.get(f"model.{name}.embed_tokens.weight", self.values.get("model.shared.weight"))
        x = table[ids] * (math.sqrt(width) if self.config["scale_embedding"] else 1.0)
        x = x + positions(self.config["position_embedding_type"], ids.shape[1], width)
        for index in range(self.config[name + "_layers"]):
            layer = f"model.{name}.layers.{index}"
            x = self.sublayer(layer + ".self_attn_layer_norm", x,
                              lambda y: self.attention(layer + ".self_attn", y, y, mask))
            if memory is not None:
                x = self.sublayer(layer + ".encoder_attn_layer_norm", x,
                                  lambda y: self.attention(layer + ".encoder_attn", y, memory, memory_mask))
            x = self.sublayer(layer + ".final_layer_norm", x, lambda y: self.feed_forward(layer, y))
        return x

    def logits(self, source, target):
        real = (source != self.pad)[:, None, None, :]
        memory = self.stack("encoder", source, real.expand(-1, -1, source.shape[1], -1))
        length = target.shape[1]
        causal = torch.ones(length, length).tril().bool()[None, None]
        if self.config.get("padding_from_ids"):
            causal = causal & (target != self.pad)[:, None, None, :]
        x = self.stack("decoder", target, causal, memory, real.expand(-1, -1, length, -1))
        return self.linear("lm_head", x)

    def write(self, source, most):
        """What the model writes, greedily."""
        ids = [self.start]
        with torch.no_grad():
            while len(ids) <= most:
                ids.append(int(self.logits(torch.tensor([source]), torch.tensor([ids]))[0, -1].argmax()))
                if ids[-1] == self.end:
                    break
        return ids[1:]


def padded(rows, pad):
    longest = max(len(row) for row in rows)
    return torch.tensor([row + [pad] * (longest - len(row)) for row in rows])


def batches(pairs, network, chance):
    """Batches of (source, decoder input, next ids; −1 = none). A norm over the whole matrix knows no padding and
    sees the length, so each beginning of a target is then an input by itself, and only its last row counts."""
    if network.config.get("layer_norm_scope") != "matrix":
        while True:
            some = [pairs[chance.randrange(len(pairs))] for _ in range(BATCH)]
            yield (padded([s for s, _ in some], network.pad),
                   padded([[network.start] + t[:-1] for _, t in some], network.pad), padded([t for _, t in some], -1))
    groups = {}
    for s, t in pairs:
        for end in range(len(t)):
            groups.setdefault((len(s), end), []).append((s, [network.start] + t[:end], [-1] * end + [t[end]]))
    while True:
        group = groups[chance.choice(sorted(groups))]
        yield tuple(torch.tensor(part) for part in zip(*group))


def train(name, made, pairs, known, steps, rate, held_out=0.1):
    """`known` are the text's own sentences, which are never held out."""
    _, config, tensors, tokenizers, form, example = made
    source = list(tokenizers.values())[0]["model"]["vocab"]
    target = list(tokenizers.values())[-1]["model"]["vocab"]
    network = Network(config, tensors)
    ends = list(tokenizers.values())[0]["post_processor"] is not None
    encoded = [([source[w] for w in corpora.words(s)] + ([network.end] if ends else []),
                [target[w] for w in corpora.words(t)] + [network.end]) for s, t in pairs]
    chance = random.Random(7)
    out = {i for i, (s, _) in enumerate(pairs) if s.strip(".") not in known and chance.random() < held_out}
    kept = [pair for i, pair in enumerate(encoded) if i not in out]
    torch.manual_seed(7)
    parameters = list(network.values.values())
    optimiser = torch.optim.Adam(parameters, lr=rate, betas=(0.9, 0.98))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min(1.0, (step + 1) / 100) * (1.0 if step < 0.5 * steps else 2 * (1 - step / steps)))
    began = time.time()
    for step, (s, t, after) in zip(range(steps), batches(kept, network, chance)):
        logits = network.logits(s, t)
        loss = torch.nn.functional.cross_entropy(logits.flatten(0, 1), after.flatten(), ignore_index=-1)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, 1.0)
        optimiser.step()
        schedule.step()
        if step % 500 == 0 or step + 1 == steps:
            print(f"{name}: step {step}, loss {loss.item():.4f}, {time.time() - began:.0f} s", flush=True)
    for key, value in network.values.items():
        value = value.detach() * network.fixed.get(key, 1.0)
        if form == "F16":
            value = value.half().float()
        network.values[key] = value
        tensors.all[key] = (tensors.all[key][0], value.flatten().tolist())
    right = [network.write(s, len(t) + 2) == t for s, t in encoded]
    report = {"sentences": len(kept), "steps": steps, "loss": round(loss.item(), 4),
              "right": round(sum(r for i, r in enumerate(right) if i not in out) / len(kept), 3),
              "held_out": len(out), "held_out_right": round(sum(right[i] for i in out) / max(1, len(out)), 3)}
    print(name, json.dumps(report), [" ".join(pairs[i][0:1]) for i in range(len(pairs)) if not right[i]][:8])
    for sentence in known:
        written = network.write([source[w] for w in corpora.words(sentence)] + ([network.end] if ends else []), 30)
        back = {place: word for word, place in target.items()}
        print("   ", sentence, "→", " ".join(back[i] for i in written))
    make.save(*made, trained=report)


def main():
    torch.set_num_threads(1)
    plans = {
        "text-0": (make.text_0, corpora.dictionaries(), {"soft dictionaries are fun and exciting, never boring", "the apple fell"}, 900, 5e-3),
        "text-2": (make.text_2, corpora.princes(), {
            "the prince answered nothing, but she looked at him significantly, awaiting a reply", "her hat", "door closes",
            "the door closes"}, 600, 4e-3),
        "text-3": (make.text_3, corpora.everything(), {
            "our input sentence", "the apple fell", "i keep ice-cream in my freezer", "her hat", "door closes",
            "the prince answered nothing, but she looked at him significantly, awaiting a reply"}, 600, 3e-3),
        "text-4": (make.text_4, corpora.ten_words(), {"i keep ice cream in my freezer"}, 2500, 1e-2, 0.0),
    }
    for name in sys.argv[1:] or plans:
        prepare, *rest = plans[name]
        train(name, prepare(), *rest)


if __name__ == "__main__":
    main()
