"""Uses the pages of the real previewd as people do, in a headless Chromium: browse.py SCENARIO PREVIEWD.

Starts a service over a new folder with copies of Fixtures. Prints what differs from what is expected; ends with 1 if
something does.
"""

import contextlib
import http.server
import json
import os
import shutil
import sys
import tempfile
import threading
import time
import zipfile

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from previewd import Service
from viewer import ORDER, Visitor, check, failures, serious
from viewer_browser import browser, patiently, wait

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
TOKEN = "write-token-of-the-test"
FILES = ["bars.pdf", "coast.md", "house.svg", "pier.mp4", "hut.mp3"]


class Site:
    """A service, its folder `Documents`, and a browser that shows it."""

    def __init__(self, folder, service, driver):
        self.folder, self.service, self.driver = folder, service, driver
        self.base = f"http://{service.address}"
        self.page = f"{self.base}/browse/Documents/"
        self.visitor = Visitor(driver)

    def path(self, name):
        return os.path.join(self.folder, "Documents", name)

    def names(self):
        return self.visitor.run(f"{ORDER}.map(item => item.querySelector('.name').textContent)")

    def wait_for(self, *names):
        """Waits until these documents are in the list, and a name that begins with `-` is not."""
        conditions = [
            f"{'!' if name.startswith('-') else ''}document.querySelector('.item[title=\"{name.lstrip('-')}\"]')"
            for name in names]
        self.visitor.wait(" && ".join(conditions))

    def sign_in(self):
        self.visitor.open(self.page)
        self.visitor.click("#sign-in")
        patiently(self.driver, lambda: self.driver.find_element(By.NAME, "token").send_keys(TOKEN, Keys.ENTER))
        self.visitor.wait("document.querySelector('.item') && !document.querySelector('#edit').hidden")

    def select(self, *names):
        """Clicks on a document, and on others with Control."""
        def click(name, isFirst):
            actions = ActionChains(self.driver)
            if not isFirst:
                actions.key_down(Keys.CONTROL)
            actions.click(self.item(name))
            if not isFirst:
                actions.key_up(Keys.CONTROL)
            actions.perform()
        for index, name in enumerate(names):
            patiently(self.driver, lambda: click(name, index == 0))
            self.visitor.wait(f"""document.querySelector('.item[title="{name}"]').ariaSelected === 'true'""")

    def item(self, name):
        return self.driver.find_element(By.CSS_SELECTOR, f'.item[title="{name}"]')

    def command(self, *keys):
        """Presses a key with Control or Alt: `command(Keys.CONTROL, "z")`."""
        *held, last = keys
        actions = ActionChains(self.driver)
        for key in held:
            actions.key_down(key)
        actions.send_keys(last)
        for key in held:
            actions.key_up(key)
        actions.perform()

    def answer(self, name):
        """Writes a name into the dialog, and presses Enter."""
        self.visitor.wait("document.querySelector('#ask').open")
        field = self.driver.find_element(By.CSS_SELECTOR, "#ask input")
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(name, Keys.ENTER)

    def notice(self, text):
        """Waits until a message is shown, which is also said."""
        self.visitor.wait(
            f"""!document.querySelector('#notice').hidden && ['#notice p', '#status'].every(
                place => document.querySelector(place).textContent.includes({json.dumps(text)}))""")

    def said(self, text):
        """Waits until something is said, which ends what was done."""
        self.visitor.wait(f"document.querySelector('#status').textContent === {json.dumps(text)}")

    def drag(self, name, selector):
        """Drags a document of the list to an element."""
        # A drag begins with a small way.
        patiently(self.driver, lambda: ActionChains(self.driver).click_and_hold(self.item(name)).move_by_offset(8, 8)
                  .perform())
        goal = self.driver.find_element(By.CSS_SELECTOR, selector)
        ActionChains(self.driver).move_to_element(goal).move_by_offset(2, 2).pause(0.2).release().perform()

    def drop(self, selector, *paths):
        """Drags files from outside to an element."""
        x, y = self.visitor.run(f"""(box => [box.left + box.width / 2, box.top + box.height / 2])(
            document.querySelector({selector!r}).getBoundingClientRect())""")
        for kind in ["dragEnter", "dragOver", "drop"]:
            self.driver.execute_cdp_cmd("Input.dispatchDragEvent", {
                "type": kind, "x": x, "y": y,
                "data": {"items": [], "files": list(paths), "dragOperationsMask": 1}})


