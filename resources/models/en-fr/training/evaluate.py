"""BLEU of a trained model and what its attention heads do, in PyTorch.

    python3 evaluate.py MODEL_FOLDER DATA/dev.tsv [--bfloat16]

In float32 that takes minutes where PyTorch was built without a fast BLAS; --bfloat16 takes seconds.
"""
import argparse
import collections
import math
import re

import torch

from tokenizer import PAD, Tokenizer
from transformer import START

EXAMPLES = ["The black cat is sleeping on the red chair.", "the black cat", "i love you",
            "Tom lost his keys because he was tired.", "I gave her the book that she wanted."]


def read(path):
    """Lines of `path`: an English sentence and its French references."""
    with open(path, encoding="utf8") as f:
        return [line.rstrip("\n").split("\t") for line in f]


def translate(model, tokenizer, sentences, batch=100, limit=60):
    """Greedy translations; sentences of similar length are decoded together."""
    ids = [tokenizer.encode(s) for s in sentences]
    order = sorted(range(len(ids)), key=lambda i: len(ids[i]))
    result = [""] * len(ids)
    for a in range(0, len(order), batch):
        rows = [ids[i] for i in order[a:a + batch]]
        longest = max(map(len, rows))
        source = torch.tensor([row + [PAD] * (longest - len(row)) for row in rows])
        for i, out in zip(order[a:a + batch], model.greedy(source, limit)):
            result[i] = tokenizer.decode(out)
    return result


def bleu(hypotheses, references):
    """Corpus BLEU-4, case-sensitive: all references count, closest reference length, no smoothing."""
    def words(s):
        return re.findall(r"\w+|[^\w\s]", s)

    matched, possible, length, reference_length = [0] * 4, [0] * 4, 0, 0
    for hypothesis, refs in zip(hypotheses, references):
        h, rs = words(hypothesis), [words(r) for r in refs]
        length += len(h)
        reference_length += min((abs(len(r) - len(h)), len(r)) for r in rs)[1]
        for n in range(4):
            def grams(s):
                return collections.Counter(tuple(s[i:i + n + 1]) for i in range(len(s) - n))
            wanted = collections.Counter()
            for r in rs:
                wanted |= grams(r)                      # the most often a reference has it
            matched[n] += sum((grams(h) & wanted).values())
            possible[n] += max(len(h) - n, 0)
    if not all(matched):
        return 0.0
    brevity = min(1.0, math.exp(1 - reference_length / length))
    return 100 * brevity * math.exp(sum(math.log(m / p) for m, p in zip(matched, possible)) / 4)


def bleu_of(model, tokenizer, pairs):
    hypotheses = translate(model, tokenizer, [p[0] for p in pairs])
    return bleu(hypotheses, [p[1:] for p in pairs]), hypotheses


@torch.no_grad()
def attention(model, tokenizer, text):
    """Translates `text` and returns (source tokens, decoder input tokens, {kind: per layer [H, q, k]})."""
    source = torch.tensor([tokenizer.encode(text)])
    out = model.greedy(source)[0]
    target = torch.tensor([[START] + out])
    keep = collections.defaultdict(list, {"encoder.attn": []})      # not empty, hence true
    model.decode(target, *model.encode(source, keep), keep)
    weights = {kind: [w[0].float() for w in keep[kind]]
               for kind in ("encoder.attn", "decoder.self_attn", "decoder.cross_attn")}
    return [tokenizer.pieces[i] for i in source[0]], [tokenizer.pieces[i] for i in target[0]], weights


def describe_attention(model, tokenizer):
    """For every cross-attention head: its mean largest weight, and what each word of an example looks at."""
    lines = []
    for text in EXAMPLES:
        source, target, weights = attention(model, tokenizer, text)
        lines.append(f"{text} -> {tokenizer.decode([tokenizer.vocab[t] for t in target[1:]])}")
        if text == EXAMPLES[0]:
            for layer, w in enumerate(weights["decoder.cross_attn"]):
                for head in range(len(w)):
                    top, at = w[head].max(-1)
                    # Row t is the query that produces token t + 1.
                    pairs = [f"{t}>{source[a]}" for t, a in zip(target[1:] + ["</s>"], at.tolist())]
                    lines.append(f"  cross {layer}.{head} sharpness {top.mean():.2f}  " + " ".join(pairs))
    return "\n".join(lines)


def main():
    import export
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", help="folder with config.json, model.safetensors, tokenizer.json")
    parser.add_argument("dev", help="English, tab, French references")
    parser.add_argument("--bfloat16", action="store_true", help="matrix products in bfloat16, as in training")
    parser.add_argument("--out", metavar="FILE", help="write the translations, one a line")
    args = parser.parse_args()
    torch.set_num_threads(1)
    model, tokenizer = export.load(args.model)
    with torch.autocast("cpu", torch.bfloat16, enabled=args.bfloat16):
        score, hypotheses = bleu_of(model, tokenizer, read(args.dev))
        print(describe_attention(model, tokenizer))
    if args.out:
        with open(args.out, "w", encoding="utf8") as f:
            f.writelines(h + "\n" for h in hypotheses)
    print(f"BLEU {score:.2f}")


if __name__ == "__main__":
    main()
