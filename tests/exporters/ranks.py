"""A model of four layers and four heads, whole or shared between ranks by heads or by layers: ranks.py PATH HOW."""

import math
import os
import sys

import torch
from torch.nn import functional as F

import headlight_trace as ht


def sdpa(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
    scores = query @ key.transpose(-2, -1) / math.sqrt(query.size(-1))
    hidden = torch.ones(scores.shape[-2:], dtype=torch.bool).triu(1)
    return torch.softmax(scores.masked_fill(hidden, -math.inf), -1) @ value


path, parallel = sys.argv[1:]
if not hasattr(F, "scaled_dot_product_attention"):
    F.scaled_dot_product_attention = sdpa
rank, world = int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
if world > 1:
    torch.distributed.init_process_group("gloo")
torch.manual_seed(5)
operands = torch.randn(4, 3, 1, 4, 7, 8)  # layers, q k v, batch, heads, tokens, width
part = slice(rank * 4 // world, (rank + 1) * 4 // world)
operands = operands[:, :, :, part] if parallel == "heads" else operands[part]
with ht.record(path, tokens=list("abcdefg"), parallel=parallel):
    for q, k, v in operands:
        F.scaled_dot_product_attention(q, k, v, is_causal=True)
