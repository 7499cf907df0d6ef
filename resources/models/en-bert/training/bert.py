"""BERT's encoder (Devlin et al. 2018) with its masked-language-model head, small.

The modules are named as in Hugging Face's files, so that the state dict is the model file.  Query, key and value
are three tensors there and one product here.  Matrix products run in bfloat16 under autocast, all else in float32.
"""
import math

import torch
from torch import nn
from torch.nn import functional as F

import paths                                            # noqa: F401  (makes the next ones importable)
from transformer import Dropout
from word_piece import PAD

CONFIG = {
    "architectures": ["BertForMaskedLM"],
    "model_type": "bert",
    "vocab_size": 4096,
    "hidden_size": 192,
    "num_hidden_layers": 4,
    "num_attention_heads": 4,
    "intermediate_size": 768,
    "hidden_act": "gelu",
    "hidden_dropout_prob": 0.1,
    "attention_probs_dropout_prob": 0.0,
    "max_position_embeddings": 128,
    "position_embedding_type": "absolute",
    "type_vocab_size": 2,
    "initializer_range": 0.02,
    "layer_norm_eps": 1e-12,
    "pad_token_id": PAD,
    "tie_word_embeddings": True,
}


class Holder(nn.Module):
    """Nothing but a name for some modules."""

    def __init__(self, /, **modules):                    # one of the names is "self"
        super().__init__()
        for name, module in modules.items():
            setattr(self, name, module)


def linear(n_in, n_out, xavier=True):
    layer = nn.Linear(n_in, n_out)
    nn.init.zeros_(layer.bias)
    if xavier:
        nn.init.xavier_uniform_(layer.weight)
    return layer


class Layer(nn.Module):
    def __init__(self, config):
        super().__init__()
        d, eps = config["hidden_size"], config["layer_norm_eps"]
        self.heads = config["num_attention_heads"]
        self.attention = Holder(
            self=Holder(query=linear(d, d), key=linear(d, d), value=linear(d, d)),
            output=Holder(dense=linear(d, d), LayerNorm=nn.LayerNorm(d, eps)))
        self.intermediate = Holder(dense=linear(d, config["intermediate_size"]))
        self.output = Holder(dense=linear(config["intermediate_size"], d), LayerNorm=nn.LayerNorm(d, eps))
        self.drop = Dropout()

    def forward(self, x, mask, keep):
        b, t, d = x.shape
        parts = getattr(self.attention, "self")
        three = (parts.query, parts.key, parts.value)
        y = F.linear(x, torch.cat([p.weight for p in three]), torch.cat([p.bias for p in three]))
        q, k, v = y.view(b, t, 3, self.heads, d // self.heads).permute(2, 0, 3, 1, 4).unbind(0)
        scores = torch.matmul(q * (d // self.heads) ** -0.5, k.transpose(2, 3))
        weights = torch.softmax(scores.float() + mask, -1)      # [B, H, T, T]
        if keep is not None:
            keep.append(weights)
        out = self.attention.output
        x = out.LayerNorm(self.drop(x, out.dense(torch.matmul(weights, v).transpose(1, 2).flatten(2)).float()))
        y = self.output.dense(F.gelu(self.intermediate.dense(x)))
        return self.output.LayerNorm(self.drop(x, y.float()))


class Bert(nn.Module):
    def __init__(self, config=CONFIG):
        super().__init__()
        self.config = config
        d, eps = config["hidden_size"], config["layer_norm_eps"]
        self.bert = Holder(
            embeddings=Holder(word_embeddings=nn.Embedding(config["vocab_size"], d),
                              position_embeddings=nn.Embedding(config["max_position_embeddings"], d),
                              token_type_embeddings=nn.Embedding(config["type_vocab_size"], d),
                              LayerNorm=nn.LayerNorm(d, eps)),
            encoder=Holder(layer=nn.ModuleList(Layer(config) for _ in range(config["num_hidden_layers"]))))
        for name, table in self.bert.embeddings.named_children():
            if name != "LayerNorm":
                nn.init.normal_(table.weight, std=0.05)
        predictions = Holder(transform=Holder(dense=linear(d, d), LayerNorm=nn.LayerNorm(d, eps)))
        predictions.bias = nn.Parameter(torch.zeros(config["vocab_size"]))
        self.cls = Holder(predictions=predictions)
        self.drop = Dropout()

    def forward(self, ids, segments, keep=None, hidden=None):
        """ids, segments [B, T] -> [B, T, D].  The lists `keep` and `hidden` collect the weights [B, H, T, T] and
        the stream [B, T, D] of every layer, the latter beginning with the embeddings."""
        tables = self.bert.embeddings
        x = (tables.word_embeddings(ids) + tables.position_embeddings.weight[:ids.shape[1]]
             + tables.token_type_embeddings(segments))
        x = self.drop(tables.LayerNorm(x))
        mask = torch.zeros(ids.shape).masked_fill_(ids == PAD, -math.inf)[:, None, None]
        for layer in self.bert.encoder.layer:
            if hidden is not None:
                hidden.append(x)
            x = layer(x, mask, keep)
        if hidden is not None:
            hidden.append(x)
        return x

    def transform(self, x):
        """What the head does before its projection: [..., D] -> [..., D]"""
        parts = self.cls.predictions.transform
        return parts.LayerNorm(F.gelu(parts.dense(x)).float())

    def logits(self, x):
        return F.linear(self.transform(x), self.bert.embeddings.word_embeddings.weight, self.cls.predictions.bias)
