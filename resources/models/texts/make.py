#!/usr/bin/env python3
"""Makes the small models of the introductions to "Attention Is All You Need", and their tokenizers.

    python3 resources/models/texts/make.py

Needs Python alone. It writes text-1, whose numbers are chosen by hand where its text works with them and drawn at
random elsewhere. For the others it draws the numbers with which train.py begins. What each model shows stands in
README.md.
"""

import json
import math
import pathlib
import random
import struct

import corpora

HERE = pathlib.Path(__file__).parent


class Tensors:
    """Named tensors, drawn one after the other from a fixed seed; written as safetensors in half precision."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.all = {}

    def draw(self, name, rows, columns=None, spread=1.0, middle=0.0):
        count = rows * (columns or 1)
        shape = [rows] if columns is None else [rows, columns]
        self.all[name] = (shape, [self.random.gauss(middle, spread) for _ in range(count)])

    def give(self, name, rows):
        flat = [x for row in rows for x in row] if isinstance(rows[0], (list, tuple)) else list(rows)
        shape = [len(rows), len(rows[0])] if isinstance(rows[0], (list, tuple)) else [len(rows)]
        self.all[name] = (shape, flat)

    def write(self, path, form):
        code, size = {"F16": ("e", 2), "F32": ("f", 4)}[form]
        header, data = {}, b""
        for name in sorted(self.all):
            shape, values = self.all[name]
            header[name] = {"dtype": form, "shape": shape, "data_offsets": [len(data), len(data) + size * len(values)]}
            data += struct.pack(f"<{len(values)}{code}", *values)
        text = json.dumps(header, separators=(",", ":")).encode()
        text += b" " * (-len(text) % 8)
        path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def tokenizer(words, special, ending=None, lower=True):
    """Words by themselves; `special` are the first ones of the list that stand for no word."""
    vocabulary = {word: place for place, word in enumerate(words)}
    made = {
        "version": "1.0",
        "added_tokens": [
            {"id": vocabulary[word], "content": word, "single_word": False, "lstrip": False, "rstrip": False,
             "normalized": False, "special": True}
            for word in special
        ],
        "normalizer": {"type": "Lowercase"} if lower else None,
        "pre_tokenizer": {"type": "Whitespace"},
        "post_processor": None,
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "model": {"type": "WordLevel", "vocab": vocabulary, "unk_token": "<unk>"},
    }
    if ending is not None:
        piece = {"SpecialToken": {"id": ending, "type_id": 0}}
        made["post_processor"] = {
            "type": "TemplateProcessing",
            "single": [{"Sequence": {"id": "A", "type_id": 0}}, piece],
            "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 0}}, piece],
            "special_tokens": {ending: {"id": ending, "ids": [vocabulary[ending]], "tokens": [ending]}},
        }
    return made


def write_json(path, value):
    path.write_text(json.dumps(value, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def save(name, config, tensors, tokenizers, form, example, trained=None):
    """Writes a model's folder. `trained` says what it learned (train.py); None = nothing."""
    folder = HERE / name
    folder.mkdir(exist_ok=True)
    write_json(folder / "config.json",
               {"model_type": "vaswani", **({} if trained else {"trained": False}), **config})
    if trained:
        write_json(folder / "training.json", trained)
    tensors.write(folder / "model.safetensors", form)
    for file, made in tokenizers.items():
        write_json(folder / file, made)
    words = sum(len(made["model"]["vocab"]) for made in tokenizers.values())
    write_json(folder / "training_input.json", {"sentences": trained["sentences"] if trained else 0, "examples": [example], "read": "f" * 16})
    print(name, sum(f.stat().st_size for f in folder.iterdir()), "bytes,", words, "words")


def slices(tensors, name, heads, width, head_width):
    """A head reads its own slice of the features: blocks on the diagonal, zeros beside them."""
    own = width // heads
    rows = []
    for head in range(heads):
        for _ in range(head_width):
            row = [0.0] * width
            for i in range(own):
                row[head * own + i] = tensors.random.gauss(0.0, 1.0 / math.sqrt(own))
            rows.append(row)
    tensors.give(name, rows)


