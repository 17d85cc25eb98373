"""Uses the viewer as people do, in a headless Chromium: viewer.py SCENARIO[=PAGE]...

PAGE is a file of `preview --html` with the documents of ViewerTests.swift. Prints what differs from what is expected;
ends with 1 if something does. Waits are bounded, but long: a busy machine changes no result. A browser takes more than
a second of processor time to start: the scenarios follow one another in one, which forgets what it has stored.
"""

import json
import sys
import time
import urllib.parse

from axe_selenium_python import Axe
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from viewer_browser import browser, patiently, service, wait

failures = []
ORDER = "[...document.querySelectorAll('.item')].sort((a, b) => a.dataset.index - b.dataset.index)"
NAMES = ["bars.pdf", "coast.md", "house.svg", "cut.pdf", "شجرة.png"]


def check(what, actual, expected):
    if actual != expected:
        failures.append(f"{what}: {actual!r}, not {expected!r}")


def serious(driver, view, rules=None):
    """Notes what axe finds serious on a view; by some rules, `cat.color`, or by all."""
    checker = Axe(driver)
    if not driver.execute_script("return Boolean(window.axe)"):
        checker.inject()
    options = {"runOnly": {"type": "tag", "values": [rules]}} if rules else None
    for violation in checker.run(options=options)["violations"]:
        if violation["impact"] in ("serious", "critical"):
            places = [node["html"][:200] for node in violation["nodes"][:3]]
            failures.append(f"{view}: {violation['id']}: {places}")


def look(driver, width=1200, dark=False):
    """Gives the window a width, and the page dark colours or light ones."""
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": 700, "deviceScaleFactor": 1, "mobile": False})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
        "features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})


def serious_in_all_looks(driver, view):
    """Notes what axe finds serious on a view: light, and in the width of a phone; and in its dark colours."""
    serious(driver, view)
    look(driver, dark=True)
    serious(driver, f"{view}, dark", "cat.color")
    look(driver, width=400)
    serious(driver, f"{view}, 400 wide")
    look(driver)


class Visitor:
    def __init__(self, driver):
        self.driver = driver

    def open(self, address):
        self.driver.get("about:blank")
        self.driver.get(address)
        self.wait("document.querySelector('.item, #empty:not([hidden])')")

    def press(self, *keys):
        for key in keys:
            ActionChains(self.driver).send_keys(key).perform()

    def run(self, script):
        return self.driver.execute_script("return " + script)

    def wait(self, condition):
        return wait(self.driver, condition)

    def expect(self, what, script, expected):
        """Checks what a script gives. The page may need a moment until it gives it."""
        text = json.dumps(expected, ensure_ascii=False, separators=(",", ":"))
        try:
            self.wait(f"JSON.stringify({script}) === {json.dumps(text)}")
        except TimeoutException:
            check(what, self.run(script), expected)

    def click(self, selector):
        patiently(self.driver, lambda: self.driver.find_element(By.CSS_SELECTOR, selector).click())

    def expect_selected(self, what, *names):
        """Checks which documents are selected."""
        self.expect(what, f"{ORDER}.filter(item => item.ariaSelected === 'true').map(item => item.title)", list(names))

    def fragment(self):
        # The driver's own address of the page is an older one for a moment.
        return self.run("location.hash.slice(1)")

    def shown(self):
        """What the stage shows, once it is there."""
        return self.wait("document.querySelector('#canvas').childElementCount > 0 && "
                         "document.querySelector('#title bdi').textContent")

    def complaints(self):
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]


