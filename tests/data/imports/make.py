#!/usr/bin/env python3
"""Writes compressed.npz as numpy.savez_compressed does (numpy/lib/npyio.py, _savez: zipfile with force_zip64), without
NumPy: two layers of two heads over three words. Heads of layer 0 are uniform over what precedes; those of layer 1 look
at the word before."""
import struct
import zipfile
from pathlib import Path


def npy(dtype, shape, data):
    header = f"{{'descr': '{dtype}', 'fortran_order': False, 'shape': {shape}, }}"
    header += " " * (-(10 + len(header) + 1) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data


words = ["The", "cat", "sleeps"]
uniform = [[1 / (q + 1) if k <= q else 0 for k in range(3)] for q in range(3)]
before = [[1 if k == max(q - 1, 0) else 0 for k in range(3)] for q in range(3)]
numbers = [w for layer in (uniform, before) for _ in range(2) for row in layer for w in row]
arrays = {
    "attentions": npy("<f4", (2, 2, 3, 3), struct.pack(f"<{len(numbers)}f", *numbers)),
    "tokens": npy("<U6", (3,), "".join(w.ljust(6, "\0") for w in words).encode("utf-32-le")),
}
with zipfile.ZipFile(Path(__file__).with_name("compressed.npz"), "w", zipfile.ZIP_DEFLATED) as archive:
    for name, content in arrays.items():
        info = zipfile.ZipInfo(name + ".npy")
        info.compress_type = zipfile.ZIP_DEFLATED
        with archive.open(info, "w", force_zip64=True) as entry:
            entry.write(content)
