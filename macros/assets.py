"""Style sheets and scripts as they are served: one sheet of the theme's with what the site uses, and nothing that only its authors read."""

from __future__ import annotations

import shutil
from pathlib import Path

import rjsmin

from . import styles

STYLES = "theme.css"
THEME = ("main", "palette")


def write(assets: Path, used: styles.Site) -> None:
    """Rewrite the files in the site's folder of assets. `used` knows the pages."""
    scripts = sorted(assets.glob("*.js"))
    for script in (*scripts, *assets.glob("javascripts/bundle.*.js")):
        used.add_script(script.read_text("utf-8"))
    own = {sheet: styles.squeeze(sheet.read_text("utf-8")) for sheet in sorted(assets.glob("*.css"))}
    theme = "".join(next(assets.glob(f"stylesheets/{name}.*.css")).read_text("utf-8") for name in THEME)
    written = own | {assets / STYLES: styles.reduce(theme, used, "".join(own.values()))}
    written |= {script: rjsmin.jsmin(script.read_text("utf-8"), keep_bang_comments=True) for script in scripts}
    for path, text in written.items():
        path.write_text(text, "utf-8")
    shutil.rmtree(assets / "stylesheets")