def keys(driver, page):
    visitor = Visitor(driver)
    visitor.open(page)
    check("documents", visitor.run(f"{ORDER}.map(item => item.title)"), NAMES)
    check("focus", visitor.run("document.activeElement.id"), "items")
    visitor.expect_selected("first", "bars.pdf")
    visitor.press(Keys.END)
    visitor.expect_selected("End", NAMES[-1])
    visitor.press(Keys.HOME, Keys.ARROW_RIGHT)
    visitor.expect_selected("Home, Right", "coast.md")
    visitor.press("h")
    visitor.expect_selected("typing", "house.svg")
    check(
        "the active descendant is the selected document",
        visitor.run("document.getElementById(document.activeElement.getAttribute('aria-activedescendant')).title"),
        "house.svg")

    # Into a document and back.
    visitor.press(" ")
    check("Space", visitor.shown(), "house.svg")
    check("address", visitor.fragment(), "d3")
    check("it is said", "house.svg" in driver.find_element(By.ID, "status").get_attribute("textContent"), True)
    driver.back()
    visitor.wait("document.querySelector('#stage').hidden")
    check("Back leads to the list", visitor.fragment(), "")
    visitor.expect_selected("Back leads to the document in it", "house.svg")
    driver.forward()
    visitor.wait("!document.querySelector('#stage').hidden")
    check("Forward leads to the document", [visitor.fragment(), visitor.shown()], ["d3", "house.svg"])
    visitor.press(Keys.ESCAPE)
    visitor.wait("document.querySelector('#stage').hidden")

    # Pages.
    visitor.press(Keys.HOME, Keys.ENTER)
    visitor.shown()
    page_is = "document.querySelector('#jump input').value === '%d'"
    for key, number in [(Keys.PAGE_DOWN, 2), (Keys.END, 3), (Keys.HOME, 1)]:
        visitor.press(key)
        visitor.wait(page_is % number)
    visitor.click(".thumbnails li:nth-child(3) button")
    visitor.wait(page_is % 3)
    visitor.wait("document.querySelectorAll('figure img')[2].naturalWidth > 0")

    # HTML, in a frame in which nothing runs.
    driver.find_element(By.ID, "canvas").send_keys(Keys.ARROW_RIGHT)
    check("Right", visitor.shown(), "coast.md")
    check("frame", visitor.run(
        "[...document.querySelectorAll('iframe')].map(frame => [frame.getAttribute('sandbox'), frame.title])"),
        [["", "coast.md"]])

    # A picture: zoom, rotation, details.
    visitor.press(Keys.ARROW_RIGHT)
    visitor.shown()
    visitor.wait("document.querySelector('figure img').naturalWidth > 0")
    size = "(box => [box.width, box.height])(document.querySelector('figure').getBoundingClientRect())"
    width, height = visitor.run(size)
    visitor.press("+")
    visitor.expect("+", f"Math.round({size}[0] / {width} * 100)", 125)
    visitor.press("0")
    visitor.expect("0", f"{size}.map(Math.round)", [round(width), round(height)])
    visitor.press("r")
    visitor.expect("r", f"(size => Math.round(size[1] / size[0] * 10))({size})", round(width / height * 10))
    visitor.press("i")
    check("details", "house.svg" in driver.find_element(By.ID, "details").text, True)
    visitor.press("s")
    visitor.expect("slide show", "document.querySelector('[data-command=show]').ariaPressed", "true")
    visitor.press("s")

    # The help is a dialog of its own.
    visitor.press("?")
    check("?", visitor.run("document.querySelector('#keys').open"), True)
    visitor.press(Keys.ESCAPE)
    visitor.wait("!document.querySelector('#keys').open")
    check("only the help was closed", visitor.run("document.querySelector('#stage').hidden"), False)
    visitor.press(Keys.ARROW_RIGHT)
    check("a failure says why", [visitor.shown(), "damaged" in driver.find_element(By.ID, "canvas").text],
          ["cut.pdf", True])
    check("complaints of the browser", visitor.complaints(), [])


