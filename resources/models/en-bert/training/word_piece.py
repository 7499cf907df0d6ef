"""The WordPiece tokenizer of the built-in masked language model: learns it, writes tokenizer.json, and reads it.

    python3 word_piece.py DATA/train.tsv tokenizer.json

Text is put into lower case without accents, cut at spaces and around punctuation, and every word into the longest
pieces that the vocabulary has, from the left; "##" marks a piece that continues a word.  The vocabulary is learnt
by joining the most frequent neighbours, as in BPE.
"""
import argparse
import collections
import json
import re
import unicodedata

import paths                                            # noqa: F401  (makes the next ones importable)
from byte_level import english, learn_merges

VOCAB_SIZE = 4096
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
PAD, UNK, CLS, SEP, MASK = range(5)
MIN_COUNT = 5       # characters that the corpus has less often are left out of the vocabulary
FIRST = "\u2581"    # marks the first piece of a word while the vocabulary is learnt


def is_chinese(c):
    return any(a <= ord(c) <= b for a, b in (
        (0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F), (0x2B740, 0x2B81F), (0x2B920, 0x2CEAF),
        (0xF900, 0xFAFF), (0x2F800, 0x2FA1F)))


def normalize(text):
    """BertNormalizer: clean text, spaces around Chinese characters, no accents, lower case."""
    out = []
    for c in text:
        if c in "\t\n\r" or c.isspace():
            out.append(" ")
        elif c not in "\0\ufffd" and unicodedata.category(c)[0] != "C":
            out.append(f" {c} " if is_chinese(c) else c)
    return "".join(c for c in unicodedata.normalize("NFD", "".join(out)) if unicodedata.category(c) != "Mn").lower()


def is_punctuation(c):
    return c in "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~" or unicodedata.category(c)[0] == "P"


def words_of(text):
    """BertPreTokenizer: cut at white space, every punctuation mark a word of its own."""
    return "".join(f" {c} " if is_punctuation(c) else c for c in text).split()


def create(corpus, path):
    """Learns the vocabulary from the English side of `corpus` and writes tokenizer.json to `path`."""
    counts = collections.Counter(w for sentence in english(corpus) for w in words_of(normalize(sentence)))
    characters = collections.Counter()
    for word, n in counts.items():
        for c in word:
            characters[c] += n
    kept = sorted(c for c, n in characters.items() if n >= MIN_COUNT)
    words = {(FIRST + word[0], *word[1:]): n for word, n in counts.items() if all(c in kept for c in word)}
    alphabet = [FIRST + c for c in kept] + [c for c in kept if not is_punctuation(c)]
    merges = learn_merges(words, VOCAB_SIZE - len(SPECIAL) - len(alphabet))
    pieces = alphabet + ["".join(pair) for pair in merges]
    pieces = SPECIAL + [p[1:] if p.startswith(FIRST) else "##" + p for p in pieces]
    assert len(set(pieces)) == VOCAB_SIZE

    def special(i, segment):
        return {"SpecialToken": {"id": SPECIAL[i], "type_id": segment}}

    def sequence(name, segment):
        return {"Sequence": {"id": name, "type_id": segment}}

    single = [special(CLS, 0), sequence("A", 0), special(SEP, 0)]
    contents = {
        "version": "1.0", "truncation": None, "padding": None,
        "added_tokens": [{"id": i, "content": token, "single_word": False, "lstrip": False, "rstrip": False,
                          "normalized": False, "special": True} for i, token in enumerate(SPECIAL)],
        "normalizer": {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True,
                       "strip_accents": None, "lowercase": True},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {"type": "TemplateProcessing", "single": single,
                           "pair": single + [sequence("B", 1), special(SEP, 1)],
                           "special_tokens": {SPECIAL[i]: {"id": SPECIAL[i], "ids": [i], "tokens": [SPECIAL[i]]}
                                              for i in (CLS, SEP)}},
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "model": {"type": "WordPiece", "unk_token": SPECIAL[UNK], "continuing_subword_prefix": "##",
                  "max_input_chars_per_word": 100, "vocab": {piece: i for i, piece in enumerate(pieces)}},
    }
    with open(path, "w", encoding="utf8") as f:
        json.dump(contents, f, ensure_ascii=False, indent=1)
        f.write("\n")


class Tokenizer:
    """Reads what `create` wrote and does what Hugging Face's library would do with it."""

    def __init__(self, path):
        with open(path, encoding="utf8") as f:
            j = json.load(f)
        assert j["model"]["type"] == "WordPiece" and j["normalizer"]["lowercase"]
        self.vocab = j["model"]["vocab"]
        self.longest = j["model"]["max_input_chars_per_word"]
        self.pieces = [piece for piece, _ in sorted(self.vocab.items(), key=lambda item: item[1])]
        self.added = {t["content"]: t["id"] for t in j["added_tokens"]}
        self.added_pattern = re.compile("(" + "|".join(map(re.escape, self.added)) + ")")
        self.words = {}                                 # word -> ids; a corpus has few distinct words

    def word(self, word):
        ids, start = [], 0
        if len(word) > self.longest:
            return [UNK]
        while start < len(word):
            prefix = "##" if start else ""
            end = next((e for e in range(len(word), start, -1) if prefix + word[start:e] in self.vocab), None)
            if end is None:
                return [UNK]
            ids.append(self.vocab[prefix + word[start:end]])
            start = end
        return ids

    def plain(self, text):
        """The ids of a text without [CLS] and [SEP]."""
        ids = []
        for section in self.added_pattern.split(text):
            if section in self.added:                   # "[MASK]", typed out, is the token itself
                ids.append(self.added[section])
                continue
            for word in words_of(normalize(section)):
                if word not in self.words:
                    self.words[word] = self.word(word)
                ids += self.words[word]
        return ids

    def encode(self, text):
        return [CLS] + self.plain(text) + [SEP]

    def decode(self, ids):
        """Ids -> text as Hugging Face's WordPiece decoder makes it, special tokens left out."""
        out = ""
        for k, piece in enumerate([self.pieces[i] for i in ids if i not in self.added.values()]):
            piece = piece[2:] if k and piece.startswith("##") else " " + piece if k else piece
            for old in (" .", " ?", " !", " ,", " n't", " 'm", " 's", " 've", " 're"):
                piece = piece.replace(old, old[1:])
            out += piece
        return out


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", help="train.tsv")
    parser.add_argument("out", help="tokenizer.json")
    args = parser.parse_args()
    create(args.corpus, args.out)
    tokenizer = Tokenizer(args.out)
    sentences = [tokenizer.plain(s) for s in english(args.corpus)]
    print(f"{len(sentences)} sentences, {sum(map(len, sentences))} tokens, {sum(s.count(UNK) for s in sentences)} unknown")


if __name__ == "__main__":
    main()