def norm(tensors, name, width):
    tensors.give(name + ".weight", [1.0] * width)
    tensors.give(name + ".bias", [0.0] * width)


def feed_forward(tensors, prefix, width, hidden):
    tensors.draw(prefix + ".fc1.weight", hidden, width, 1.0 / math.sqrt(width))
    tensors.draw(prefix + ".fc1.bias", hidden, spread=0.1)
    tensors.draw(prefix + ".fc2.weight", width, hidden, 1.0 / math.sqrt(hidden))
    tensors.draw(prefix + ".fc2.bias", width, spread=0.1)


def text_0():
    """Nine features, three heads that read three of them each into 64, two tables, its loop of positions."""
    width, heads, head_width = 9, 3, 64
    pairs = corpora.dictionaries()
    source = corpora.vocabulary(["<pad>", "</s>", "<unk>"], (en for en, _ in pairs))
    target = corpora.vocabulary(["<pad>", "</s>", "<unk>", "<s>"], (fr for _, fr in pairs))
    t = Tensors(10)
    t.draw("model.encoder.embed_tokens.weight", len(source), width)
    t.draw("model.decoder.embed_tokens.weight", len(target), width)
    for stack, kinds in (("encoder", ["self_attn"]), ("decoder", ["self_attn", "encoder_attn"])):
        layer = f"model.{stack}.layers.0"
        for kind in kinds:
            for part in "qkv":
                slices(t, f"{layer}.{kind}.{part}_proj.weight", heads, width, head_width)
                t.draw(f"{layer}.{kind}.{part}_proj.bias", heads * head_width, spread=0.1)
            t.draw(f"{layer}.{kind}.out_proj.weight", width, heads * head_width, 1.0 / math.sqrt(heads * head_width))
            t.draw(f"{layer}.{kind}.out_proj.bias", width, spread=0.1)
            norm(t, f"{layer}.{kind}_layer_norm", width)
        feed_forward(t, layer, width, 4 * width)
        norm(t, f"{layer}.final_layer_norm", width)
    t.draw("lm_head.weight", len(target), width)
    t.draw("lm_head.bias", len(target), spread=0.1)
    config = {"encoder_vocab_size": len(source), "decoder_vocab_size": len(target), "d_model": width,
              "encoder_layers": 1, "decoder_layers": 1, "encoder_attention_heads": heads,
              "decoder_attention_heads": heads, "head_dim": head_width, "encoder_ffn_dim": 4 * width,
              "decoder_ffn_dim": 4 * width, "activation_function": "relu", "normalize_before": False,
              "layer_norm_eps": 1e-5, "scale_embedding": False, "position_embedding_type": "sinusoidal_steep",
              "mask_value": -1e9, "tie_word_embeddings": False, "max_position_embeddings": 64, "pad_token_id": 0,
              "eos_token_id": 1, "bos_token_id": 3, "decoder_start_token_id": 3}
    return ("text-0", config, t,
            {"source_tokenizer.json": tokenizer(source, ["<pad>", "</s>", "<unk>"], "</s>"),
             "target_tokenizer.json": tokenizer(target, ["<pad>", "</s>", "<unk>"], "</s>")},
            "F16", "Soft dictionaries are fun and exciting, never boring.")


