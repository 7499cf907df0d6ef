"""The shared English/French subword vocabulary of the built-in model.

Three things live here:

* training: SentencePiece learns one BPE vocabulary over both languages, and `to_hugging_face` turns it
  into a complete `tokenizer.json`;
* `Tokenizer`: the part of the Hugging Face pipeline that this file uses, written out in plain Python.  The
  trainer and the evaluation use it, so SentencePiece is needed only once, to learn the vocabulary;
* `--check`: proof that SentencePiece and `tokenizer.json` give the same ids on every line of a corpus.

    python3 tokenizer.py --train train.tsv --spm WORK/spm --out tokenizer.json
    python3 tokenizer.py --check train.tsv --spm WORK/spm --out tokenizer.json
"""
import argparse
import json
import os
import re
import sys
import unicodedata

VOCAB_SIZE = 6400
SPACE = "\u2581"                                        # SentencePiece's visible space
SPECIAL = ["<s>", "</s>", "<pad>", "<unk>"]             # ids 0 to 3; <s> also starts the decoder
BOS, EOS, PAD, UNK = range(4)
# Unicode's White_Space, which Strip removes (Python's own strip() takes a few control characters as well).
WHITE_SPACE = ("\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
               "\u2028\u2029\u202f\u205f\u3000")


# ---------------------------------------------------------------------------------------------- training

def train(corpus, prefix):
    """Learns the pieces from both columns of `corpus`; writes PREFIX.model and PREFIX.vocab."""
    import sentencepiece
    with open(corpus, encoding="utf8") as f:
        sentences = [side for line in f for side in line.rstrip("\n").split("\t")]
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(sentences), model_prefix=prefix, model_type="bpe", vocab_size=VOCAB_SIZE,
        character_coverage=1.0, normalization_rule_name="identity", split_digits=True, num_threads=1,
        shuffle_input_sentence=False, input_sentence_size=0, max_sentence_length=10000,
        bos_id=BOS, eos_id=EOS, pad_id=PAD, unk_id=UNK,
        bos_piece=SPECIAL[BOS], eos_piece=SPECIAL[EOS], pad_piece=SPECIAL[PAD], unk_piece=SPECIAL[UNK])


def merges(pieces):
    """The merge list that BPE needs and SentencePiece does not store.

    A piece can arise from any split into two pieces of the vocabulary.  SentencePiece always joins the
    neighbours whose *result* ranks best, so the splits are listed in the order of their results; among the
    splits of one result the order is that of Hugging Face's converter, by the ids of the two parts.
    """
    vocab = {piece: i for i, piece in enumerate(pieces)}
    result = []
    for piece in pieces[len(SPECIAL):]:                 # SentencePiece's ids are already sorted by rank
        splits = [(piece[:k], piece[k:]) for k in range(1, len(piece))]
        splits = [s for s in splits if s[0] in vocab and s[1] in vocab]
        result += sorted(splits, key=lambda s: (vocab[s[0]], vocab[s[1]]))
    return result


def to_hugging_face(pieces):
    """The contents of tokenizer.json for a list of pieces in the order of their ids."""
    metaspace = {"type": "Metaspace", "replacement": SPACE, "prepend_scheme": "always", "split": True}

    def replace(kind, pattern, content):
        return {"type": "Replace", "pattern": {kind: pattern}, "content": content}

    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [{"id": i, "content": token, "single_word": False, "lstrip": False, "rstrip": False,
                          "normalized": False, "special": True} for i, token in enumerate(SPECIAL)],
        # The corpus is clean already (NFC, plain spaces, straight apostrophes); what people type is not.
        "normalizer": {"type": "Sequence", "normalizers": [
            {"type": "NFC"},
            replace("String", "\u2019", "'"),           # typographic apostrophe and
            replace("String", "\u201c", '"'),           # quotation marks
            replace("String", "\u201d", '"'),
            replace("String", "\u00a0", " "),           # no-break space and narrow no-break space,
            replace("String", "\u202f", " "),           # which French typography puts before ? ! : ;
            replace("String", "\t", " "),
            replace("String", "\n", " "),
            replace("Regex", " {2,}", " "),
            {"type": "Strip", "strip_left": True, "strip_right": True},
        ]},
        "pre_tokenizer": metaspace,
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [{"Sequence": {"id": "A", "type_id": 0}},
                       {"SpecialToken": {"id": SPECIAL[EOS], "type_id": 0}}],
            "pair": [{"Sequence": {"id": "A", "type_id": 0}},
                     {"SpecialToken": {"id": SPECIAL[EOS], "type_id": 0}},
                     {"Sequence": {"id": "B", "type_id": 1}},
                     {"SpecialToken": {"id": SPECIAL[EOS], "type_id": 1}}],
            "special_tokens": {SPECIAL[EOS]: {"id": SPECIAL[EOS], "ids": [EOS], "tokens": [SPECIAL[EOS]]}},
        },
        "decoder": metaspace,
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": SPECIAL[UNK],
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
            "fuse_unk": True,
            "byte_fallback": False,
            "ignore_merges": False,
            "vocab": {piece: i for i, piece in enumerate(pieces)},
            "merges": [" ".join(pair) for pair in merges(pieces)],
        },
    }


def create(corpus, prefix, path):
    """Writes tokenizer.json to `path`, from PREFIX.model, which is learnt from `corpus` if it does not exist."""
    import sentencepiece
    if not os.path.exists(prefix + ".model"):
        train(corpus, prefix)
    spm = sentencepiece.SentencePieceProcessor(model_file=prefix + ".model")
    with open(path, "w", encoding="utf8") as f:
        json.dump(to_hugging_face([spm.id_to_piece(i) for i in range(len(spm))]), f, ensure_ascii=False, indent=1)
        f.write("\n")


