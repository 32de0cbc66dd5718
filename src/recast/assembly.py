"""From a configuration to the stages of one run: the only place where names become callables."""

from __future__ import annotations

import random
from pathlib import Path

from recast import plugins
from recast.configuration import Configuration
from recast.pipeline import Stages
from recast.reconstruct.draw import draw
from recast.wire.log import Log


def stages(configuration: Configuration, randomness: random.Random | None = None) -> Stages:
    """Every stage of a run. ``randomness`` defaults to the system's; a seeded one is for repeatable evaluation only."""
    return Stages(
        capture=plugins.find("capture_chart", configuration.capture_chart.use)(configuration.capture_chart.options),
        rewrite=plugins.find("rewrite", configuration.rewrite.use)(configuration.rewrite.options),
        spec=plugins.find("spec", "local")({}),
        draw=draw,
        solver=plugins.find("solve", configuration.solve.use)(configuration.solve.options),
        policy=configuration.policy.policy,
        randomness=randomness or random.SystemRandom(),
    )


def log(configuration: Configuration) -> Log:
    """The log of this configuration; its folder is made on first use."""
    return Log(Path(configuration.log.folder)) if configuration.log.folder else Log.default()
