"""GPT-2's decoder (Radford et al. 2019), small: norms before the sub-layers, learned positions, GELU, tied head.

The modules are named as in Hugging Face's files, so that the state dict is the model file: the weights of the four
products of a layer are stored [in, out].  Matrix products run in bfloat16 under autocast, all else in float32.
"""
import math

import torch
from torch import nn
from torch.nn import functional as F

import siblings                                         # noqa: F401  (makes the next one importable)
from transformer import Dropout

CONFIG = {
    "architectures": ["GPT2LMHeadModel"],
    "model_type": "gpt2",
    "vocab_size": 4096,
    "n_positions": 256,
    "n_ctx": 256,
    "n_embd": 192,
    "n_layer": 4,
    "n_head": 4,
    "n_inner": 768,
    "activation_function": "gelu_new",
    "layer_norm_epsilon": 1e-05,
    "attn_pdrop": 0.0,
    "embd_pdrop": 0.1,
    "resid_pdrop": 0.1,
    "initializer_range": 0.02,
    "tie_word_embeddings": True,
    "bos_token_id": 4095,
    "eos_token_id": 4095,
}


class Conv1D(nn.Module):
    """x W + b with W [in, out]"""

    def __init__(self, n_in, n_out, std):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(n_in, n_out) * std)
        self.bias = nn.Parameter(torch.zeros(n_out))

    def forward(self, x):
        return F.linear(x, self.weight.t(), self.bias)


class Attention(nn.Module):
    def __init__(self, config, std):
        super().__init__()
        d = config["n_embd"]
        self.heads = config["n_head"]
        self.c_attn = Conv1D(d, 3 * d, std)
        self.c_proj = Conv1D(d, d, std / math.sqrt(2 * config["n_layer"]))

    def forward(self, x, mask, keep):
        b, t, d = x.shape
        q, k, v = self.c_attn(x).view(b, t, 3, self.heads, d // self.heads).permute(2, 0, 3, 1, 4).unbind(0)
        scores = torch.matmul(q * (d // self.heads) ** -0.5, k.transpose(2, 3))
        weights = torch.softmax(scores.float() + mask, -1)      # [B, H, T, T]
        if keep is not None:
            keep.append(weights)
        return self.c_proj(torch.matmul(weights, v).transpose(1, 2).flatten(2))


class FeedForward(nn.Module):
    def __init__(self, config, std):
        super().__init__()
        self.c_fc = Conv1D(config["n_embd"], config["n_inner"], std)
        self.c_proj = Conv1D(config["n_inner"], config["n_embd"], std / math.sqrt(2 * config["n_layer"]))

    def forward(self, x):
        return self.c_proj(F.gelu(self.c_fc(x), approximate="tanh"))


class Block(nn.Module):
    def __init__(self, config):
        super().__init__()
        d, eps, std = config["n_embd"], config["layer_norm_epsilon"], 0.06
        self.ln_1, self.ln_2 = nn.LayerNorm(d, eps), nn.LayerNorm(d, eps)
        self.attn, self.mlp = Attention(config, std), FeedForward(config, std)
        self.drop = Dropout()

    def forward(self, x, mask, keep):
        x = self.drop(x, self.attn(self.ln_1(x), mask, keep).float())
        return self.drop(x, self.mlp(self.ln_2(x)).float())


class Stack(nn.Module):
    def __init__(self, config):
        super().__init__()
        d = config["n_embd"]
        self.wte = nn.Embedding(config["vocab_size"], d)
        self.wpe = nn.Embedding(config["n_positions"], d)
        nn.init.normal_(self.wte.weight, std=0.05)
        nn.init.normal_(self.wpe.weight, std=0.02)
        self.h = nn.ModuleList(Block(config) for _ in range(config["n_layer"]))
        self.ln_f = nn.LayerNorm(d, config["layer_norm_epsilon"])


class GPT(nn.Module):
    def __init__(self, config=CONFIG):
        super().__init__()
        self.config = config
        self.transformer = Stack(config)
        self.drop = Dropout()
        n = config["n_positions"]
        self.register_buffer("causal", torch.full((n, n), -math.inf).triu(1), persistent=False)

    def forward(self, ids, keep=None, hidden=None):
        """ids [B, T] -> the final norm's output [B, T, D].  The lists `keep` and `hidden` collect the weights
        [B, H, T, T] and the stream [B, T, D] of every layer, the latter beginning with the embeddings."""
        t = ids.shape[1]
        stack = self.transformer
        x = self.drop(stack.wte(ids) + stack.wpe.weight[:t])
        for block in stack.h:
            if hidden is not None:
                hidden.append(x)
            x = block(x, self.causal[:t, :t], keep)
        if hidden is not None:
            hidden.append(x)
        return stack.ln_f(x)

    def logits(self, final):
        return F.linear(final, self.transformer.wte.weight)

    @torch.no_grad()
    def greedy(self, ids, limit, end):
        """The continuation of one list of ids, the closing `end` included."""
        out = list(ids)
        for _ in range(limit):
            out.append(int(self.logits(self(torch.tensor([out]))[0, -1]).argmax()))
            if out[-1] == end:
                break
        return out[len(ids):]
