"""wrk against the built site on nginx, as deploy/nginx.conf serves it: requests a second, latency at the 99th percentile, errors.

    python benchmarks/serve.py [--seconds 5] [--connections 200]

Server and client share this machine and its loopback; nothing leaves it. Exits 1 if an answer was not good.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

KB = Path(sys.executable).with_name("kb")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
import nginx  # noqa: E402

# Each on its own: a page, the record that tickets link to, a badge, data.
ADDRESSES = ("fr/accelerators/h100/", "r/h100/", "badge/h100.ja.svg", "api/v1/index.json")


def load(url: str, connections: int, seconds: int) -> tuple[float, str, str]:
    """Requests a second, latency at the 99th percentile, and what went wrong, or an empty string."""
    command = ["wrk", "--latency", "--threads", "2", "--connections", str(connections), "--duration", f"{seconds}s", "--header", "Accept-Encoding: gzip", url]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    faults = re.findall(r"(?m)^\s*(Socket errors: .*|Non-2xx or 3xx responses: .*)$", said)
    return float(re.search(r"Requests/sec:\s+([\d.]+)", said)[1]), re.search(r"(?m)^\s+99%\s+(\S+)", said)[1], "; ".join(faults)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--connections", type=int, default=200)
    options = parser.parse_args()
    if not shutil.which("wrk"):
        sys.exit("wrk is missing; Debian: apt-get install wrk")
    broken = False
    port = nginx.free_port()
    with nginx.scratch() as scratch:
        site = scratch / "site"
        subprocess.run([KB, "build", "--compress", "--site", site, "--site-url", f"http://127.0.0.1:{port}/"], cwd=nginx.ROOT, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with nginx.serving(site, site, port):
            print(f"{options.connections} connections, {options.seconds} s each, one nginx worker\n{'address':26} {'requests/s':>10} {'99 %':>10}  errors")
            for address in ADDRESSES:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/{address}") as answer:
                    assert answer.url.endswith(f"/{address}") and answer.status == 200, f"{address} is not there"
                rate, slowest, faults = load(f"http://127.0.0.1:{port}/{address}", options.connections, options.seconds)
                print(f"{address:26} {rate:10.0f} {slowest:>10}  {faults or 0}", flush=True)
                broken |= bool(faults)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
