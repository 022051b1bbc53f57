"""Compares each PNG of a service with its SVG as librsvg renders it: compare.py URL DIRECTORY."""

import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from xml.etree import ElementTree

from PIL import Image, ImageChops, ImageStat

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARDEST = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
WRONG = EASY.replace("53.", "531", 1)
BROKEN = EASY.replace("53.", "535", 1)
SEVERAL = "534..8912672195348198342567859..1423426853791713924856961537284287419635345286179"
NONE = "53..7.1..6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
REDUNDANT = "5346.89126721953481983425678597614234268537917139248569615372842874196353452.6179"

TARGETS = {
    "puzzle": "/daily/2026-11-16?",
    "solve": f"/solve?grid={EASY}",
    "marks": f"/validate?grid={HARDEST}&notes=all&labels=true",
    "mistake": f"/validate?grid={WRONG}&puzzle={EASY}",
    "conflict": f"/validate?grid={BROKEN}",
    "hint-where": f"/hint?grid={HARDEST}&show=where",
    "hint-single": f"/hint?grid={EASY}",
    "hint-chain": f"/hint?grid={HARDEST}&skip=3",
    "hint-all": f"/hint?grid={HARDEST}&notes=all&labels=true&caption=What+follows?",
    "hint-mistake": f"/hint?grid={WRONG}&puzzle={EASY}",
    "explain-none": f"/explain?grid={NONE}",
    "explain-several": f"/explain?grid={SEVERAL}",
    "explain-one": f"/explain?grid={EASY}",
    "rate": f"/rate?grid={EASY}",
    "strip": f"/rate?grid={HARDEST}&path=true&limit=12",
    "several": "/generate?level=easy&seed=pictures&count=6",
    "steps": f"/steps?grid={HARDEST}&limit=4&notes=all",
    "variants": f"/variants?grid={EASY}&kind=broken&per=2",
    "caption": f"/validate?grid={EASY}&caption=" + "ABCDEFGHIJKLMNOPQRSTUVWXYZ+abcdefghijklmnopqrstuvwxyz+0123456789",
    "signs": f"/validate?grid={EASY}&caption=" + urllib.request.quote("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"),
}
SIZES = [128, 540, 1080]
# On 128 pixels, several grids side by side cannot be read, and their lines are a tenth of a pixel wide.
SHEETS = {"hint-chain", "hint-all", "explain-none", "explain-several", "strip", "several", "steps", "variants"}
SVG = "{http://www.w3.org/2000/svg}"
ELEMENTS = {SVG + name for name in ["svg", "title", "desc", "style", "defs", "g", "path", "rect", "use", "text"]}
WORST = 0.02


def get(url):
    for _ in range(100):
        try:
            with urllib.request.urlopen(url) as answer:
                return answer.read()
        except urllib.error.HTTPError as error:
            sys.exit(f"{url}: {error.read().decode()}")
        except urllib.error.URLError:
            time.sleep(0.1)
    sys.exit(f"{url} does not answer")


def difference(one, other):
    """The mean difference of two pictures, from 0 to 1."""
    means = ImageStat.Stat(ImageChops.difference(one, other)).mean
    return sum(means) / len(means) / 255


def main(url, directory):
    directory = Path(directory)
    directory.mkdir(parents=True, exist_ok=True)
    worst = 0.0
    compared = 0
    for name, target in TARGETS.items():
        for size in SIZES[1:] if name in SHEETS else SIZES:
            for theme in ["light", "dark"]:
                what = f"{name}-{size}-{theme}"
                query = f"{url}{target}&size={size}&theme={theme}&format="
                svg, png = directory / f"{what}.svg", directory / f"{what}.png"
                svg.write_bytes(get(query + "svg"))
                png.write_bytes(get(query + "png"))
                used = {element.tag for element in ElementTree.parse(svg).iter()}
                assert used <= ELEMENTS, f"{what}: {used - ELEMENTS}"
                rendered = directory / f"{what}.rsvg.png"
                subprocess.run(["rsvg-convert", "--output", rendered, svg], check=True)
                ours, theirs = [Image.open(path).convert("RGB") for path in (png, rendered)]
                assert ours.size == theirs.size, f"{what}: {ours.size}, not {theirs.size}"
                found = difference(ours, theirs)
                worst, compared = max(worst, found), compared + 1
                assert found <= WORST, f"{what}: the mean difference is {found:.2%}"
    print(f"{compared} pictures; the largest mean difference is {worst:.2%}")


main(*sys.argv[1:])