def lists(driver, page):
    visitor = Visitor(driver)
    visitor.open(page)
    visitor.click("#layout")
    check("list", visitor.run("document.querySelector('#items').dataset.layout"), "list")
    visitor.click("[data-key=name]")
    check("by name", visitor.run(f"{ORDER}.map(item => item.title)"),
          ["bars.pdf", "coast.md", "cut.pdf", "house.svg", "شجرة.png"])
    visitor.click("[data-key=name]")
    check("backwards", visitor.run(f"{ORDER}[0].title"), "شجرة.png")
    check("the order is said", visitor.run("document.querySelector('[data-key=name]').ariaPressed"), "true")
    search = driver.find_element(By.ID, "search")
    search.send_keys("COAST")
    visitor.expect("found", f"{ORDER}.map(item => item.title)", ["coast.md"])
    visitor.expect("the number is said", "document.querySelector('#status').textContent", "1 document")
    search.send_keys(Keys.ENTER)
    visitor.press(Keys.ENTER)
    check("what is found is opened", visitor.shown(), "coast.md")
    # A link to a document.
    visitor.open(page + "#d1")
    check("a link to a document", visitor.shown(), "bars.pdf")
    visitor.press(Keys.ESCAPE)
    visitor.wait("document.querySelector('#stage').hidden")
    # Pictures in the list are small, and those that failed have a sign.
    check("pictures in the list", visitor.run(
        f"{ORDER}.filter(item => !item.querySelector('img')).map(item => item.title)"), ["cut.pdf"])
    check("complaints of the browser", visitor.complaints(), [])


def accessible(driver, page):
    visitor = Visitor(driver)
    visitor.open(page)
    serious_in_all_looks(driver, "grid")
    visitor.click("#layout")
    serious_in_all_looks(driver, "list")
    for number, name in enumerate(NAMES, 1):
        visitor.open(f"{page}#d{number}")
        check("shown", visitor.shown(), name)
        visitor.press("i")
        serious_in_all_looks(driver, name)
    visitor.press("?")
    serious_in_all_looks(driver, "keys")


def fingers(driver, page):
    """A phone, and a mouse with a wheel."""
    visitor = Visitor(driver)
    look(driver, width=400)
    driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 2})
    visitor.open(page)

    def touch(*steps):
        kinds = ["touchStart"] + ["touchMove"] * (len(steps) - 1)
        for kind, points in zip(kinds, steps):
            driver.execute_cdp_cmd("Input.dispatchTouchEvent", {
                "type": kind, "touchPoints": [{"x": x, "y": y, "id": id} for id, (x, y) in enumerate(points)]})
        driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    place = visitor.run("""(box => [box.left + box.width / 2, box.top + box.height / 2])(
        document.querySelector('.item[title="house.svg"]').getBoundingClientRect())""")
    touch([place])
    visitor.wait("!document.querySelector('#stage').hidden")
    check("a tap opens", visitor.shown(), "house.svg")
    visitor.wait("document.querySelector('figure img').naturalWidth > 0")
    width = "document.querySelector('figure').getBoundingClientRect().width"
    before = visitor.run(width)
    touch([(150, 400), (250, 400)], [(125, 400), (275, 400)], [(100, 400), (300, 400)])
    visitor.expect("a pinch doubles", f"Math.round({width} / {before} * 10)", 20)
    visitor.press("0")

    def swipe(start, target, *steps):
        """Swipes, and once more from the start where the page was not ready for it yet, or the swipe came late."""
        for _ in range(12):
            if visitor.run("location.hash") != start:
                driver.get("about:blank")
                driver.get(page + start)
                visitor.wait("!document.querySelector('#stage').hidden")
            touch(*steps)
            for _ in range(50):
                if visitor.run("location.hash") == target:
                    visitor.shown()
                    return
                time.sleep(0.1)
        failures.append(f"no swipe to {target}")

    swipe("#d3", "#d4", [(300, 400)], [(200, 400)], [(100, 402)])
    swipe("#d4", "#d3", [(100, 400)], [(200, 400)], [(300, 402)])
    # On a busy machine a swipe that came late may have led further: the document is opened anew.
    driver.get("about:blank")
    driver.get(page + "#d3")
    visitor.wait("document.querySelector('figure img').naturalWidth > 0")
    before = visitor.run(width)
    driver.execute_cdp_cmd("Input.dispatchMouseEvent", {
        "type": "mouseWheel", "x": 200, "y": 400, "deltaX": 0, "deltaY": -400})
    visitor.wait(f"{width} > {before} * 2")
    visitor.wait("document.querySelector('#canvas').scrollWidth > document.querySelector('#canvas').clientWidth")