@contextlib.contextmanager
def site(program, *options, **window):
    with tempfile.TemporaryDirectory(prefix="cameo-browse-") as folder:
        os.chmod(folder, 0o755)
        documents = os.path.join(folder, "Documents")
        for name in ["Holiday", "Letters"]:
            os.makedirs(os.path.join(documents, name))
        for name in FILES:
            shutil.copyfile(os.path.join(ROOT, "Fixtures/preview/valid", name), os.path.join(documents, name))
        tokens = os.path.join(folder, "tokens")
        with open(tokens, "w", encoding="ascii") as file:
            file.write(TOKEN + "\n")
        os.chmod(tokens, 0o600)
        service = Service(
            program, "--root", documents, "--browse", "true", "--write-tokens", tokens, "--spool", folder, *options)
        try:
            with browser(**window) as driver:
                yield Site(folder, service, driver)
        finally:
            service.process.terminate()
            service.process.wait(60)


def reading(program):
    """Without a token: nothing to change things with, but films play, and downloads come."""
    with site(program) as here:
        visitor, driver = here.visitor, here.driver
        saved = os.path.join(here.folder, "saved")
        os.mkdir(saved)
        driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": saved})
        visitor.open(here.page)
        check("names", here.names(), ["Holiday", "Letters", "bars.pdf", "coast.md", "house.svg", "hut.mp3", "pier.mp4"])
        check("buttons", [driver.find_element(By.CSS_SELECTOR, place).is_displayed() for place in
                          ["#edit", "#sign-in", "#sign-out", "#list [data-change=download]"]], [False, True, False, True])
        visitor.press(Keys.F2, Keys.DELETE)
        check("no dialog", visitor.run("document.querySelector('#ask').open"), False)
        # A film and a sound play by ranges of the file.
        for name, element in [("pier.mp4", "video"), ("hut.mp3", "audio")]:
            visitor.open(f"{here.page}#{name}")
            check("shown", visitor.shown(), name)
            visitor.wait(f"document.querySelector('#canvas {element}')?.readyState >= 2")
            driver.execute_script(f"document.querySelector('#canvas {element}').currentTime = 0.2")
            visitor.wait(
                f"(film => film.currentTime >= 0.2 && !film.seeking)(document.querySelector('#canvas {element}'))")
        # A file that is no film is shown as its provider shows it, or says why not.
        with open(here.path("broken.mp4"), "w", encoding="ascii") as file:
            file.write("no film")
        visitor.open(f"{here.page}#broken.mp4")
        visitor.wait("document.querySelector('#canvas .failure')")
        # One file as it is; several, and folders, in an archive.
        visitor.open(here.page)
        with open(here.path("Letters/note.txt"), "w", encoding="ascii") as file:
            file.write("hello")
        here.select("coast.md")
        visitor.click("#list [data-change=download]")
        until(lambda: os.path.exists(os.path.join(saved, "coast.md")))
        # Nothing is selected at first, so Control and a click select no more than what was clicked.
        visitor.open(here.page)
        visitor.click("#several")
        for name in ["coast.md", "Letters", "bars.pdf", "bars.pdf"]:
            visitor.click(f'.item[title="{name}"]')
        visitor.expect_selected("selected", "Letters", "coast.md")
        here.command(Keys.CONTROL, "s")
        archive = os.path.join(saved, "Documents.zip")
        until(lambda: os.path.exists(archive))
        with zipfile.ZipFile(archive) as file:
            check("archive", sorted(file.namelist()), ["Letters/", "Letters/note.txt", "coast.md"])
        # A document in a folder below, which a search has found.
        field = driver.find_element(By.ID, "search")
        field.send_keys("note", Keys.ENTER)
        here.wait_for("note.txt", "-coast.md")
        visitor.wait("document.activeElement.id === 'items'")
        here.command(Keys.CONTROL, "a")
        here.command(Keys.CONTROL, "s")
        until(lambda: os.path.exists(os.path.join(saved, "note.txt")))


def until(condition):
    """Waits for up to a minute."""
    end = time.monotonic() + 60
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError("it did not happen within a minute")
        time.sleep(0.05)