# ---------------------------------------------------------------------------------- the pipeline in Python

class Tokenizer:
    """Reads tokenizer.json and does what Hugging Face's library would do with it.

    Only the components that `to_hugging_face` writes are known; anything else is an error, not a guess.
    """

    def __init__(self, path):
        with open(path, encoding="utf8") as f:
            j = json.load(f)
        model = j["model"]
        assert model["type"] == "BPE" and model["fuse_unk"] and not model["byte_fallback"]
        assert j["pre_tokenizer"]["type"] == j["decoder"]["type"] == "Metaspace"
        self.normalizers = j["normalizer"]["normalizers"]
        self.vocab = model["vocab"]
        self.pieces = [piece for piece, _ in sorted(self.vocab.items(), key=lambda item: item[1])]
        self.rank = {tuple(m.split(" ")): i for i, m in enumerate(model["merges"])}
        self.unk = self.vocab[model["unk_token"]]
        self.added = {t["content"]: t["id"] for t in j["added_tokens"]}
        self.added_pattern = re.compile("(" + "|".join(map(re.escape, self.added)) + ")")
        self.suffix = [i for part in j["post_processor"]["single"] if "SpecialToken" in part
                       for i in j["post_processor"]["special_tokens"][part["SpecialToken"]["id"]]["ids"]]
        self.words = {}                                 # word -> ids; a corpus has few distinct words

    def normalize(self, text):
        for n in self.normalizers:
            if n["type"] == "NFC":
                text = unicodedata.normalize("NFC", text)
            elif n["type"] == "Strip":
                text = text.strip(WHITE_SPACE)
            elif n["type"] == "Replace" and "String" in n["pattern"]:
                text = text.replace(n["pattern"]["String"], n["content"])
            elif n["type"] == "Replace":
                text = re.sub(n["pattern"]["Regex"], n["content"], text)
            else:
                raise ValueError("unknown normalizer " + n["type"])
        return text

    def bpe(self, word):
        """Ids of one word: join the best-ranked (leftmost among equals) neighbours until none can be joined."""
        parts = list(word)
        while len(parts) > 1:
            ranks = [self.rank.get(pair, len(self.rank)) for pair in zip(parts, parts[1:])]
            best = min(ranks)
            if best == len(self.rank):
                break
            k = ranks.index(best)
            parts[k:k + 2] = [parts[k] + parts[k + 1]]
        ids = []
        for part in parts:
            i = self.vocab.get(part, self.unk)
            if i != self.unk or ids[-1:] != [self.unk]:  # fuse_unk: a run of unknown characters is one token
                ids.append(i)
        return ids

    def encode(self, text, suffix=True):
        """Text -> ids, with the closing </s> unless `suffix` is false."""
        ids = []
        for section in self.added_pattern.split(text):
            if section in self.added:                   # "<s>" and its like, typed out, are the token itself
                ids.append(self.added[section])
                continue
            section = self.normalize(section).replace(" ", SPACE)
            if section and not section.startswith(SPACE):
                section = SPACE + section
            # One pre-token per visible space, which opens it.
            for word in re.findall(SPACE + "[^" + SPACE + "]*", section):
                if word not in self.words:
                    self.words[word] = self.bpe(word)
                ids += self.words[word]
        return ids + (self.suffix if suffix else [])

    def decode(self, ids):
        """Ids -> text, special tokens left out."""
        special = set(self.added.values())
        text = "".join(self.pieces[i] for i in ids if i not in special).replace(SPACE, " ")
        return text[1:] if text.startswith(" ") else text


# -------------------------------------------------------------------------------------------------- check

def check(corpus, prefix, path):
    """Compares both implementations on every sentence of `corpus`; returns the number of differences."""
    import sentencepiece
    spm = sentencepiece.SentencePieceProcessor(model_file=prefix + ".model")
    tokenizer = Tokenizer(path)
    sentences = tokens = unknown = bad_ids = bad_text = changed = 0
    with open(corpus, encoding="utf8") as f:
        for line in f:
            for text in line.rstrip("\n").split("\t"):
                ids = tokenizer.encode(text, suffix=False)
                sentences += 1
                tokens += len(ids)
                unknown += ids.count(UNK)
                changed += tokenizer.normalize(text) != text
                if ids != spm.encode(text):
                    bad_ids += 1
                    if bad_ids <= 5:
                        print("ids differ:", repr(text), [tokenizer.pieces[i] for i in ids],
                              spm.encode(text, out_type=str))
                bad_text += UNK not in ids and tokenizer.decode(ids) != tokenizer.normalize(text)
    print(f"{sentences} sentences, {tokens} tokens, {unknown} unknown; changed by the normalizer: {changed}; "
          f"ids other than SentencePiece's: {bad_ids}; not restored by decoding: {bad_text}")
    return bad_ids + bad_text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--train", metavar="TSV", help="learn the vocabulary from this corpus and write --out")
    parser.add_argument("--check", metavar="TSV", help="compare with SentencePiece on this corpus")
    parser.add_argument("--spm", required=True, metavar="PREFIX", help="SentencePiece's files, without .model")
    parser.add_argument("--out", required=True, metavar="JSON", help="tokenizer.json")
    args = parser.parse_args()
    if args.train:
        create(args.train, args.spm, args.out)
    if args.check:
        sys.exit(check(args.check, args.spm, args.out) > 0)


if __name__ == "__main__":
    main()
