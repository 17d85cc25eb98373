"""A headless Chromium for the viewer, and a stand-in for the service that answers at once: for tests and benchmarks."""

import contextlib
import http.server
import json
import os
import struct
import threading
import urllib.parse
import zlib

from selenium import webdriver
from selenium.common.exceptions import (
    ElementClickInterceptedException, ElementNotInteractableException, JavascriptException, NoSuchElementException,
    StaleElementReferenceException)
from selenium.webdriver.support.ui import WebDriverWait

VIEWER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "share", "viewer")
SCRIPTS = ["changes.js", "homes.js", "list.js", "pages.js", "picker.js", "stage.js", "viewer.js"]


@contextlib.contextmanager
def browser(width=1200, height=800, scripts=True, dark=False):
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    # Containers have no user namespaces for Chromium's own sandbox, and little shared memory.
    for argument in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--lang=en-US",
                     "--force-device-scale-factor=1", f"--window-size={width},{height}"]:
        options.add_argument(argument)
    if dark:
        options.add_argument("--blink-settings=preferredColorScheme=0")
    if not scripts:
        options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
    driver.set_page_load_timeout(120)
    try:
        yield driver
    finally:
        driver.quit()


def wait(driver, condition, seconds=60):
    """Waits until JavaScript gives something true, and returns it. A busy machine only takes longer: what the condition
    asks for may not be in the page yet, so that it cannot be evaluated."""
    waiting = WebDriverWait(driver, seconds, poll_frequency=0.02, ignored_exceptions=[JavascriptException])
    return waiting.until(lambda d: d.execute_script("return " + condition))


def patiently(driver, action, seconds=60):
    """Does something with elements of the page, again while they are not there yet, hidden, or just replaced."""
    passing = [ElementClickInterceptedException, ElementNotInteractableException, NoSuchElementException,
               StaleElementReferenceException]
    waiting = WebDriverWait(driver, seconds, poll_frequency=0.02, ignored_exceptions=passing)
    return waiting.until(lambda d: (action(), True)[1])


def text(name):
    with open(os.path.join(VIEWER, name), encoding="utf-8") as file:
        return file.read()


def picture(width, height):
    """A PNG of one colour."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = (b"\0" + bytes((90, 140, 190)) * width) * height
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b""))


class Service(http.server.BaseHTTPRequestHandler):
    """Answers as previewd does: a folder with some documents of twelve pages."""

    protocol_version = "HTTP/1.1"
    POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; "
              "frame-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'")

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        query = urllib.parse.parse_qs(url.query, keep_blank_values=True)
        self.server.requests.append(self.path)
        name = urllib.parse.unquote(url.path.rsplit("/", 1)[1])
        for part in query:
            if (name, part) in self.server.held:
                self.server.released.wait(120)
        if url.path == "/browse/-/viewer.css":
            return self.answer("text/css", text("viewer.css"))
        if url.path == "/browse/-/viewer.js":
            return self.answer("text/javascript", "".join(map(text, SCRIPTS)))
        if "list" in query:
            return self.answer("application/json", self.server.list)
        if "events" in query:
            # One event, when something has changed; then the browser asks again.
            self.server.changed.wait(60)
            self.server.changed.clear()
            return self.answer("text/event-stream", 'data: {"changed": [], "removed": []}\n\n')
        if "thumbnail" in query:
            return self.answer("image/png", self.server.thumbnail)
        if "parts" in query:
            if name.startswith("broken"):
                return self.answer("application/problem+json", json.dumps({"detail": "the file is damaged"}), status=422)
            outline = [{"title": "Chapter", "page": 5, "children": [{"title": "Section", "page": 7}]}]
            return self.answer("application/json", json.dumps(
                {"view": "pages", "pages": 12, "sizes": [[300, 400]], "outline": outline, "words": True}))
        if "words" in query:
            page = int(query["page"][0])
            return self.answer("application/json", json.dumps(
                {"width": 300, "height": 400, "words": [["Hello", 30, 40, 60, 20], [f"page{page}", 100, 40, 70, 20]]}))
        if "preview" in query:
            side = int(query["size"][0])
            return self.answer("image/png", picture(side * 3 // 4, side))
        if "metadata" in query:
            return self.answer("application/json", json.dumps({"GPS": {"latitude": 48.5, "longitude": 9.0}}))
        page = text("viewer.html")
        for field, value in {
            "home": "service", "policy": "", "title": "many", "data": "",
            "style": '<link rel="preload" href="?list" as="fetch" crossorigin><link rel="stylesheet" href="/browse/-/viewer.css">',
            "script": '<script src="/browse/-/viewer.js"></script>', "documents": self.server.links,
        }.items():
            page = page.replace("{{%s}}" % field, value)
        return self.answer("text/html; charset=utf-8", page)

    def answer(self, kind, body, status=200):
        body = body.encode() if isinstance(body, str) else body
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Security-Policy", self.POLICY)
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if status != 204:
            self.wfile.write(body)


@contextlib.contextmanager
def service(count):
    """A service with a folder of `count` documents: its `address`, and the `requests` that came.

    A new `list` is said to the browser by `changed`. What is `held`, of names and parts as `("a.pdf", "preview")`, is
    answered when it is `released`.
    """
    names = ["broken.pdf"] + [f"document {number}.pdf" for number in range(1, count)]
    items = [{
        "name": name, "path": name, "folder": False, "type": "com.adobe.pdf", "kind": "PDF document",
        "bytes": 1000 + number, "modified": "2026-01-31T12:00:00Z", "thumbnail": urllib.parse.quote(name) + "?thumbnail",
        "preview": urllib.parse.quote(name) + "?preview", "metadata": urllib.parse.quote(name) + "?metadata",
    } for number, name in enumerate(names)]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Service)
    # The browser hangs up when it does not want a picture any more.
    server.handle_error = lambda *arguments: None
    server.address = f"http://127.0.0.1:{server.server_address[1]}/browse/root/"
    server.requests = []
    server.changed = threading.Event()
    server.held, server.released = set(), threading.Event()
    server.thumbnail = picture(192, 256)
    server.list = json.dumps({"folder": {"name": "many", "path": "", "writable": False}, "items": items})
    server.links = "<noscript><nav><ol>%s</ol></nav></noscript>" % "".join(
        f'<li><a href="{urllib.parse.quote(name)}?preview">{name}</a></li>\n' for name in names)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server
    finally:
        server.changed.set()
        server.released.set()
        server.shutdown()
