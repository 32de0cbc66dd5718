"""Text in pixels: PP-OCRv6 small through rapidocr, in this process, from weights inside its wheel.

``read_text`` finds and reads all text of a picture; results are kept for the last few pictures by the digest of their
pixels, so that the release check and a solver in this process do not read the same picture twice. ``read_crops`` reads
known rectangles only; a rectangle whose resampled pixels were just read is not recognised again, and one without ink
not at all.

One engine serves the process, one picture at a time: however many charts are read in parallel, recognition never uses
more than ``THREADS`` threads. Pictures with a side over 2,000 pixels are scaled down to it for recognition, small ones
only for finding text; boxes are in the pixels of the picture as given.
"""

from __future__ import annotations

import functools
import hashlib
import logging
import os
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from recast.types import Box

Pixels = NDArray[np.uint8]  # height × width × 3, RGB

THREADS = min(2, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)
_KEPT = 8
_KEPT_CROPS = 512
_FAINT = 24  # a crop whose channels vary by less than this has no ink
_memory: OrderedDict[str, tuple[TextBox, ...]] = OrderedDict()
_crops: OrderedDict[bytes, tuple[str, float]] = OrderedDict()
_lock = threading.Lock()  # the engine is not safe for use by two threads at once


@dataclass(frozen=True, slots=True, repr=False)
class TextBox:
    """A line of text as read, where it stands (pixels) and the recogniser's score, 0-1."""

    text: str
    box: Box
    confidence: float

    def __repr__(self) -> str:
        return f"<TextBox at {self.box.left:.0f},{self.box.top:.0f}>"


@functools.cache
def _engine() -> Any:
    os.environ["ORT_DISABLE_TELEMETRY"] = (
        "1"  # its wheel reports usage to its makers otherwise, from the import on
    )
    import onnxruntime  # type: ignore[import-untyped]
    from rapidocr import RapidOCR

    onnxruntime.disable_telemetry_events()
    logging.getLogger("RapidOCR").setLevel(logging.ERROR)
    return RapidOCR(
        params={
            "Global.use_cls": False,
            "Global.log_level": "error",
            "EngineConfig.onnxruntime.intra_op_num_threads": THREADS,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
            # one line at a time and little padding: a third less work than the defaults, the same text
            "Rec.rec_batch_num": 1,
            "Rec.rec_img_shape": [3, 48, 160],
        }
    )


def read_text(pixels: Pixels) -> tuple[TextBox, ...]:
    """Every line of text in the picture, in reading order. Raises nothing on a picture without text."""
    key = hashlib.sha256(repr(pixels.shape).encode() + pixels.tobytes()).hexdigest()
    with _lock:
        if key in _memory:
            _memory.move_to_end(key)
            return _memory[key]
        found = _engine()(np.ascontiguousarray(pixels[:, :, ::-1]), use_det=True, use_cls=False, use_rec=True)
        boxes: list[TextBox] = []
        if found.boxes is not None:
            for corners, text, score in zip(found.boxes, found.txts, found.scores, strict=True):
                xs, ys = corners[:, 0], corners[:, 1]
                box = Box(float(xs.min()), float(ys.min()), float(xs.max()), float(ys.max()))
                if not _is_shape(text, box, pixels):
                    boxes.append(TextBox(text, box, float(score)))
        _memory[key] = tuple(boxes)
        while len(_memory) > _KEPT:
            _memory.popitem(last=False)
        return _memory[key]


def _is_shape(text: str, box: Box, pixels: Pixels) -> bool:
    """Whether one or two letters were seen in a shape as large as a mark (a pie read as "1"): more than an eighth of
    the picture both ways."""
    height, width = pixels.shape[:2]
    return len(text.strip()) <= 2 and box.height > height / 8 and box.width > width / 8


def read_crops(
    pixels: Pixels, boxes: Sequence[Box], scale: float = 1.0, margin: float = 2.0
) -> tuple[TextBox, ...]:
    """One reading per rectangle, in the order given; ``text`` is empty where nothing was read.

    ``scale`` resamples each crop before it is read, ``margin`` is added around it in pixels.
    """
    import cv2

    crops: list[Pixels] = []
    height, width = pixels.shape[:2]
    for box in boxes:
        left, top = max(0, int(box.left - margin)), max(0, int(box.top - margin))
        right, bottom = min(width, round(box.right + margin)), min(height, round(box.bottom + margin))
        crop = np.ascontiguousarray(pixels[top : max(bottom, top + 1), left : max(right, left + 1), ::-1])
        if scale != 1.0:
            crop = cv2.resize(crop, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC).astype(np.uint8)
        crops.append(crop)
    readings = [_read_crop(crop) for crop in crops]
    return tuple(TextBox(text, box, score) for (text, score), box in zip(readings, boxes, strict=True))


def _read_crop(crop: Pixels) -> tuple[str, float]:
    """The text of one line and its score; nothing at 0.0 where there is no ink."""
    if int(np.ptp(crop, axis=(0, 1)).max()) < _FAINT:
        return "", 0.0
    key = hashlib.sha256(repr(crop.shape).encode() + crop.tobytes()).digest()
    with _lock:
        if key not in _crops:
            found = _engine()(crop, use_det=False, use_cls=False, use_rec=True)
            _crops[key] = (found.txts[0], float(found.scores[0])) if found.txts else ("", 0.0)
            if len(_crops) > _KEPT_CROPS:
                _crops.popitem(last=False)
        return _crops[key]
