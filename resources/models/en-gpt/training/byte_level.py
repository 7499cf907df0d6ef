"""The byte-level BPE tokenizer of the built-in language model: learns it, writes tokenizer.json, and reads it.

    python3 byte_level.py DATA/train.tsv tokenizer.json

Text is cut into words as GPT-2 does it, a word keeps the space before it, its UTF-8 bytes are written as 256
printable characters ("\u0120the" is " the"), and the most frequent neighbours are joined, again and again.
"""
import argparse
import collections
import json
import re

import siblings                                         # noqa: F401  (makes the next one importable)
import tokenizer

VOCAB_SIZE = 4096
END = "<|endoftext|>"
# GPT-2's expression; \p{L} and \p{N} are written with what Python's own module has.
WORD = re.compile(r"'s|'t|'re|'ve|'m|'ll|'d| ?[^\W\d_]+| ?\d+| ?(?:[^\s\w]|_)+|\s+(?!\S)|\s+")


def byte_characters():
    """byte -> the character that stands for it: itself where it is visible Latin-1, else one from U+0100 on."""
    visible = [b for b in range(256) if 0x21 <= b <= 0x7E or 0xA1 <= b <= 0xAC or 0xAE <= b]
    hidden = [b for b in range(256) if b not in visible]
    return {**{b: chr(b) for b in visible}, **{b: chr(0x100 + k) for k, b in enumerate(hidden)}}


BYTE = byte_characters()
BYTE_OF = {c: b for b, c in BYTE.items()}


def learn_merges(words, count):
    """BPE (Sennrich et al. 2016): words {tuple of parts: how often} -> the `count` pairs to join, in order.
    Ties go to the pair that sorts first, so that the result does not depend on the order of the words."""
    words = [[list(parts), n] for parts, n in sorted(words.items())]
    pairs, where = collections.Counter(), collections.defaultdict(set)
    for k, (parts, n) in enumerate(words):
        for pair in zip(parts, parts[1:]):
            pairs[pair] += n
            where[pair].add(k)
    merges = []
    while len(merges) < count and pairs:
        best = min(pairs, key=lambda pair: (-pairs[pair], pair))
        merges.append(best)
        for k in where.pop(best):
            parts, n = words[k]
            for pair in zip(parts, parts[1:]):
                pairs[pair] -= n
                if pairs[pair] <= 0:
                    del pairs[pair]
            joined, i = [], 0
            while i < len(parts):
                if tuple(parts[i:i + 2]) == best:
                    joined.append(parts[i] + parts[i + 1])
                    i += 2
                else:
                    joined.append(parts[i])
                    i += 1
            words[k][0] = joined
            for pair in zip(joined, joined[1:]):
                pairs[pair] += n
                where[pair].add(k)
        pairs.pop(best, None)
    return merges


def english(path):
    """The distinct English sentences of a corpus of pairs, in the order in which they first come."""
    with open(path, encoding="utf8") as f:
        return list(dict.fromkeys(line.rstrip("\n").split("\t")[0] for line in f))


def create(corpus, path):
    """Learns the tokenizer from the English side of `corpus` and writes tokenizer.json to `path`."""
    counts = collections.Counter(w for sentence in english(corpus) for w in WORD.findall(sentence))
    words = {tuple(BYTE[b] for b in word.encode()): n for word, n in counts.items()}
    alphabet = [BYTE[b] for b in sorted(range(256), key=lambda b: ord(BYTE[b]))]
    merges = learn_merges(words, VOCAB_SIZE - len(alphabet) - 1)
    pieces = alphabet + ["".join(pair) for pair in merges] + [END]
    assert len(set(pieces)) == VOCAB_SIZE
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
    contents = {
        "version": "1.0", "truncation": None, "padding": None,
        "added_tokens": [{"id": VOCAB_SIZE - 1, "content": END, "single_word": False, "lstrip": False,
                          "rstrip": False, "normalized": False, "special": True}],
        "normalizer": None, "pre_tokenizer": byte_level, "post_processor": byte_level, "decoder": byte_level,
        "model": {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None,
                  "end_of_word_suffix": None, "fuse_unk": False, "byte_fallback": False, "ignore_merges": False,
                  "vocab": {piece: i for i, piece in enumerate(pieces)},
                  "merges": [" ".join(pair) for pair in merges]},
    }
    with open(path, "w", encoding="utf8") as f:
        json.dump(contents, f, ensure_ascii=False, indent=1)
        f.write("\n")


class Tokenizer(tokenizer.Tokenizer):
    """Reads what `create` wrote.  Joining pairs is the same as in the translator's tokenizer; the rest differs."""

    def __init__(self, path):                           # pylint: disable=super-init-not-called
        with open(path, encoding="utf8") as f:
            j = json.load(f)
        assert j["model"]["type"] == "BPE" and j["pre_tokenizer"]["type"] == "ByteLevel"
        self.vocab = j["model"]["vocab"]
        self.pieces = [piece for piece, _ in sorted(self.vocab.items(), key=lambda item: item[1])]
        self.rank = {tuple(m.split(" ")): i for i, m in enumerate(j["model"]["merges"])}
        self.unk = None                                 # every byte is in the vocabulary
        self.added = {t["content"]: t["id"] for t in j["added_tokens"]}
        self.added_pattern = re.compile("(" + "|".join(map(re.escape, self.added)) + ")")
        self.end = self.vocab[END]
        self.words = {}

    def encode(self, text, suffix=False):
        assert not suffix                               # GPT-2 adds no token of its own
        ids = []
        for section in self.added_pattern.split(text):
            if section in self.added:
                ids.append(self.added[section])
                continue
            for word in WORD.findall(section):
                if word not in self.words:
                    self.words[word] = self.bpe("".join(BYTE[b] for b in word.encode()))
                ids += self.words[word]
        return ids

    def decode(self, ids):
        special = set(self.added.values())
        text = "".join(self.pieces[i] for i in ids if i not in special)
        return bytes(BYTE_OF[c] for c in text).decode(errors="replace")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", help="train.tsv")
    parser.add_argument("out", help="tokenizer.json")
    args = parser.parse_args()
    create(args.corpus, args.out)
    tok = Tokenizer(args.out)
    sentences = english(args.corpus)
    tokens = 0
    for sentence in sentences:
        ids = tok.encode(sentence)
        tokens += len(ids)
        assert tok.decode(ids) == sentence, sentence
    print(f"{len(sentences)} sentences, {tokens} tokens, all of them restored by decoding")


if __name__ == "__main__":
    main()
