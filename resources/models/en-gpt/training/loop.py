"""The training loop of the built-in language models: epochs, log, checkpoints, averaged weights."""
import os
import time

import torch

import siblings                                         # noqa: F401  (makes the next ones importable)
from optimiser import Adam, Log, learning_rate, save
from transformer import Dropout


def add_arguments(parser, steps, peak, seed, warmup=200):
    parser.add_argument("data", help="folder with train.tsv and dev.tsv")
    parser.add_argument("work", help="folder for tokenizer, checkpoints and log")
    parser.add_argument("--steps", type=int, default=steps)
    parser.add_argument("--warmup", type=int, default=warmup)
    parser.add_argument("--peak", type=float, default=peak, help="learning rate of the plateau")
    parser.add_argument("--decay", type=float, default=0.5, help="share of the steps over which it falls")
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--save-every", type=float, default=180, metavar="SECONDS")
    parser.add_argument("--seed", type=int, default=seed)


def run(model, args, epoch_batches, loss_of, measure):
    """Trains `model` for --steps steps.

    epoch_batches(seed) gives the batches of one epoch.  loss_of(batch, step) gives what to minimise and, for the
    log, a dict of {name: (sum, count)}.  measure() describes the averaged weights in a line.  A second call with
    the same folder resumes from its last checkpoint.
    """
    log = Log(args.work)
    optimizer = Adam(model, average=0.998)
    log(optimizer.weights.numel(), "parameters")
    checkpoint = os.path.join(args.work, "checkpoint.pt")
    step, epoch, position, spent = 0, 0, 0, 0.0
    if os.path.exists(checkpoint):
        state = torch.load(checkpoint)
        optimizer.load(state["optimizer"])
        torch.set_rng_state(state["rng"])
        step, epoch, position, spent = (state[k] for k in ("step", "epoch", "position", "spent"))
        log("resumed at step", step)
    started = saved = time.time()

    def remember():
        save(checkpoint, {"optimizer": optimizer.state(), "rng": torch.get_rng_state(), "step": step, "epoch": epoch,
                          "position": position, "spent": spent + time.time() - started})

    model.train()
    while step < args.steps:
        Dropout.refill(args.dropout)
        batches = epoch_batches(args.seed + epoch)
        if position == 0:
            log(f"epoch {epoch + 1}: {len(batches)} batches")
        sums, since = {}, time.time()
        while position < len(batches) and step < args.steps:
            step += 1
            with torch.autocast("cpu", torch.bfloat16):
                loss, terms = loss_of(batches[position], step)
            loss.backward()
            position += 1
            optimizer.step(learning_rate(step, args))
            for name, (total, count) in terms.items():
                old = sums.get(name, (0.0, 0))
                sums[name] = (old[0] + float(total), old[1] + count)
            if step % 50 == 0:
                means = " ".join(f"{name} {total / count:.3f}" for name, (total, count) in sums.items() if count)
                log(f"step {step} {means} lr {learning_rate(step, args):.2e} {(time.time() - since) * 20:.0f} ms/step")
                sums, since = {}, time.time()
            if time.time() - saved > args.save_every:
                remember()
                saved = time.time()
        if position == len(batches):
            epoch, position = epoch + 1, 0
        optimizer.swap()
        model.eval()
        save(os.path.join(args.work, "averaged.pt"), model.state_dict())
        with torch.autocast("cpu", torch.bfloat16), torch.no_grad():
            log(f"step {step}, {(spent + time.time() - started) / 60:.1f} minutes: {measure()}")
        model.train()
        optimizer.swap()
        remember()
    log("done")
