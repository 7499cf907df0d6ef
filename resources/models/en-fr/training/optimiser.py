"""What the training of every built-in model has in common: Adam, the learning rate, the log, checkpoints."""
import os
import time

import torch


class Adam:
    """Adam over all parameters as one flat vector (a handful of passes over memory instead of hundreds of
    small calls), with gradient clipping and an exponential moving average of the weights."""

    def __init__(self, model, beta1=0.9, beta2=0.98, eps=1e-9, clip=1.0, average=0.9995):
        self.beta1, self.beta2, self.eps, self.clip, self.average = beta1, beta2, eps, clip, average
        parameters = list(model.parameters())
        self.weights = torch.cat([p.data.flatten() for p in parameters])
        self.grad = torch.zeros_like(self.weights)
        start = 0
        for p in parameters:                                    # the model's tensors become views of the vector
            end = start + p.numel()
            p.data = self.weights[start:end].view_as(p)
            p.grad = self.grad[start:end].view_as(p)
            start = end
        self.m, self.v = torch.zeros_like(self.grad), torch.zeros_like(self.grad)
        self.averaged = self.weights.clone()
        self.scratch = torch.empty_like(self.grad)
        self.count = 0

    def step(self, lr):
        norm = float(self.grad.norm())
        if norm > self.clip:
            self.grad.mul_(self.clip / norm)
        self.count += 1
        self.m.mul_(self.beta1).add_(self.grad, alpha=1 - self.beta1)
        self.v.mul_(self.beta2).addcmul_(self.grad, self.grad, value=1 - self.beta2)
        torch.sqrt(self.v, out=self.scratch).div_((1 - self.beta2 ** self.count) ** 0.5).add_(self.eps)
        self.weights.addcdiv_(self.m, self.scratch, value=-lr / (1 - self.beta1 ** self.count))
        self.grad.zero_()
        # A short memory at first, so that the random start is soon forgotten.
        keep = min(self.average, (1 + self.count) / (10 + self.count))
        self.averaged.mul_(keep).add_(self.weights, alpha=1 - keep)
        return norm

    def swap(self):
        """Exchanges the weights in use with their average (and back)."""
        self.scratch.copy_(self.weights)
        self.weights.copy_(self.averaged)
        self.averaged.copy_(self.scratch)

    def state(self):
        return {k: getattr(self, k) for k in ("weights", "averaged", "m", "v", "count")}

    def load(self, state):
        for k in ("weights", "averaged", "m", "v"):
            getattr(self, k).copy_(state[k])
        self.count = state["count"]


def learning_rate(step, args):
    """Warm-up, plateau, linear decay to zero over the last `decay` share of the steps."""
    return args.peak * min(step / args.warmup, 1.0, max(0.0, (args.steps - step) / (args.decay * args.steps)))


def save(path, value):
    """Writes beside, then renames: whoever looks at `path` sees a whole file."""
    torch.save(value, path + ".tmp")
    os.replace(path + ".tmp", path)


class Log:
    """Prints with the time of day, and appends the same to log.txt in the folder of the run."""

    def __init__(self, folder):
        self.file = open(os.path.join(folder, "log.txt"), "a", encoding="utf8")

    def __call__(self, *words):
        line = time.strftime("%H:%M:%S ") + " ".join(map(str, words))
        print(line, flush=True)
        print(line, file=self.file, flush=True)
