"""Perplexity of the built-in language model, and what its heads do, on sentences it has not seen.

    python3 evaluate_gpt.py MODEL_FOLDER DATA/dev.tsv

Perplexity: every sentence by itself after <|endoftext|>, and the <|endoftext|> that closes it counts as a token.

Heads: the mean weight on the previous, the own and the first position, and the largest weight, in those sentences;
"induction" and "same" in sequences that say 64 random tokens twice: the weight on what followed the same token
the first time, and on that token itself.
"""
import argparse
import math

import torch

PROMPTS = ["The black cat", "I don't know", "Tom said that he", "My mother"]


def sentences(path):
    """The English column."""
    with open(path, encoding="utf8") as f:
        return [line.split("\t")[0].rstrip("\n") for line in f]


@torch.no_grad()
def perplexity(model, tokenizer, texts):
    """(perplexity per token, tokens, perplexity per word of the text)"""
    nll, tokens, words = 0.0, 0, 0
    for text in texts:
        ids = torch.tensor([[tokenizer.end] + tokenizer.encode(text) + [tokenizer.end]])
        logits = model.logits(model(ids[:, :-1])).float()
        nll += float(torch.nn.functional.cross_entropy(logits[0], ids[0, 1:], reduction="sum"))
        tokens += ids.shape[1] - 1
        words += len(text.split())
    return math.exp(nll / tokens), tokens, math.exp(nll / words)


@torch.no_grad()
def heads(model, tokenizer, texts, length=64, rows=8, seed=1):
    """{what: {(layer, head): mean weight}}"""
    def collect(ids, measures, sums):
        keep = []
        model(ids, keep)
        for name, measure in measures.items():
            for layer, weights in enumerate(keep):
                for head, value in enumerate(measure(weights).transpose(0, 1).flatten(1).mean(1)):
                    at = sums.setdefault(name, {}).setdefault((layer, head), [0.0, 0])
                    at[0], at[1] = at[0] + float(value), at[1] + 1

    sums = {}
    for text in texts:
        ids = [tokenizer.end] + tokenizer.encode(text)
        collect(torch.tensor([ids]), {
            "previous": lambda w: torch.diagonal(w, -1, 2, 3),
            "own": lambda w: torch.diagonal(w, 0, 2, 3)[..., 1:],
            "first": lambda w: w[:, :, 1:, 0],
            "largest": lambda w: w[:, :, 1:].max(-1).values}, sums)
    generator = torch.Generator().manual_seed(seed)
    segment = torch.randint(len(tokenizer.pieces) - 1, (rows, length), generator=generator)
    collect(torch.cat([torch.full((rows, 1), tokenizer.end), segment, segment], 1), {
        # The row that has read the second copy's token i looks at token i + 1 (or i) of the first copy.
        "induction": lambda w: torch.diagonal(w, 1 - length, 2, 3)[..., 2:],
        "same": lambda w: torch.diagonal(w, -length, 2, 3)[..., 1:]}, sums)
    return {name: {at: total / count for at, (total, count) in values.items()} for name, values in sums.items()}


def main():
    import export_gpt
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", help="folder with config.json, model.safetensors, tokenizer.json")
    parser.add_argument("dev", help="English, tab, French references")
    args = parser.parse_args()
    torch.set_num_threads(1)
    model, tokenizer = export_gpt.load(args.model)
    texts = sentences(args.dev)
    per_token, tokens, per_word = perplexity(model, tokenizer, texts)
    print(f"perplexity {per_token:.2f} per token ({tokens} tokens), {per_word:.1f} per word")
    table = heads(model, tokenizer, texts)
    print("\n               " + " ".join(f"{name:>9s}" for name in table))
    for at in table["previous"]:
        print(f"layer {at[0]} head {at[1]} " + " ".join(f"{values[at]:9.2f}" for values in table.values()))
    for prompt in PROMPTS:
        print("\n" + tokenizer.decode(tokenizer.encode(prompt) + model.greedy(tokenizer.encode(prompt), 24, tokenizer.end)))


if __name__ == "__main__":
    main()