def changing(program):
    with site(program) as here:
        visitor, driver = here.visitor, here.driver
        here.sign_in()
        # New folder, new document; a name that is taken is refused beside the name.
        here.command(Keys.ALT, "n")
        here.answer("Holiday")
        visitor.wait("document.querySelector('#ask [role=alert]').textContent")
        alert = driver.find_element(By.CSS_SELECTOR, "#ask [role=alert]").text
        check("the reason", alert, "There is something with that name already.")
        here.answer("Trips")
        here.said("New folder: Trips")
        visitor.expect_selected("the new folder is selected", "Trips")
        check("focus", visitor.run("document.activeElement.id"), "items")
        check("on disk", os.path.isdir(here.path("Trips")), True)
        visitor.click("[data-change=new]")
        here.answer("Notes")
        here.said("New document: Notes.md")
        here.wait_for("Notes.md")
        # Rename: the name without its suffix is selected.
        here.select("coast.md")
        visitor.press(Keys.F2)
        visitor.wait("document.querySelector('#ask').open")
        field = "document.querySelector('#ask input')"
        check("selected", visitor.run(f"[{field}.selectionStart, {field}.selectionEnd]"), [0, 5])
        visitor.press("harbour & pier", Keys.ENTER)
        here.said("Rename: harbour & pier.md")
        here.wait_for("harbour & pier.md", "-coast.md")
        visitor.expect_selected("the renamed document is selected", "harbour & pier.md")
        # Duplicate, trash, undo.
        here.command(Keys.CONTROL, "d")
        here.wait_for("harbour & pier copy.md")
        visitor.expect_selected("the copy is selected", "harbour & pier copy.md")
        here.select("bars.pdf", "house.svg")
        visitor.press(Keys.DELETE)
        here.notice("Moved 2 documents to the trash.")
        here.wait_for("-bars.pdf", "-house.svg")
        visitor.expect("focus", "document.activeElement.id", "items")
        here.command(Keys.CONTROL, "z")
        here.wait_for("bars.pdf", "house.svg")
        visitor.expect_selected("what is back is selected", "bars.pdf")
        here.command(Keys.CONTROL, "z")
        here.wait_for("-harbour & pier copy.md")
        visitor.click("[data-change=undo]")
        here.wait_for("coast.md", "-harbour & pier.md")
        visitor.expect_selected("what has its name again is selected", "coast.md")
        # A folder cannot be duplicated, and the page says so.
        here.select("Holiday")
        visitor.click("[data-change=duplicate]")
        here.notice("Only files can be duplicated.")
        visitor.click("#notice button")
        check("the message is gone", driver.find_element(By.ID, "notice").is_displayed(), False)
        check("signing out", [driver.find_element(By.ID, "sign-out").is_displayed()], [True])
        visitor.click("#sign-out button")
        visitor.wait("location.pathname === '/browse/' && document.querySelector('#sign-in').offsetWidth > 0")
        visitor.open(here.page)
        check("no changes", driver.find_element(By.ID, "edit").is_displayed(), False)


def moving(program):
    """By drag, and by keys from page to page."""
    with site(program) as here:
        visitor = here.visitor
        here.sign_in()
        here.select("bars.pdf", "coast.md")
        here.drag("coast.md", '.item[title="Holiday"]')
        here.notice("Moved 2 documents.")
        here.wait_for("-bars.pdf", "-coast.md")
        check("moved", sorted(os.listdir(here.path("Holiday"))), ["bars.pdf", "coast.md"])
        # Taken in one folder, put into another one.
        here.select("house.svg")
        here.command(Keys.CONTROL, "x")
        here.notice("Move here")
        here.select("Letters")
        visitor.press(Keys.ENTER)
        visitor.wait("document.querySelector('#folder').textContent === 'Letters'")
        visitor.wait("!document.querySelector('[data-change=put]').hidden")
        here.command(Keys.CONTROL, "v")
        here.wait_for("house.svg")
        check("moved", os.listdir(here.path("Letters")), ["house.svg"])
        check("nothing is left to move", visitor.run("document.querySelector('[data-change=put]').hidden"), True)
        # To the folder above.
        here.drag("house.svg", "#up")
        here.wait_for("-house.svg")
        until(lambda: os.path.exists(here.path("house.svg")))
        check("moved up", os.path.exists(here.path("house.svg")), True)
        visitor.click("#notice button")
        here.wait_for("house.svg")
        # A name that is taken: one of two is moved, and the page says which one is not.
        visitor.press(Keys.BACKSPACE)
        visitor.wait("document.querySelector('#folder').textContent === 'Documents'")
        with open(here.path("Holiday/pier.mp4"), "w", encoding="ascii") as file:
            file.write("other")
        here.wait_for("pier.mp4")
        here.select("hut.mp3", "pier.mp4")
        here.drag("hut.mp3", '.item[title="Holiday"]')
        here.notice("pier.mp4: There is something with that name already.")
        here.wait_for("-hut.mp3", "pier.mp4")