def text_1():
    """Three words as the vectors [0, 0], [0, 1] and [.1, .5], with q = k = x; keys are narrower than values."""
    source = ["our", "input", "sentence"]
    target = ["<s>", "</s>", "our", "input", "sentence"]
    t = Tensors(11)
    words = [[0.0, 0.0], [0.0, 1.0], [0.1, 0.5]]
    same = [[1.0, 0.0], [0.0, 1.0]]
    wider = [[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]]
    back = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
    t.give("model.encoder.embed_tokens.weight", words)
    t.give("model.decoder.embed_tokens.weight", [[1.0, 0.0], [-1.0, 0.5]] + words)
    for stack, kinds in (("encoder", ["self_attn"]), ("decoder", ["self_attn", "encoder_attn"])):
        layer = f"model.{stack}.layers.0"
        for kind in kinds:
            t.give(f"{layer}.{kind}.q_proj.weight", same)
            t.give(f"{layer}.{kind}.k_proj.weight", same)
            t.give(f"{layer}.{kind}.v_proj.weight", wider)
            t.give(f"{layer}.{kind}.out_proj.weight", back)
            norm(t, f"{layer}.{kind}_layer_norm", 2)
        feed_forward(t, layer, 2, 8)
        norm(t, f"{layer}.final_layer_norm", 2)
    config = {"encoder_vocab_size": len(source), "decoder_vocab_size": len(target), "d_model": 2, "encoder_layers": 1,
              "decoder_layers": 1, "encoder_attention_heads": 1, "decoder_attention_heads": 1, "head_dim": 2,
              "value_head_dim": 3, "attention_bias": False, "encoder_ffn_dim": 8, "decoder_ffn_dim": 8,
              "activation_function": "relu", "normalize_before": False, "layer_norm_eps": 1e-5,
              "scale_embedding": False, "position_embedding_type": "none", "tie_word_embeddings": True,
              "max_position_embeddings": 64, "eos_token_id": 1, "bos_token_id": 0, "decoder_start_token_id": 0}
    save("text-1", config, t,
         {"source_tokenizer.json": tokenizer(source, []),
          "target_tokenizer.json": tokenizer(target, ["<s>", "</s>"])},
         "F32", "our input sentence")


def text_2():
    """Pre-norm without a norm at the end of a stack, two vocabularies, no biases in attention, padding from ids."""
    width, heads, hidden = 16, 4, 32
    special = ["<pad>", "<s>", "</s>", "<unk>"]
    source = corpora.vocabulary(special, (en for en, _ in corpora.princes()))
    target = corpora.vocabulary(special, (fr for _, fr in corpora.princes()))
    t = Tensors(12)
    t.draw("model.encoder.embed_tokens.weight", len(source), width, 1.0 / math.sqrt(width))
    t.draw("model.decoder.embed_tokens.weight", len(target), width, 1.0 / math.sqrt(width))
    for stack, kinds in (("encoder", ["self_attn"]), ("decoder", ["self_attn", "encoder_attn"])):
        for index in range(2):
            layer = f"model.{stack}.layers.{index}"
            for kind in kinds:
                for part in ("q_proj", "k_proj", "v_proj", "out_proj"):
                    t.draw(f"{layer}.{kind}.{part}.weight", width, width, 1.5 / math.sqrt(width))
                t.draw(f"{layer}.{kind}_layer_norm.weight", width, spread=0.1, middle=1.0)
                t.draw(f"{layer}.{kind}_layer_norm.bias", width, spread=0.1)
            feed_forward(t, layer, width, hidden)
            t.draw(f"{layer}.final_layer_norm.weight", width, spread=0.1, middle=1.0)
            t.draw(f"{layer}.final_layer_norm.bias", width, spread=0.1)
    t.draw("lm_head.weight", len(target), width, 1.0 / math.sqrt(width))
    t.draw("lm_head.bias", len(target), spread=0.1)
    config = {"encoder_vocab_size": len(source), "decoder_vocab_size": len(target), "d_model": width,
              "encoder_layers": 2, "decoder_layers": 2, "encoder_attention_heads": heads,
              "decoder_attention_heads": heads, "attention_bias": False, "encoder_ffn_dim": hidden,
              "decoder_ffn_dim": hidden, "activation_function": "relu", "normalize_before": True, "final_norm": False,
              "layer_norm_eps": 1e-6, "scale_embedding": True, "position_embedding_type": "sinusoidal_interleaved",
              "padding_from_ids": True, "mask_value": -1e9, "tie_word_embeddings": False,
              "max_position_embeddings": 64, "pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2,
              "decoder_start_token_id": 1}
    return ("text-2", config, t,
            {"source_tokenizer.json": tokenizer(source, ["<pad>", "<s>", "</s>", "<unk>"], "</s>"),
             "target_tokenizer.json": tokenizer(target, ["<pad>", "<s>", "</s>", "<unk>"], "</s>")},
            "F16", "The prince answered nothing, but she looked at him significantly, awaiting a reply.")


