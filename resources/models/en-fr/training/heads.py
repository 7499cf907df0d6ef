"""What the attention heads do, measured on sentences the model has not seen.

    python3 heads.py MODEL_FOLDER DATA

Self-attention: the mean weight a query gives to the previous, its own, the next and the last position, to a
noun from the pronoun that stands for it and, as a measure of focus, its largest weight.

Cross-attention: how often the largest weight of a row falls on the source token that the French token
translates.  Row t of the decoder has read token t - 1 and produces token t, so there are two ways to align:
with the token it reads and with the token it produces.  The reference alignment comes from the training pairs
themselves, by IBM model 1 (Brown et al. 1993), and only its confident links count.
"""
import argparse
import collections
import os

import numpy as np
import torch

import evaluate
import export
from pronouns import SENTENCES
from tokenizer import EOS
from transformer import START


class Alignment:
    """IBM model 1: t(target token | source token), learnt from pairs of ids by expectation maximisation."""
    NULL = 0                                            # <s>, which no source holds, stands for "no source"

    def __init__(self, pairs, vocabulary, rounds=5):
        self.v = vocabulary
        keys, groups, group = [], [], 0
        for source, target in pairs:                    # every source token with every target token
            s = np.array([self.NULL] + source, np.int64)
            t = np.array(target, np.int64)
            keys.append((s[None, :] * vocabulary + t[:, None]).ravel())
            groups.append(np.repeat(np.arange(group, group + len(t), dtype=np.int32), len(s)))
            group += len(t)
        keys, groups = np.concatenate(keys), np.concatenate(groups)
        self.keys, index = np.unique(keys, return_inverse=True)
        index = index.astype(np.int32)
        sources = self.keys // vocabulary
        self.p = np.ones(len(self.keys))
        for _ in range(rounds):
            share = self.p[index]
            share /= np.bincount(groups, share)[groups]             # which source made this target token?
            count = np.bincount(index, share)
            self.p = count / np.bincount(sources, count)[sources]

    def probability(self, s, t):
        key = s * self.v + t
        k = np.searchsorted(self.keys, key)
        return self.p[k] if k < len(self.keys) and self.keys[k] == key else 0.0

    def links(self, source, target, confident=0.7):
        """{target position: source position} where one source position has most of the probability."""
        result = {}
        for j, t in enumerate(target):
            p = np.array([self.probability(s, t) for s in source] + [self.probability(self.NULL, t)])
            if p.sum() > 0 and p[:-1].max() > confident * p.sum():
                result[j] = int(p[:-1].argmax())
        return result


@torch.no_grad()
def forward(model, source, target):
    """Attention weights {kind: [layer, head, q, k]} of one pair, the decoder reading START + target."""
    keep = collections.defaultdict(list, {"encoder.attn": []})
    model.decode(torch.tensor([[START] + target]), *model.encode(torch.tensor([source]), keep), keep)
    return {kind: torch.cat(keep[kind]).numpy() for kind in ("encoder.attn", "decoder.self_attn", "decoder.cross_attn")}


def self_attention(weights):
    """[layer, head, n, n] -> [layer, head, 5]: previous, own, next, last position (a causal row has no next;
    its "last" is the first position, <s>), largest."""
    n = weights.shape[-1]
    causal = np.allclose(np.triu(weights[0, 0], 1), 0)
    def diagonal(k):
        return np.diagonal(weights, k, 2, 3).mean(-1) if n > abs(k) else np.zeros(weights.shape[:2])
    return np.stack([diagonal(-1), diagonal(0), diagonal(1), weights[..., 0 if causal else -1].mean(-1),
                     weights.max(-1).mean(-1)], -1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", help="model folder")
    parser.add_argument("data", help="folder with train.tsv and dev.tsv")
    args = parser.parse_args()
    torch.set_num_threads(1)
    model, tokenizer = export.load(args.model)

    def pairs(name):
        return [[tokenizer.encode(s, suffix=False) for s in p[:2]] for p in evaluate.read(os.path.join(args.data, name))]

    alignment = Alignment(pairs("train.tsv"), model.config["vocab_size"])
    own = {"encoder.attn": [], "decoder.self_attn": []}
    reads, makes, sharp, end = 0, 0, [], []
    links = 0
    for source, target in pairs("dev.tsv"):
        weights = forward(model, source + [EOS], target)
        for kind in own:
            own[kind].append(self_attention(weights[kind]))
        cross = weights["decoder.cross_attn"]           # [layer, head, 1 + target, source + 1]
        sharp.append(cross.max(-1).mean(-1))
        end.append(cross[..., -1].mean(-1))
        best = cross.argmax(-1)
        for t, s in alignment.links(source, target).items():
            makes = makes + (best[:, :, t] == s)        # the row that produces token t
            reads = reads + (best[:, :, t + 1] == s)    # the row that has just read it
            links += 1

    pronoun = []
    for text, a, b in SENTENCES:
        ids = tokenizer.encode(text)
        tokens = [tokenizer.pieces[i] for i in ids]
        q, k = tokens.index("\u2581" + a), tokens.index("\u2581" + b)
        pronoun.append(forward(model, ids, [])["encoder.attn"][:, :, q, k])
    pronoun = np.mean(pronoun, 0)

    for kind, columns in (("encoder.attn", "previous    own   next   </s>  largest  pronoun->noun"),
                          ("decoder.self_attn", "previous    own   next    <s>  largest")):
        print(f"\n{kind:18s} {columns}")
        mean = np.mean(own[kind], 0)
        for (layer, head), _ in np.ndenumerate(mean[..., 0]):
            m = mean[layer, head]
            print(f"  layer {layer} head {head}   {m[0]:8.2f} {m[1]:6.2f} {m[2]:6.2f} {m[3]:6.2f} {m[4]:8.2f}"
                  + (f" {pronoun[layer, head]:14.2f}" if kind == "encoder.attn" else ""))
    print(f"\ndecoder.cross_attn  aligns with: produced   read   </s>  largest   ({links} links)")
    for (layer, head), _ in np.ndenumerate(makes):
        print(f"  layer {layer} head {head} {makes[layer, head] / links:21.2f} {reads[layer, head] / links:6.2f} "
              f"{np.mean(end, 0)[layer, head]:6.2f} {np.mean(sharp, 0)[layer, head]:8.2f}")


if __name__ == "__main__":
    main()