def uploading(program):
    with site(program, "--body-limit", f"{60 << 20}") as here:
        visitor, driver = here.visitor, here.driver
        here.sign_in()
        large = os.path.join(here.folder, "large.bin")
        with open(large, "wb") as file:
            file.write(os.urandom(1 << 20) * 40)
        new = os.path.join(here.folder, "Größe 100%.txt")
        with open(new, "w", encoding="ascii") as file:
            file.write("new")
        taken = os.path.join(here.folder, "coast.md")
        shutil.copyfile(large, taken)
        # By the button, with the dialog of the browser.
        driver.execute_script("document.querySelector('#files').hidden = false")
        driver.find_element(By.ID, "files").send_keys(new)
        here.wait_for("Größe 100%.txt")
        here.notice("Uploaded 1 document.")
        check("content", open(here.path("Größe 100%.txt"), encoding="ascii").read(), "new")
        # By drag: one of two is there already, and stays as it is. Progress is shown.
        driver.execute_script("""
            window.shown = [];
            const progress = document.querySelector('#notice progress');
            new MutationObserver(() => shown.push(progress.hidden ? null : progress.value)).observe(
                progress, {attributes: true});
        """)
        size = os.path.getsize(here.path("coast.md"))
        here.drop("#items", taken, large)
        here.wait_for("large.bin")
        here.notice("coast.md: There is something with that name already.")
        check("nothing was replaced", os.path.getsize(here.path("coast.md")), size)
        check("content", os.path.getsize(here.path("large.bin")), 40 << 20)
        check("progress", visitor.run("shown.some(value => value > 0 && value < 1)"), True)
        # Onto a folder.
        here.drop('.item[title="Letters"]', new)
        here.notice("Uploaded 1 document.")
        check("in the folder", os.listdir(here.path("Letters")), ["Größe 100%.txt"])
        # A folder, by the dialog; undone at once.
        trip = os.path.join(here.folder, "Trip")
        os.makedirs(os.path.join(trip, "Day 1", "empty"))

        def write(name, content):
            with open(os.path.join(trip, name), "w", encoding="ascii") as file:
                file.write(content)

        def tree():
            return sorted(os.path.relpath(os.path.join(folder, name), here.path("Trip"))
                          for folder, folders, files in os.walk(here.path("Trip")) for name in folders + files)

        for name in ["Day 1/a & b.txt", "c.txt", ".hidden"]:
            write(name, "first")
        driver.execute_script("document.querySelector('#folders').hidden = false")
        driver.find_element(By.ID, "folders").send_keys(trip)
        here.notice("Uploaded 2 documents. Hidden files were left out.")
        check("the folder", tree(), ["Day 1", "Day 1/a & b.txt", "c.txt"])
        visitor.click("#notice button")
        here.wait_for("-Trip")
        check("the folder is undone as a whole", os.path.exists(here.path("Trip")), False)
        # By drag, with its empty folder; again, only what is new is added.
        here.drop("#items", trip)
        here.notice("Uploaded 2 documents.")
        check("the folder", tree(), ["Day 1", "Day 1/a & b.txt", "Day 1/empty", "c.txt"])
        write("c.txt", "second")
        write("d.txt", "second")
        here.drop("#items", trip)
        here.notice("Trip/c.txt: There is something with that name already.")
        check("the folder", tree(), ["Day 1", "Day 1/a & b.txt", "Day 1/empty", "c.txt", "d.txt"])
        with open(here.path("Trip/c.txt"), encoding="ascii") as file:
            check("nothing was replaced", file.read(), "first")
        # What is too large is refused in words.
        with open(large, "ab") as file:
            file.truncate(70 << 20)
        os.rename(large, os.path.join(here.folder, "larger.bin"))
        here.drop("#items", os.path.join(here.folder, "larger.bin"))
        visitor.wait("document.querySelector('#notice button').textContent === 'Close'")
        check("the limit is said", "60" in driver.find_element(By.ID, "notice").text, True)