def text_3():
    """The paper's transformer, small: norm after, an embedding for each stack, d_k and d_v free."""
    width, heads, key_width, value_width, hidden = 32, 4, 6, 10, 48
    special = ["<pad>", "<s>", "</s>", "<unk>"]
    source = corpora.vocabulary(special, (en for en, _ in corpora.everything()))
    target = corpora.vocabulary(special, (fr for _, fr in corpora.everything()))
    t = Tensors(13)
    t.draw("model.encoder.embed_tokens.weight", len(source), width, 1.0 / math.sqrt(width))
    t.draw("model.decoder.embed_tokens.weight", len(target), width, 1.0 / math.sqrt(width))
    for stack, kinds in (("encoder", ["self_attn"]), ("decoder", ["self_attn", "encoder_attn"])):
        for index in range(2):
            layer = f"model.{stack}.layers.{index}"
            for kind in kinds:
                for part, rows in (("q", key_width), ("k", key_width), ("v", value_width)):
                    t.draw(f"{layer}.{kind}.{part}_proj.weight", heads * rows, width, 1.0 / math.sqrt(width))
                t.draw(f"{layer}.{kind}.out_proj.weight", width, heads * value_width, 1.0 / math.sqrt(heads * value_width))
                norm(t, f"{layer}.{kind}_layer_norm", width)
            feed_forward(t, layer, width, hidden)
            norm(t, f"{layer}.final_layer_norm", width)
    t.draw("lm_head.weight", len(target), width, 1.0 / math.sqrt(width))
    t.draw("lm_head.bias", len(target), spread=0.1)
    config = {"encoder_vocab_size": len(source), "decoder_vocab_size": len(target), "d_model": width,
              "encoder_layers": 2, "decoder_layers": 2, "encoder_attention_heads": heads,
              "decoder_attention_heads": heads, "head_dim": key_width, "value_head_dim": value_width,
              "attention_bias": False, "encoder_ffn_dim": hidden, "decoder_ffn_dim": hidden,
              "activation_function": "relu", "normalize_before": False, "layer_norm_eps": 1e-5,
              "scale_embedding": True, "position_embedding_type": "sinusoidal_interleaved",
              "tie_word_embeddings": False, "max_position_embeddings": 64, "pad_token_id": 0, "bos_token_id": 1,
              "eos_token_id": 2, "decoder_start_token_id": 1}
    return ("text-3", config, t,
            {"source_tokenizer.json": tokenizer(source, special, "</s>"),
             "target_tokenizer.json": tokenizer(target, special, "</s>")},
            "F16", "I keep ice-cream in my freezer.")


def text_4():
    """Two features, four heads of the full width, ten words, one matrix as feed-forward, a norm over the matrix."""
    width, heads = 2, 4
    words = ["<start>", "i", "keep", "ice", "cream", "in", "my", "freezer", "apple", "<end>"]
    t = Tensors(1414)
    t.draw("model.shared.weight", len(words), width)
    for stack, kinds in (("encoder", ["self_attn"]), ("decoder", ["self_attn", "encoder_attn"])):
        for index in range(2):
            layer = f"model.{stack}.layers.{index}"
            for kind in kinds:
                for part in "qkv":
                    t.draw(f"{layer}.{kind}.{part}_proj.weight", heads * width, width)
                t.draw(f"{layer}.{kind}.out_proj.weight", width, heads * width, 0.5)
            t.draw(f"{layer}.fc1.weight", width, width)
    t.draw("lm_head.weight", len(words), width)
    config = {"vocab_size": len(words), "d_model": width, "encoder_layers": 2, "decoder_layers": 2,
              "encoder_attention_heads": heads, "decoder_attention_heads": heads, "head_dim": width,
              "attention_bias": False, "ffn_type": "linear", "normalize_before": False, "layer_norm_scope": "matrix",
              "layer_norm_eps": 0, "scale_embedding": False, "position_embedding_type": "sinusoidal_steep_own",
              "tie_word_embeddings": False, "max_position_embeddings": 64, "bos_token_id": 0, "eos_token_id": 9,
              "decoder_start_token_id": 0}
    return ("text-4", config, t,
            {"tokenizer.json": tokenizer(words, ["<start>", "<end>"])}, "F32",
            "I keep ice cream in my freezer")


if __name__ == "__main__":
    text_1()
