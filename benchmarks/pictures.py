"""The cost of pictures compared with Pillow's defaults, and the delay of the event loop while they are drawn.

    uv run python -m benchmarks.pictures

The baseline is the same picture of 900x516 pixels with the same code and the same tiles, cut beforehand, but as Pillow
is mostly used: an RGB canvas, RGB tiles, saved as PNG with the defaults (level 6). The sides take turns; the result is
the median of the rounds' ratios. The delay is that of a loop that wakes up every two milliseconds, while a thread draws
one picture after the other (the first ones before any tile is cut), compared with the delay while nothing is drawn.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

from PIL import Image, ImageChops

from bot.messages.kit.card_faces import Look
from bot.messages.kit.drawing import Box, Canvas, Drawing, Tiles
from bot.messages.kit.felt import ON_FELT
from bot.messages.kit.palette import COLOURS, PALETTE, Colour
from bot.messages.table.trick_picture import view_drawing
from bot.texts import Translator
from rules import registry
from rules.core.contract import Action, Phase, Shuffle, View

ROUNDS = 15
PICTURES = 20  # pictures a round
SIZE = 900, 516  # pixels
TIME_AIM, BYTES_AIM = 0.25, 0.5
TICK = 0.002  # seconds between two wake-ups
LISTENING = 4.0  # seconds
LATE_AIM = 5.0  # ms
PEOPLE = ("Nivi", "Aqqaluk Petrussen", "Computer 3", "Søren Kierkegaard-Østergaard")


def in_rgb(cover: Image.Image, ink: Colour, ground: Colour) -> Image.Image:
    tile = Image.new("RGB", cover.size, COLOURS[ground])
    tile.paste(COLOURS[ink], mask=cover)
    return tile


TILES = Tiles(in_rgb, lambda drawn: drawn)


class DefaultCanvas(Canvas):
    """The same canvas in RGB, saved with Pillow's defaults."""

    def __init__(self, wide: int, high: int) -> None:
        super().__init__(wide, high, tiles=TILES)
        self._image = Image.new("RGB", self.size, COLOURS[Colour.SEA])

    def _paste(self, what: Image.Image | Colour, box: Box, mask: Image.Image | None = None) -> None:
        self._image.paste(COLOURS[what] if isinstance(what, Colour) else what, box, mask)

    def png(self, level: int = 6) -> bytes:
        ground, shown = felt_of(self)
        self._image.paste(ground, mask=shown)
        written = BytesIO()
        self._image.save(written, "PNG")
        return written.getvalue()


FELT: dict[tuple[Box, ...], tuple[Image.Image, Image.Image]] = {}


def felt_of(canvas: DefaultCanvas) -> tuple[Image.Image, Image.Image]:
    """The felt in RGB and where it shows, of a picture by its cards; found once, so that it takes no time."""
    cards = tuple(canvas._cards)
    if cards not in FELT:
        ground = canvas.ground()
        ground.putpalette(PALETTE)
        sea = Image.new("RGB", canvas.size, COLOURS[Colour.SEA])
        red, green, blue = ImageChops.difference(canvas._image, sea).split()
        shown = ImageChops.lighter(ImageChops.lighter(red, green), blue).point(ON_FELT)
        FELT[cards] = ground.convert("RGB"), shown
    return FELT[cards]


def views(seats: int, seed: int) -> Iterator[View]:
    """The public view after each action of a random rubber."""
    chance, game = random.Random(seed), registry.game(registry.USUAL)
    state = game.start(seats, {option.name: option.default for option in game.options})
    while game.phase(state) is not Phase.OVER:
        plays = game.legal(state)
        action: Action = chance.choice(plays) if plays else Shuffle(tuple(chance.sample(game.pack, 36)))
        state = game.apply(state, action)
        yield game.view(state, None)


def drawings() -> list[Drawing]:
    """The pictures of all tricks in some random rubbers, play by play."""
    look, words = Look(registry.USUAL), Translator()
    found = [view_drawing(view, PEOPLE, look, words) for seed in range(4) for view in views(4, seed)]
    return [drawing for drawing in found if drawing is not None]


def full_trick(tricks: list[Drawing]) -> Drawing:
    """A picture of 900x516 with as many cards as any."""
    return max((one for one in tricks if one.pixels == SIZE), key=lambda one: len(one.draw()))


def drawn(drawing: Drawing, kind: type[Canvas]) -> bytes:
    canvas = kind(*drawing.pixels)
    drawing.paint(canvas)
    return canvas.png(drawing.level)


def seconds(drawing: Drawing, kind: type[Canvas]) -> float:
    """Processor seconds for a picture, so that other programs do not count."""
    began = time.thread_time()
    for _ in range(PICTURES):
        drawn(drawing, kind)
    return (time.thread_time() - began) / PICTURES


def compare(drawing: Drawing) -> bool:
    sizes = [len(drawn(drawing, kind)) for kind in (Canvas, DefaultCanvas)]
    rounds = [(seconds(drawing, Canvas), seconds(drawing, DefaultCanvas)) for _ in range(ROUNDS)]
    ours, default = (statistics.median(side) for side in zip(*rounds, strict=True))
    ratios = sorted(ours / default for ours, default in rounds)
    ratio, weight = statistics.median(ratios), sizes[0] / sizes[1]
    print(f"{SIZE[0]}x{SIZE[1]}: ours {1000 * ours:.2f} ms, {sizes[0]} bytes;", end=" ")
    print(f"Pillow's default {1000 * default:.2f} ms, {sizes[1]} bytes")
    print(f"     time: {ratio:.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f}), aim {TIME_AIM};", end=" ")
    print(f"bytes: {weight:.2f}, aim {BYTES_AIM}")
    return ratio <= TIME_AIM and weight <= BYTES_AIM


async def lateness() -> list[float]:
    """The delays of the loop's wake-ups, in ms."""
    late: list[float] = []
    until = time.perf_counter() + LISTENING
    while (now := time.perf_counter()) < until:
        await asyncio.sleep(TICK)
        late.append(1000 * (time.perf_counter() - now - TICK))
    return late


async def lateness_while_drawing(tricks: list[Drawing]) -> tuple[list[float], int]:
    """The delays while a thread draws, in ms, and the number of pictures drawn."""
    loop, count, over = asyncio.get_running_loop(), 0, False

    async def draw() -> None:
        nonlocal count
        with ThreadPoolExecutor(max_workers=1) as thread:
            while not over:
                await loop.run_in_executor(thread, tricks[count % len(tricks)].draw)
                count += 1

    drawing = asyncio.create_task(draw())
    late = await lateness()
    over = True
    await drawing
    return late, count


def p99(late: list[float]) -> float:
    return statistics.quantiles(late, n=100)[98]


async def main() -> int:
    tricks = drawings()
    late, count = await lateness_while_drawing(tricks)
    idle = await lateness()
    print(f"loop while {count} pictures are drawn: late by {p99(late):.2f} ms (p99), at most {max(late):.1f};", end=" ")
    print(f"idle {p99(idle):.2f}, at most {max(idle):.1f}; aim {LATE_AIM}")
    held = compare(full_trick(tricks))
    return 0 if held and p99(late) <= LATE_AIM else 1


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
