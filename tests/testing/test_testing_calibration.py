"""The measures of confidence: calibration error, ranking, and the fitted curve, on cells made by hand."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"


@pytest.fixture(scope="module")
def calibration() -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(BENCHMARKS))
        import calibration

        yield calibration
        mine = ("calibration", "reading", "drawn_charts", "styles")
        for name in [name for name in sys.modules if name.split(".")[0] in mine]:
            del sys.modules[name]


@pytest.mark.parametrize("equal_mass", [False, True])
def test_nine_in_ten_right_at_nine_tenths_is_no_error(calibration: ModuleType, equal_mass: bool) -> None:
    right = np.array([1.0] * 90 + [0.0] * 10).reshape(10, 10).T.ravel()  # every bin alike
    assert calibration.expected_error(np.full(100, 0.9), right, equal_mass=equal_mass) == pytest.approx(
        0, abs=1e-9
    )
    assert calibration.expected_error(np.full(100, 0.5), right, equal_mass=False) == pytest.approx(0.4)


def test_ranking_of_right_above_wrong(calibration: ModuleType) -> None:
    right = np.array([1.0, 1.0, 0.0, 0.0])
    assert calibration.ranking(np.array([0.9, 0.8, 0.3, 0.2]), right) == 1
    assert calibration.ranking(np.array([0.2, 0.3, 0.8, 0.9]), right) == 0
    assert calibration.ranking(np.full(4, 0.9), right) == 0.5
    assert calibration.ranking(np.full(4, 0.9), np.ones(4)) is None


def test_the_fitted_curve_rises_and_meets_the_shares(calibration: ModuleType) -> None:
    rng = np.random.default_rng(1)
    raw = rng.uniform(0, 1, 4000)
    right = (rng.uniform(0, 1, 4000) < raw**2).astype(float)
    knots = calibration.fitted(raw, right)
    assert knots == sorted(knots)
    assert [share for _, share in knots] == sorted(share for _, share in knots)
    assert np.interp([0.3, 0.7, 0.95], *zip(*knots, strict=True)) == pytest.approx(
        [0.09, 0.49, 0.90], abs=0.07
    )
    assert knots[0] == (0, 0)
    assert knots[-1][1] < 1
