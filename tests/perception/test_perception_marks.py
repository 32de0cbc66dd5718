from __future__ import annotations

import cv2
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from recast.perception.marks import Layer, flat_colours, regions
from recast.types import Box

INKS = np.array([(255, 255, 255), (200, 30, 30), (30, 30, 200), (20, 120, 40)], np.uint8)


@given(st.integers(0, 2**32 - 1), st.integers(1, 6))
def test_regions_are_the_pieces_of_each_layer_alone(seed: int, grain: int) -> None:
    draw = np.random.default_rng(seed)
    plan = np.kron(draw.integers(0, 4, (12, 9)), np.ones((grain, grain))).astype(np.uint8)
    layers = tuple(Layer((10 * p, 0, 0), plan, p, int((plan == p).sum())) for p in (1, 2, 3))
    expected = []
    for layer in layers:
        _, _, stats, _ = cv2.connectedComponentsWithStats(layer.mask, connectivity=4)
        for left, top, width, height, area in stats[1:].tolist():
            if min(width, height) >= 2 and area >= 14 and area >= 0.3 * width * height:
                expected.append((layer.colour, Box(left, top, left + width, top + height), area))
    assert [(r.colour, r.box, r.area) for r in regions(layers) if not r.made] == expected


@given(st.integers(0, 2**32 - 1))
def test_flat_colours_are_the_inks_of_the_picture_with_their_pixels(seed: int) -> None:
    places = np.zeros((100, 100), np.int64)  # wide paper around it: what fills a picture is its background
    places[:48, :48] = np.kron(np.random.default_rng(seed).integers(0, 4, (8, 8)), np.ones((6, 6), np.int64))
    pixels = INKS[places]
    layers = flat_colours(pixels)
    found = {layer.colour: layer for layer in layers}
    for place, ink in enumerate(INKS.tolist()):
        count = int((places == place).sum())
        if place and count >= 40:
            layer = found.pop(tuple(ink))
            assert layer.count == count
            assert np.array_equal(layer.mask > 0, places == place)
    assert not found
    assert [layer.count for layer in layers] == sorted((layer.count for layer in layers), reverse=True)


def test_a_page_without_ink_has_no_layers_and_no_regions() -> None:
    assert flat_colours(np.full((60, 60, 3), 255, np.uint8)) == ()
    assert regions(()) == ()
