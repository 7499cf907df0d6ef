#!/usr/bin/env python3
"""Writes the little checkpoints of this folder with torch.save (made with torch 1.13).

The numbers are chosen so that the tests can compute them: element i of a storage is i / 4 - 1.
Run it in this folder: python3 make.py
"""
import collections
import json

import torch


def ramp(count, dtype=torch.float32):
    return (torch.arange(count, dtype=torch.float64) / 4 - 1).to(dtype)


def state_dict():
    state = collections.OrderedDict()
    state["f32"] = ramp(6).reshape(2, 3)
    state["f16"] = ramp(6, torch.float16).reshape(2, 3)
    state["bf16"] = ramp(6, torch.bfloat16).reshape(2, 3)
    state["f64"] = ramp(3, torch.float64)
    state["i64"] = torch.tensor([-1, 2**40])
    state["i32"] = torch.tensor([-1, 2], dtype=torch.int32)
    state["u8"] = torch.tensor([0, 255], dtype=torch.uint8)
    state["bool"] = torch.tensor([True, False])
    state["scalar"] = torch.tensor(2.5)
    state["empty"] = torch.zeros(0, 4)
    state["transposed"] = ramp(6).reshape(2, 3).t()
    state["column"] = ramp(6).reshape(2, 3)[:, 1]
    state["row"] = ramp(6).reshape(2, 3)[1]
    state["expanded"] = ramp(2).reshape(2, 1).expand(2, 3)
    state["parameter"] = torch.nn.Parameter(ramp(4))
    state["tied"] = state["f32"]
    return state


torch.save(state_dict(), "pytorch_model.bin")
torch.save(dict(state_dict()), "protocol4.bin", pickle_protocol=4)
torch.save({"epoch": 3, "lr": 0.5, "state_dict": {"w": ramp(4)}, "note": None, "big": 2**40}, "nested.bin")
torch.save(torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.LayerNorm(3)).state_dict(), "module.bin")
torch.save({"w": ramp(4)}, "legacy.bin", _use_new_zipfile_serialization=False)
torch.save({"w": ramp(4)}, "shard-1.bin")
torch.save({"v": ramp(2)}, "shard-2.bin")
with open("pytorch_model.bin.index.json", "w") as file:
    json.dump({"metadata": {"total_size": 24}, "weight_map": {"w": "shard-1.bin", "v": "shard-2.bin"}}, file)
