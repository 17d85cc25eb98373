"""Measures the viewer in Chromium; run by scripts/bench viewer with the Python of scripts/python-tools.

Times are those of the page itself (`performance.now()`), from the beginning of the navigation until all pictures of the
first screen are decoded, at 1200 by 800 pixels.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(1, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))),
                                "Tests", "PreviewServiceTests", "Clients"))
from previewd import Service
from viewer_browser import browser, service, wait

FIRST_SCREEN = """(() => {
    const images = [...document.querySelectorAll('.item img')];
    return images.length > 10 && images.every(image => image.complete && image.naturalWidth) && performance.now();
})()"""

SCROLL = """
    const done = arguments[0], items = document.querySelector('#items'), times = [];
    let last = null;
    function frame(now) {
        if (last !== null) times.push(now - last);
        last = now;
        items.scrollTop += 150;
        if (times.length < 300) requestAnimationFrame(frame); else done(times);
    }
    requestAnimationFrame(frame);
"""


def first_screens(driver, address, runs):
    times = []
    for _ in range(runs):
        driver.get("about:blank")
        driver.get(address)
        times.append(wait(driver, FIRST_SCREEN))
    return times


def report(what, times):
    print(f"{what}: median {statistics.median(times):.0f} ms, first {times[0]:.0f} ms, longest {max(times):.0f} ms")


def state(driver):
    elements, heap = driver.execute_script(
        "return [document.querySelectorAll('*').length, performance.memory.usedJSHeapSize]")
    return f"{elements} elements, {heap / 1e6:.0f} MB of JavaScript"


def one_file(arguments, folder):
    fixtures = os.path.join(arguments.root, "Fixtures", "preview", "valid")
    kinds = [arguments.photo] + [
        os.path.join(fixtures, name) for name in ["bars.pdf", "coast.md", "cities.csv", "house.svg", "letter.docx"]]
    names = []
    for number in range(arguments.documents):
        source = kinds[number % len(kinds)]
        names.append(os.path.join(folder, f"document {number}{os.path.splitext(source)[1]}"))
        shutil.copyfile(source, names[-1])
    page = os.path.join(folder, "all.html")
    start = time.monotonic()
    subprocess.run(
        [os.path.join(arguments.bin, "preview"), "--providers", os.path.join(arguments.root, "share/providers"),
         "--no-cache", "--quiet", "--html", page] + names, check=True)
    print(f"preview --html of {len(names)} documents: {time.monotonic() - start:.0f} s, "
          f"{os.path.getsize(page) / 1e6:.0f} MB")
    with browser() as driver:
        report(f"one file with {len(names)} documents, first screen", first_screens(driver, "file://" + page, arguments.runs))
        print(f"  {state(driver)}")


def scroll(driver):
    times = sorted(driver.execute_async_script(SCROLL))
    print(f"  scrolling by 150 pixels a frame: median {statistics.median(times):.0f} ms a frame, "
          f"99 of 100 within {times[int(len(times) * 0.99)]:.0f} ms, longest {times[-1]:.0f} ms; {state(driver)}")


def folder_of_stand_in(arguments):
    """The page alone: thumbnails are there at once, and all answers come from a server in Python."""
    with service(10_000) as server, browser() as driver:
        report("10,000 documents of a stand-in, first screen", first_screens(driver, server.address, arguments.runs))
        scroll(driver)


def folder_of_previewd(arguments, folder):
    """The real service over 10,000 files: pictures of 128 by 128 pixels, so that mostly the rest is measured."""
    documents = os.path.join(folder, "Documents")
    os.mkdir(documents)
    with open(os.path.join(arguments.root, "Fixtures/png/valid/gradient.png"), "rb") as file:
        picture = file.read()
    for number in range(10_000):
        with open(os.path.join(documents, f"picture {number}.png"), "wb") as file:
            file.write(picture)
    server = Service(os.path.join(arguments.bin, "previewd"), "--root", documents, "--browse", "true",
                     "--providers", os.path.join(arguments.root, "share/providers"), "--spool", folder,
                     "--result-cache-limit", str(1 << 28))
    try:
        times = []
        for _ in range(arguments.runs):
            start = time.monotonic()
            status, _, body = server.ask("GET", "/browse/Documents/?list")
            times.append((time.monotonic() - start) * 1000)
        report(f"?list of 10,000 files ({len(body) / 1e6:.1f} MB, status {status})", times)
        with browser() as driver:
            address = f"http://{server.address}/browse/Documents/"
            report("10,000 documents of previewd, first screen", first_screens(driver, address, arguments.runs))
            scroll(driver)
            # New documents for the service and for the browser, at the end of the folder.
            start = time.monotonic()
            driver.execute_script("document.querySelector('#items').scrollTop = 1e9")
            count = wait(driver, """(() => {
                const images = [...document.querySelectorAll('.item img')];
                return document.querySelector('.item[data-index="9999"] img')
                    && images.every(image => image.complete && image.naturalWidth) && images.length;
            })()""")
            print(f"  {count} thumbnails seen first: {time.monotonic() - start:.2f} s")
    finally:
        server.process.terminate()
        server.process.wait(60)


def main():
    parser = argparse.ArgumentParser()
    for name in ["--bin", "--root", "--photo"]:
        parser.add_argument(name, required=True)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--documents", type=int, default=1000)
    arguments = parser.parse_args()
    folder_of_stand_in(arguments)
    with tempfile.TemporaryDirectory(prefix="cameo-bench-") as folder:
        os.chmod(folder, 0o755)
        folder_of_previewd(arguments, folder)
        one_file(arguments, folder)


if __name__ == "__main__":
    main()
