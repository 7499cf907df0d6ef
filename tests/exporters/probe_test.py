"""Tests of resources/exporters/headlight_probe.py, with PyTorch: HEADLIGHT=PROGRAM python3 probe_test.py."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import types
import unittest

import torch

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
MODELS = os.path.join(ROOT, "resources", "models")
sys.path[:0] = [os.path.join(ROOT, "resources", "exporters"), os.path.join(MODELS, "en-gpt", "training")]
import headlight_probe as hp  # noqa: E402

PROGRAM = os.environ.get("HEADLIGHT", "")


def header(path):
    with open(path, "rb") as file:
        return json.loads(file.read(int.from_bytes(file.read(8), "little")))


class Probe(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        for name in ("config.json", "model.safetensors", "tokenizer.json"):
            shutil.copy(os.path.join(MODELS, "en-gpt", name), self.folder)

    def outputs(self):
        """What transformers' GPT-2 would return: the last hidden state comes after the final norm."""
        from export_gpt import load

        model, tokenizer = load(self.folder)
        ids = torch.tensor([tokenizer.encode("The dog sleeps.")])
        keep, hidden = [], []
        with torch.no_grad():
            final = model(ids, keep, hidden)
            logits = model.logits(final)
        return ids, types.SimpleNamespace(
            attentions=tuple(keep), hidden_states=(*hidden[:-1], final), logits=logits
        )

    def test_from_hf_is_what_the_program_computes(self):
        ids, outputs = self.outputs()
        path = hp.from_hf(self.folder, outputs, ids)
        names = header(path)
        self.assertEqual(names["__metadata__"]["format"], "headlight-probe")
        self.assertIn("PyTorch", names["__metadata__"]["reference"])
        self.assertEqual(names["decoder.3.self.weights"]["shape"], [4, ids.shape[1], ids.shape[1]])
        self.assertIn("decoder.residual.0", names)
        self.assertNotIn("decoder.residual.4", names)
        self.assertIn("decoder.final", names)
        if PROGRAM:
            done = subprocess.run([PROGRAM, "models", "--check", self.folder], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("agrees with the reference to", done.stdout)

    def test_names_and_shapes_are_checked(self):
        with self.assertRaisesRegex(ValueError, "logit: expected a name"):
            hp.write(self.folder, {"input_ids": [1], "logit": [[0.0]]})
        with self.assertRaisesRegex(ValueError, "encoder.0.cross.weights: expected a name"):
            hp.write(self.folder, {"input_ids": [1], "encoder.0.cross.weights": [[[1.0]]]})
        with self.assertRaisesRegex(ValueError, "input_ids: not found"):
            hp.write(self.folder, {"logits": [[0.0]]})
        with self.assertRaisesRegex(ValueError, r"logits: found the shape \[2, 1, 3\], expected 2 axes"):
            hp.write(self.folder, {"input_ids": [1], "logits": torch.zeros(2, 1, 3)})
        self.assertEqual(os.path.exists(os.path.join(self.folder, hp.FILE)), False)


if __name__ == "__main__":
    unittest.main()
