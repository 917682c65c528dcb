"""What a reader waits for on a phone with a slow connection: cold pages in Chromium, from nginx as deploy/nginx.conf sets it up.

    python benchmarks/readers.py [--runs 5] [--lang fr]

1.6 Mbit/s, 150 ms before each answer, a processor four times slower, an empty cache: medians of the largest contentful paint and
of the total blocking time (of each long task after the first paint, what is beyond 50 ms), and the time from a query to its first
result once the index is there. Exits 1 if a bound does not hold.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

KB = Path(sys.executable).with_name("kb")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
import nginx  # noqa: E402
from conftest import CHROMIUM  # noqa: E402

PAGES = {"accelerator": "accelerators/h100/", "home": "", "advisor": "advisor/"}
# It reads its tables while it opens: measured, and not bound.
UNBOUND = {"advisor"}
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
SLOWER = 4
# In milliseconds.
PAINTED, BLOCKED, FOUND = 1000, 50, 300

WATCH = """
  window.seen = { largest: 0, tasks: [] };
  new PerformanceObserver(list => { for (const entry of list.getEntries()) seen.largest = entry.startTime; }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver(list => { for (const { startTime, duration } of list.getEntries()) seen.tasks.push([startTime, duration]); }).observe({ type: 'longtask', buffered: true });
"""
MEASURED = """() => {
  const first = performance.getEntriesByName('first-contentful-paint')[0].startTime;
  const blocked = seen.tasks.filter(([start, took]) => start + took > first).map(([start, took]) => Math.max(0, took - 50));
  return [seen.largest, blocked.reduce((sum, time) => sum + time, 0)];
}"""
ASK = """async query => {
  const list = document.querySelector('.md-search-result__list');
  const field = document.querySelector('[data-md-component=search-query]');
  const found = new Promise(resolve => new MutationObserver(() => list.querySelector('a') && resolve(performance.now())).observe(list, { childList: true, subtree: true }));
  field.value = query;
  const start = performance.now();
  field.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true }));
  return await found - start;
}"""


@contextmanager
def served() -> Iterator[str]:
    """The address of the site, built and served as it would be."""
    port = nginx.free_port()
    url = f"http://127.0.0.1:{port}/"
    with nginx.scratch() as scratch:
        site = scratch / "site"
        subprocess.run([KB, "build", "--compress", "--site", site, "--site-url", url], cwd=nginx.ROOT, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with nginx.serving(site, site, port):
            yield url


@contextmanager
def phone(browser: Browser) -> Iterator[Page]:
    """A page of a slow phone that has loaded nothing yet."""
    context = browser.new_context(**PHONE)
    page = context.new_page()
    page.add_init_script(WATCH)
    tools = context.new_cdp_session(page)
    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", NETWORK)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    yield page
    context.close()


def load(browser: Browser, url: str) -> tuple[float, float]:
    """The largest contentful paint and the total blocking time of a cold page, in milliseconds."""
    with phone(browser) as page:
        page.goto(url)
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(500)  # what starts when the page is idle counts as well
        painted, blocked = page.evaluate(MEASURED)
        assert painted > 0, f"nothing was painted at {url}"
        return painted, blocked


def find(browser: Browser, url: str) -> tuple[float]:
    """How long the first result of a query takes once the index is there, in milliseconds."""
    with phone(browser) as page:
        page.goto(url)
        page.wait_for_load_state("networkidle")
        waiting = page.locator(".md-search-result__meta").inner_text()
        page.locator("header label[for=__search]").first.click()
        page.wait_for_function("text => document.querySelector('.md-search-result__meta').innerText !== text", arg=waiting)
        return (page.evaluate(ASK, "H100"),)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--lang", default="fr")
    options = parser.parse_args()
    broken = False
    with served() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        measures = [(name, load, path, {"largest paint": PAINTED, "blocked": BLOCKED}) for name, path in PAGES.items()]
        measures.append(("search", find, "", {"first result": FOUND}))
        for name, measure, path, bounds in measures:
            runs = [measure(browser, f"{url}{options.lang}/{path}") for _ in range(options.runs)]
            for (what, bound), values in zip(bounds.items(), zip(*runs), strict=True):
                median = statistics.median(values)
                bound = float("inf") if name in UNBOUND else bound
                broken |= median > bound
                print(f"{name:12} {what:14} {median:5.0f} ms of {bound:4}  ({min(values):.0f} to {max(values):.0f})", flush=True)
        browser.close()
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
