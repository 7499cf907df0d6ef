# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a probe: what a reference implementation gives for one input, for Headlight to check itself against.

One file that needs PyTorch alone. A probe is the file headlight-probe.safetensors in the model's folder; Headlight
checks it after opening the folder, and `headlight models --check FOLDER` prints the differences.

    python3 headlight_probe.py FOLDER --text "The black cat sleeps."     # any model that transformers opens

    from headlight_probe import from_hf, write
    outputs = model(**inputs, output_attentions=True, output_hidden_states=True)   # attn_implementation="eager"
    from_hf(folder, outputs, input_ids)                     # encoder-decoder models: also target_ids
    write(folder, {"input_ids": ids, "decoder.0.self.weights": weights, "logits": logits}, reference="my own code")

Names and shapes are those of Headlight's trace files, for one input without a batch axis (of 1 it is dropped):
input_ids, target_ids, segment_ids [seq]; STACK.LAYER.self.weights and decoder.LAYER.cross.weights [heads, q, k];
STACK.residual.LAYER and STACK.final [seq, d_model]; logits [seq, vocab]. Compute in float32 and in eval mode, and keep
the input short: ten tokens say as much as a thousand.
"""

import argparse
import ctypes
import json
import os
import re
import tempfile

import torch

__all__ = ["from_hf", "write"]

FILE = "headlight-probe.safetensors"
INPUTS = ("input_ids", "target_ids", "segment_ids")
# Of the names of a trace file those that hold results.
RESULT = re.compile(
    r"logits"
    r"|(encoder|decoder)\.(embeddings|positions|segments|final|residual\.\d+)"
    r"|(encoder|decoder)\.\d+\.(ff_output|ff_hidden|residual_middle|router)"
    r"|(encoder\.\d+\.self|decoder\.\d+\.(self|cross))\.(q|k|v|scores|weights|head_output|output)"
)
PER_HEAD = re.compile(r".*\.(self|cross)\.(q|k|v|scores|weights|head_output)")


def _plain(name, value):
    """The tensor as the file has it: on the CPU, without the batch axis, F32 or I64."""
    tensor = torch.as_tensor(value).detach().to("cpu")
    axes = 1 if name in INPUTS else 3 if PER_HEAD.fullmatch(name) else 2
    if tensor.dim() == axes + 1 and tensor.shape[0] == 1:
        tensor = tensor[0]
    if tensor.dim() != axes:
        raise ValueError(f"{name}: found the shape {list(tensor.shape)}, expected {axes} axes (and a batch of 1)")
    return tensor.to(torch.int64 if name in INPUTS else torch.float32).contiguous()


def write(folder, tensors, reference=""):
    """Writes the probe of a model folder: a dictionary of tensors (or lists) by the names above. Returns its path."""
    for name in tensors:
        if name not in INPUTS and not RESULT.fullmatch(name):
            raise ValueError(f"{name}: expected a name of a trace file, such as decoder.0.self.weights")
    if "input_ids" not in tensors:
        raise ValueError("input_ids: not found")
    plain = {name: _plain(name, value) for name, value in tensors.items() if value is not None}
    order = sorted(plain, key=lambda name: (-plain[name].element_size(), name))
    header = {"__metadata__": {"format": "headlight-probe", "version": "1", "reference": reference}}
    at = 0
    for name in order:
        tensor = plain[name]
        size = tensor.numel() * tensor.element_size()
        kind = "I64" if tensor.dtype == torch.int64 else "F32"
        header[name] = {"dtype": kind, "shape": list(tensor.shape), "data_offsets": [at, at + size]}
        at += size
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    path = os.path.join(folder, FILE)
    handle, beside = tempfile.mkstemp(dir=folder, prefix=".headlight-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(len(text).to_bytes(8, "little") + text)
            for name in order:
                tensor = plain[name]
                file.write(ctypes.string_at(tensor.data_ptr(), tensor.numel() * tensor.element_size()))
        os.chmod(beside, 0o644)
        os.replace(beside, path)
    except BaseException:
        os.unlink(beside)
        raise
    return path


def _stream(tensors, stack, hidden):
    """Hidden states as transformers gives them: the last one comes after the final norm, if there is one."""
    for layer, states in enumerate(hidden[:-1]):
        tensors[f"{stack}.residual.{layer}"] = states
    if len(hidden) > 0:
        tensors[f"{stack}.final"] = hidden[-1]


def _weights(tensors, stack, kind, attentions):
    for layer, weights in enumerate(attentions):
        if weights is not None:
            tensors[f"{stack}.{layer}.{kind}.weights"] = weights


def from_hf(folder, outputs, input_ids, target_ids=None, segment_ids=None, reference=None):
    """From what a model of Hugging Face transformers returns, with output_attentions and output_hidden_states.

    target_ids: the decoder's input of an encoder-decoder model, its start token first. segment_ids: token_type_ids.
    """
    tensors = {"input_ids": input_ids, "target_ids": target_ids, "segment_ids": segment_ids}

    def field(name):
        value = outputs.get(name) if hasattr(outputs, "get") else getattr(outputs, name, None)
        return value or ()

    if target_ids is not None:
        for stack in ("encoder", "decoder"):
            _weights(tensors, stack, "self", field(f"{stack}_attentions"))
            _stream(tensors, stack, field(f"{stack}_hidden_states"))
        _weights(tensors, "decoder", "cross", field("cross_attentions"))
    else:
        with open(os.path.join(folder, "config.json"), encoding="utf8") as file:
            stack = "encoder" if _is_encoder(json.load(file)) else "decoder"
        _weights(tensors, stack, "self", field("attentions"))
        _stream(tensors, stack, field("hidden_states"))
    logits = outputs.get("logits") if hasattr(outputs, "get") else getattr(outputs, "logits", None)
    if logits is not None:
        tensors["logits"] = logits
    if reference is None:
        reference = f"{_transformers()}PyTorch {torch.__version__}"
    return write(folder, {name: value for name, value in tensors.items() if value is not None}, reference)


ENCODERS = ("bert", "roberta", "camembert", "electra", "albert", "deberta", "mpnet")


def _is_encoder(config):
    """Whether the only stack reads in both directions."""
    return any(word in config.get("model_type", "") for word in ENCODERS)


def _transformers():
    try:
        import transformers
    except ImportError:
        return ""
    return f"transformers {transformers.__version__}, "


def _run(folder, text, ids, target_ids):
    import transformers

    with open(os.path.join(folder, "config.json"), encoding="utf8") as file:
        config = json.load(file)
    pair = config.get("is_encoder_decoder", False)
    kind = (
        transformers.AutoModelForSeq2SeqLM
        if pair
        else transformers.AutoModelForMaskedLM if _is_encoder(config) else transformers.AutoModelForCausalLM
    )
    model = kind.from_pretrained(folder, attn_implementation="eager", torch_dtype=torch.float32).eval()
    if ids is None:
        ids = transformers.AutoTokenizer.from_pretrained(folder)(text)["input_ids"]
    inputs = {"input_ids": torch.tensor([ids])}
    if pair:
        start = model.generation_config.decoder_start_token_id or config.get("decoder_start_token_id", 0)
        inputs["decoder_input_ids"] = torch.tensor([target_ids or [start]])
    with torch.no_grad():
        outputs = model(**inputs, output_attentions=True, output_hidden_states=True)
    return from_hf(folder, outputs, inputs["input_ids"], inputs.get("decoder_input_ids"))


def main():
    parser = argparse.ArgumentParser(description="Makes headlight-probe.safetensors with transformers.")
    parser.add_argument("folder", help="model folder")
    given = parser.add_mutually_exclusive_group()
    given.add_argument("--text", default="The black cat sleeps.", help="what the model reads")
    given.add_argument("--ids", help="token ids instead, separated by commas")
    parser.add_argument("--target-ids", help="the decoder's input of an encoder-decoder model, its start token first")
    arguments = parser.parse_args()

    def numbers(text):
        return [int(number) for number in text.split(",")] if text else None

    print(_run(arguments.folder, arguments.text, numbers(arguments.ids), numbers(arguments.target_ids)))


if __name__ == "__main__":
    main()