def plain(_, page):
    with browser(scripts=False) as driver:
        driver.get(page)
        links = driver.find_elements(By.CSS_SELECTOR, "nav a")
        check("links", [link.get_attribute("href").rsplit("#")[1] for link in links], ["d1", "d2", "d3", "d4", "d5"])
        check("the first document", driver.find_element(By.ID, "d1").is_displayed(), True)
        links[3].click()
        check("the document of the link", [
            driver.find_element(By.ID, name).is_displayed() for name in ["d1", "d4"]], [False, True])
        check("its reason", "damaged" in driver.find_element(By.ID, "d4").text, True)


def hostile(driver, page):
    """A provider's HTML and a title that try to get out of their places."""
    visitor = Visitor(driver)
    visitor.open(page)
    # A page with one document shows it.
    visitor.shown()
    visitor.wait("document.querySelector('iframe')")
    check("nothing of the document ran", visitor.run("window.hacked === undefined"), True)
    check("nothing of the document is outside of its frame", visitor.run(
        "[document.querySelectorAll('#canvas > *').length, document.querySelectorAll('.evil').length]"), [1, 0])
    driver.switch_to.frame(driver.find_element(By.TAG_NAME, "iframe"))
    patiently(driver, lambda: driver.find_element(By.CLASS_NAME, "evil"))
    check("the document is in the frame", len(driver.find_elements(By.CLASS_NAME, "evil")), 1)
    check("its picture was not loaded", driver.find_element(By.ID, "spy").get_property("naturalWidth"), 0)


def many(driver, page):
    visitor = Visitor(driver)
    visitor.open(page)
    check("few options", visitor.run("document.querySelectorAll('.item').length") < 200, True)
    visitor.press(Keys.END)
    visitor.expect_selected("End", "file 10000.pdf")
    visitor.click("[data-key=name]")
    visitor.press(Keys.HOME)
    driver.find_element(By.ID, "items").send_keys(Keys.HOME, Keys.ARROW_RIGHT)
    visitor.expect_selected("natural order", "file 2.pdf")
    check("still few options", visitor.run("document.querySelectorAll('.item').length") < 200, True)
    driver.find_element(By.ID, "search").send_keys("9999")
    visitor.expect("search", f"{ORDER}.map(item => item.title)", ["file 9999.pdf"])


def served(driver, _):
    """The home in a service, with a stand-in for it."""
    with service(10_000) as server:
        address, requests = server.address, server.requests
        visitor = Visitor(driver)
        visitor.open(address)
        visitor.wait("document.querySelector('.item img').naturalWidth > 0")
        check("few elements", visitor.run("document.querySelectorAll('*').length") < 1_500, True)
        check("few pictures", len([path for path in requests if "thumbnail" in path]) < 100, True)
        visitor.press(Keys.END)
        visitor.expect_selected("End", "document 9999.pdf")
        visitor.press(" ")
        visitor.shown()
        check("address", visitor.fragment(), "document%209999.pdf")
        # Words over the picture: at 30, 40 of a page of 300 points, 60 wide.
        visitor.wait("document.querySelector('.words span')?.getBoundingClientRect().width > 0")
        place = visitor.run("""(() => {
            const page = document.querySelector('figure').getBoundingClientRect();
            const word = document.querySelector('.words span').getBoundingClientRect();
            return [word.left - page.left, word.top - page.top].map(value => Math.round(value / page.width * 300));
        })()""")
        check("the place of a word", place, [30, 40])
        text = visitor.run("""(() => {
            getSelection().selectAllChildren(document.querySelector('.words'));
            return getSelection().toString();
        })()""")
        check("text that is selected", text.split(), ["Hello", "page1"])
        # Only pages in sight are loaded, and sharper ones after a zoom.
        check("pages are lazy", visitor.run("document.querySelectorAll('figure img[src]').length") < 5, True)
        visitor.press("+", "+", "+", "+", "+")
        visitor.wait("document.querySelector('figure img').src.endsWith('size=4096')")
        patiently(driver, lambda: driver.find_element(By.XPATH, "//button[text()='Section']").click())
        visitor.wait("document.querySelector('#jump input').value === '7'")
        visitor.press("i")
        visitor.wait("document.querySelector('#details a[href*=\"mlat=48.5\"]')")
        # What changes on disk is seen, and the document stays the current one.
        visitor.press(Keys.ESCAPE)
        visitor.wait("document.querySelector('#stage').hidden")
        answer = json.loads(server.list)
        new = dict(answer["items"][-1], name="new.pdf", path="new.pdf")
        server.list = json.dumps({"folder": answer["folder"], "items": answer["items"] + [new]})
        server.changed.set()
        visitor.wait("document.querySelector('.item[aria-setsize=\"10001\"]')")
        visitor.expect_selected("the current document", "document 9999.pdf")
        # A document that the service cannot show.
        visitor.open(address + "#broken.pdf")
        visitor.shown()
        check("the service's reason", "The file is damaged." in driver.find_element(By.ID, "canvas").text, True)


