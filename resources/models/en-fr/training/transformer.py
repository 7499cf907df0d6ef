"""The encoder-decoder of "Attention Is All You Need" (Vaswani et al. 2017), small enough for one CPU core.

Post-norm, ReLU, sinusoidal positions (sin on even, cos on odd dimensions), embeddings times sqrt(d_model),
and one embedding matrix for source, target and output projection (no output bias).

Shapes in the comments: B sentences, S source and T target positions, D = d_model, H heads, K = D / H.

Matrix products run in bfloat16 where the caller opens `torch.autocast("cpu", torch.bfloat16)`; the weights,
the residual stream, layer norms, softmax and loss are float32 in any case.
"""
import math

import torch
from torch import nn
from torch.nn import functional as F

PAD = 2
EOS = 1
START = 0

CONFIG = {
    "architectures": ["Transformer"],
    "model_type": "vaswani",
    "is_encoder_decoder": True,
    "vocab_size": 6400,
    "d_model": 192,
    "encoder_layers": 3,
    "decoder_layers": 3,
    "encoder_attention_heads": 4,
    "decoder_attention_heads": 4,
    "encoder_ffn_dim": 768,
    "decoder_ffn_dim": 768,
    "activation_function": "relu",
    "normalize_before": False,
    "layer_norm_eps": 1e-05,
    "scale_embedding": True,
    "attention_bias": True,
    "position_embedding_type": "sinusoidal_interleaved",
    "max_position_embeddings": 512,
    "tie_word_embeddings": True,
    "dropout": 0.1,
    "bos_token_id": START,
    "eos_token_id": EOS,
    "pad_token_id": PAD,
    "decoder_start_token_id": START,
}


class Dropout(nn.Module):
    """Dropout of rate `p` whose random masks are slices of one pool, made anew now and then.

    Drawing a Bernoulli number per activation costs more than the matrix product before it on one core; a
    slice at a random offset of a pool of eight million costs nothing and no two steps see the same masks.
    """
    pool = None
    POOL_SIZE = 1 << 23

    @classmethod
    def refill(cls, p):
        cls.pool = (torch.rand(cls.POOL_SIZE) >= p).float().div_(1 - p)

    def forward(self, x, y=None):
        """Drops from `x`; with `y` given, the residual form x + dropped y."""
        dropped = x if y is None else y
        if self.training:
            n = dropped.numel()
            start = int(torch.randint(self.POOL_SIZE - n, ()))
            mask = self.pool[start:start + n].view_as(dropped)
            return dropped * mask if y is None else torch.addcmul(x, y, mask)
        return dropped if y is None else x + y


class Attention(nn.Module):
    """Multi-head attention.  The projections that read the same input are one matrix product:
    q, k and v for self-attention; k and v for attention to the encoder."""

    def __init__(self, d_model, heads, cross):
        super().__init__()
        self.heads = heads
        self.cross = cross
        self.d_head = d_model // heads
        if cross:
            self.q = nn.Linear(d_model, d_model)
            self.kv = nn.Linear(d_model, 2 * d_model)
        else:
            self.qkv = nn.Linear(d_model, 3 * d_model)
        self.out = nn.Linear(d_model, d_model)
        for name, parameter in self.named_parameters():
            if name.endswith("bias"):
                nn.init.zeros_(parameter)
            else:                                       # Xavier for each [D, D] block by itself
                for block in parameter.data.split(d_model):
                    nn.init.xavier_uniform_(block)

    def split(self, x, n):
        """[B, T, n*D] -> n tensors [B, H, T, K]"""
        b, t, _ = x.shape
        return x.view(b, t, n, self.heads, self.d_head).permute(2, 0, 3, 1, 4).unbind(0)

    def forward(self, x, mask, memory=None, keep=None):
        """x [B, T, D]; mask [B or 1, 1, T or 1, S], 0 or -inf, is added to the scores; memory [B, S, D].
        The weights [B, H, T, S] are appended to the list `keep`."""
        if self.cross:
            q, = self.split(self.q(x), 1)
            k, v = self.split(self.kv(memory), 2)
        else:
            q, k, v = self.split(self.qkv(x), 3)
        scores = torch.matmul(q * self.d_head ** -0.5, k.transpose(2, 3))
        weights = torch.softmax(scores.float() + mask, -1)      # [B, H, T, S]
        if keep is not None:
            keep.append(weights)
        y = torch.matmul(weights, v)                            # [B, H, T, K]
        return self.out(y.transpose(1, 2).flatten(2))


class Layer(nn.Module):
    """One layer of the encoder or, with attention to the encoder, of the decoder."""

    def __init__(self, d_model, heads, ffn, eps, decoder):
        super().__init__()
        self.self_attn = Attention(d_model, heads, cross=False)
        self.self_norm = nn.LayerNorm(d_model, eps)
        if decoder:
            self.cross_attn = Attention(d_model, heads, cross=True)
            self.cross_norm = nn.LayerNorm(d_model, eps)
        self.fc1 = nn.Linear(d_model, ffn)
        self.fc2 = nn.Linear(ffn, d_model)
        self.ffn_norm = nn.LayerNorm(d_model, eps)
        self.drop = Dropout()
        for fc in (self.fc1, self.fc2):
            nn.init.xavier_uniform_(fc.weight)
            nn.init.zeros_(fc.bias)

    def forward(self, x, mask, memory=None, memory_mask=None, keep=None, keep_cross=None):
        x = self.self_norm(self.drop(x, self.self_attn(x, mask, keep=keep).float()))
        if memory is not None:
            x = self.cross_norm(self.drop(x, self.cross_attn(x, memory_mask, memory, keep_cross).float()))
        return self.ffn_norm(self.drop(x, self.fc2(F.relu(self.fc1(x))).float()))