def living(program):
    """What other programs change is seen: within two seconds, with its picture."""
    with site(program) as here:
        visitor = here.visitor
        visitor.open(here.page)
        here.select("house.svg")
        # When events come, the list is asked for once more.
        visitor.wait(
            "performance.getEntriesByType('resource').filter(entry => entry.name.endsWith('?list')).length > 1")
        shutil.copyfile(os.path.join(ROOT, "Fixtures/png/valid/gradient.png"), here.path("new.png"))
        os.mkdir(here.path("Archive"))
        os.remove(here.path("hut.mp3"))
        here.wait_for("new.png", "Archive", "-hut.mp3")
        visitor.wait("document.querySelector('.item[title=\"new.png\"] img')?.naturalWidth > 0")
        visitor.expect_selected("the current document", "house.svg")
        # A document that is shown is shown anew.
        visitor.open(f"{here.page}#coast.md")
        visitor.shown()
        with open(here.path("coast.md"), "w", encoding="ascii") as file:
            file.write("# Another text\n")

        def text():
            here.driver.switch_to.default_content()
            here.driver.switch_to.frame(here.driver.find_element(By.TAG_NAME, "iframe"))
            return here.driver.find_element(By.TAG_NAME, "body").text

        def has_changed():
            with contextlib.suppress(Exception):
                return "Another text" in text()
        until(has_changed)


class Asker(http.server.BaseHTTPRequestHandler):
    """A page of another site that asks for documents."""

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        body = b"""<!DOCTYPE html><title>Asker</title><script>
            var choices = [];
            addEventListener("message", event => choices.push([event.origin, event.data]));
            function ask(address) { window.open(address, "picker"); }
            </script>"""
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def picking(program):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Asker)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    origin = f"http://127.0.0.1:{server.server_address[1]}"
    with site(program, "--picker-origin", origin) as here:
        visitor, driver = here.visitor, here.driver
        driver.get(origin)
        asker = driver.current_window_handle

        def ask(kind):
            driver.execute_script(f"choices = []; ask('{here.base}/browse/?pick={kind}&return={origin}/form')")
            until(lambda: len(driver.window_handles) == 2)
            driver.switch_to.window(next(name for name in driver.window_handles if name != asker))
            wait(driver, "document.querySelector('.item')")
            here.select("Documents")
            visitor.press(Keys.ENTER)
            here.wait_for("Holiday")

        def choice():
            until(lambda: len(driver.window_handles) == 1)
            driver.switch_to.window(asker)
            wait(driver, "choices.length")
            [[sender, data]] = visitor.run("choices")
            check("sender and type", [sender, data["type"]], [here.base, "cameo-choice"])
            return data["documents"]

        ask("file")
        check("nothing to change", driver.find_element(By.ID, "edit").is_displayed(), False)
        here.select("coast.md")
        visitor.press(Keys.ENTER)
        [document] = choice()
        check("document", [document["name"], document["address"], document["file"]],
              ["coast.md", f"{here.page}coast.md", f"{here.page}coast.md?file"])
        ask("files")
        here.select("coast.md", "bars.pdf")
        visitor.click("#picker button")
        check("documents", [document["name"] for document in choice()], ["bars.pdf", "coast.md"])
        ask("folder")
        check("only folders", here.names(), ["Holiday", "Letters"])
        here.select("Letters")
        visitor.press(Keys.ENTER)
        visitor.wait("document.querySelector('#folder').textContent === 'Letters'")
        visitor.click("#picker button")
        [folder] = choice()
        check("folder", [folder["name"], folder["address"], folder["folder"]], ["Letters", f"{here.page}Letters/", True])
        ask("file")
        visitor.click("#picker button:last-of-type")
        check("cancelled", choice(), [])
    server.shutdown()


def accessible(program):
    for width, dark in [(1200, False), (1200, True), (400, False)]:
        with site(program, width=width, dark=dark) as here:
            visitor = here.visitor
            here.sign_in()
            size = f"{width} wide, dark {dark}"
            serious(here.driver, f"folder, {size}")
            visitor.click("[data-change=new]")
            visitor.wait("document.querySelector('#ask').open")
            serious(here.driver, f"dialog, {size}")
            visitor.press(Keys.ESCAPE)
            here.select("Holiday")
            visitor.click("[data-change=duplicate]")
            here.notice("Only files")
            serious(here.driver, f"message, {size}")
            here.driver.get(f"{here.base}/browse/-/login")
            serious(here.driver, f"token, {size}")
            visitor.open(f"{here.page}#pier.mp4")
            visitor.shown()
            serious(here.driver, f"film, {size}")


if __name__ == "__main__":
    globals()[sys.argv[1]](sys.argv[2])
    print("\n".join(failures))
    sys.exit(1 if failures else 0)