def hasty(driver, _):
    """People who go on before a document is there, in a service that is busy with it."""
    with service(20) as server:
        visitor = Visitor(driver)
        picture = "document.querySelector('figure img')?.naturalWidth > 0"
        title = "document.querySelector('#title bdi').textContent"

        def name(number):
            return f"document {number}.pdf"

        # A browser has six connections. The pictures of one document would take all of them.
        server.held = {(name(1), "preview"), (name(1), "words")}
        visitor.open(server.address)
        visitor.press(Keys.ARROW_RIGHT, " ")
        visitor.wait("document.querySelector('figure img[src]')")
        visitor.wait("document.querySelector('.thumbnails img')")
        visitor.press(Keys.ARROW_RIGHT)
        visitor.expect("after pictures that do not come", title, name(2))
        visitor.wait(picture)
        # What documents consist of is asked for before their pictures.
        server.held |= {(name(number), "parts") for number in range(3, 11)}
        visitor.press(*[Keys.ARROW_RIGHT] * 9)
        visitor.expect("after documents that do not come", title, name(11))
        visitor.wait(picture)
        # There and back: both answers are there at the end.
        server.held |= {(name(12), "parts"), (name(12), "metadata")}
        visitor.press(Keys.ARROW_RIGHT, Keys.ARROW_LEFT, Keys.ARROW_RIGHT, "i", "i", "i")
        visitor.expect("there and back", title, name(12))
        server.released.set()
        visitor.wait(picture)
        visitor.wait("document.querySelector('#details a')")
        check("what is shown once", visitor.run(
            "['.sheet', '.thumbnails', '#details a'].map(name => document.querySelectorAll(name).length)"), [1, 1, 1])
        # A browser refuses more than two hundred addresses within seconds, as when a key is held.
        driver.execute_script("history.replaceState = () => {}")
        visitor.press(*[Keys.ARROW_RIGHT] * 3)
        visitor.expect("without addresses", title, name(15))
        visitor.wait(picture)
        driver.execute_script("delete history.replaceState")
        visitor.expect("its address, later", "decodeURIComponent(location.hash)", f"#{name(15)}")


if __name__ == "__main__":
    with browser() as driver:
        for argument in sys.argv[1:]:
            scenario, _, page = argument.partition("=")
            found = len(failures)
            look(driver)
            driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
            driver.get_log("browser")
            globals()[scenario](driver, page and "file://" + urllib.parse.quote(page))
            failures[found:] = [f"{scenario}: {failure}" for failure in failures[found:]]
            driver.switch_to.default_content()
            driver.execute_script("localStorage.clear()")
    print("\n".join(failures))
    sys.exit(1 if failures else 0)