class Transformer(nn.Module):
    def __init__(self, config=CONFIG):
        super().__init__()
        self.config = config
        d = config["d_model"]
        self.shared = nn.Embedding(config["vocab_size"], d)
        nn.init.normal_(self.shared.weight, std=d ** -0.5)
        eps = config["layer_norm_eps"]
        self.encoder = nn.ModuleList(
            Layer(d, config["encoder_attention_heads"], config["encoder_ffn_dim"], eps, False)
            for _ in range(config["encoder_layers"]))
        self.decoder = nn.ModuleList(
            Layer(d, config["decoder_attention_heads"], config["decoder_ffn_dim"], eps, True)
            for _ in range(config["decoder_layers"]))
        self.drop = Dropout()
        n = config["max_position_embeddings"]
        angle = torch.arange(n)[:, None] / 10000 ** (torch.arange(0, d, 2, dtype=torch.float64) / d)
        self.register_buffer("positions", torch.stack([angle.sin(), angle.cos()], 2).view(n, d).float(),
                             persistent=False)
        self.register_buffer("causal", torch.full((n, n), -math.inf).triu(1), persistent=False)

    def embed(self, ids):
        """[B, T] -> [B, T, D]"""
        x = self.shared(ids) * self.config["d_model"] ** 0.5
        return self.drop(x + self.positions[:ids.shape[1]])

    def encode(self, source, keep=None):
        """source ids [B, S] -> (memory [B, S, D], the additive mask of its padding [B, 1, 1, S]).
        `keep`, a dict of lists, collects the hidden states and attention weights of every layer."""
        mask = torch.zeros(source.shape).masked_fill_(source == PAD, -math.inf)[:, None, None]
        x = self.embed(source)
        if keep:
            keep["encoder.hidden"].append(x)
        for layer in self.encoder:
            x = layer(x, mask, keep=keep and keep["encoder.attn"])
            if keep:
                keep["encoder.hidden"].append(x)
        return x, mask

    def decode(self, target, memory, memory_mask, keep=None):
        """target ids [B, T] -> hidden states [B, T, D]"""
        t = target.shape[1]
        x = self.embed(target)
        if keep:
            keep["decoder.hidden"].append(x)
        for layer in self.decoder:
            x = layer(x, self.causal[:t, :t], memory, memory_mask,
                      keep and keep["decoder.self_attn"], keep and keep["decoder.cross_attn"])
            if keep:
                keep["decoder.hidden"].append(x)
        return x

    def logits(self, hidden):
        return F.linear(hidden, self.shared.weight)

    @torch.no_grad()
    def greedy(self, source, limit=60):
        """source ids [B, S] -> lists of generated ids, </s> not included"""
        memory, mask = self.encode(source)
        target = torch.full((len(source), 1), START)
        done = torch.zeros(len(source), dtype=torch.bool)
        for _ in range(limit):
            # The prefix is computed anew for every token: short sentences, and nothing to keep in step.
            best = self.logits(self.decode(target, memory, mask)[:, -1]).float().argmax(-1)
            target = torch.cat([target, best.masked_fill(done, EOS)[:, None]], 1)
            done |= best == EOS
            if done.all():
                break
        rows = target[:, 1:].tolist()
        return [row[:row.index(EOS)] if EOS in row else row for row in rows]


class SmoothedLoss(torch.autograd.Function):
    """Output projection and label-smoothed cross-entropy in one, a slice of the rows at a time.

    The logits of a batch, [N, V] = about 35 MB, fall out of every cache, and log-softmax, loss and gradient
    would each walk through them.  Here a slice of 256 rows is projected, turned into its loss and at once
    into its gradient, so that nothing of size [N, V] ever exists.  Returns the sum over the N rows of
        (1 - eps) * -log p[label] + eps * mean over V of -log p
    together with the (detached) sum of -log p[label] alone.
    """
    ROWS = 256

    @staticmethod
    def forward(ctx, hidden, weight, labels, eps):
        h, w = hidden.bfloat16(), weight.bfloat16()             # [N, D], [V, D]
        v = len(w)
        grad_h, grad_w = torch.empty_like(hidden), torch.zeros_like(weight)
        loss = nll = 0.0
        for a in range(0, len(h), SmoothedLoss.ROWS):
            b = min(a + SmoothedLoss.ROWS, len(h))
            row = torch.arange(b - a)
            z = (h[a:b] @ w.t()).float()                        # logits
            at_label = z[row, labels[a:b]]
            z_sum = z.sum()
            top = z.amax(1, keepdim=True)
            p = z.sub_(top).exp_()
            total = p.sum(1, keepdim=True)
            log_total = total.log() + top
            slice_nll = log_total.sum() - at_label.sum()
            nll += float(slice_nll)
            loss += float((1 - eps) * slice_nll + eps * (log_total.sum() - z_sum / v))
            # d loss / d logits = softmax - (1 - eps) * one-hot - eps / V
            p.div_(total).sub_(eps / v)
            p[row, labels[a:b]] -= 1 - eps
            g = p.bfloat16()
            grad_h[a:b] = g @ w
            grad_w += g.t() @ h[a:b]
        ctx.save_for_backward(grad_h, grad_w)
        return torch.tensor(loss), torch.tensor(nll)

    @staticmethod
    def backward(ctx, grad, _):
        grad_h, grad_w = ctx.saved_tensors
        return grad_h * grad, grad_w * grad, None, None
