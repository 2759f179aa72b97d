from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from sandbox import Sandbox
from sandbox.testing import running
from tests.sandbox.sample_bot import SampleBot


@pytest.fixture
async def box() -> AsyncIterator[Sandbox]:
    """A sandbox; a request that Discord would refuse for its shape fails the test."""
    async with Sandbox() as box:
        yield box
        assert box.violations == []
        assert box.unsupported == []


@pytest.fixture
async def bot(box: Sandbox) -> AsyncIterator[SampleBot]:
    """The sample bot, running in the sandbox."""
    async with running(SampleBot(), box) as bot:
        yield bot
