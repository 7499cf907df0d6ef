"""Writes the test cases of the tokenizer, one JSON object a line: text, ids, tokens, decoded.

    python3 cases.py MODEL_FOLDER DATA cases.jsonl

`ids` and `tokens` hold what the post-processor adds (here the closing </s>); `decoded` is what the ids give when special
tokens are left out.  Half of the texts come from the corpus, the others are what people type and paste.
"""
import argparse
import json
import os

from tokenizer import Tokenizer

ODD = [
    "", " ", "   ", "\t", "\n", "a", "I", ".", "...", "?!", "the black cat", "i love you", "THE BLACK CAT",
    "  leading and trailing  ", "two  spaces   and    more", "tab\there", "line\nbreak",
    "It\u2019s Tom\u2019s book.", "l\u2019homme qu\u2019elle a vu", "\u2018quoted\u2019", "\u201cquoted\u201d",
    "Qui est\u202fl\u00e0\u202f?", "Vraiment\u00a0!", "no\u00a0break", "\u3000ideographic space\u3000",
    "cafe\u0301 de\u0301ja\u0300", "caf\u00e9 d\u00e9j\u00e0", "\u0152uvre, c\u0153ur, \u00c7a, \u00ca\u00eele, na\u00eff", "\ufb01n", "\u212bngstr\u00f6m",
    "It costs $12.50, or 1,000,000%.", "In 2017, 8 heads.", "3.14159", "Call me at 10:30; don't be late!",
    "\U0001f600", "I like \U0001f408\u200d\u2b1b.", "\U0001f1eb\U0001f1f7 and \U0001f1ec\U0001f1e7", "\u6211\u559c\u6b22\u732b\u3002", "I ate \u5bff\u53f8 in \u6771\u4eac.",
    "\u041f\u0440\u0438\u0432\u0435\u0442, Tom!", "\u05e9\u05dc\u05d5\u05dd", "na\u200bme", "soft\u00adhyphen", "a\u2581b", "\u2581", "<s>", "</s>", "a<pad>b", "x <unk> y", "<S> < s >",
    "https://example.org/a?b=c&d=e#f", "someone@example.org", "C:\\Users\\tom", "{\"key\": [1, 2]}",
    "a_b-c+d=e*f~g^h|i`j", "pneumonoultramicroscopicsilicovolcanoconiosis", "anticonstitutionnellement",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "\x00", "e\u0301\u0301",
]


def write_cases(tokenizer, data, path):
    """Encodes the texts with `tokenizer` and writes what it gives to `path`."""
    texts = list(ODD)
    for name, lines in (("train.tsv", 20), ("dev.tsv", 8)):
        with open(os.path.join(data, name), encoding="utf8") as f:
            corpus = f.read().splitlines()
        for k in range(lines):                          # evenly over the file, both languages in turn
            texts.append(corpus[(2 * k + 1) * len(corpus) // (2 * lines)].split("\t")[k % 2])
    with open(path, "w", encoding="utf8") as f:
        for text in texts:
            ids = tokenizer.encode(text)
            case = {"text": text, "ids": ids, "tokens": [tokenizer.pieces[i] for i in ids],
                    "decoded": tokenizer.decode(ids)}
            f.write(json.dumps(case, ensure_ascii=False) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", help="folder with tokenizer.json")
    parser.add_argument("data", help="folder with train.tsv and dev.tsv")
    parser.add_argument("out")
    args = parser.parse_args()
    write_cases(Tokenizer(os.path.join(args.model, "tokenizer.json")), args.data, args.out)


if __name__ == "__main__":
    main()
