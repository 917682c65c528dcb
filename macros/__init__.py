"""The DeepInfer support knowledge base. Here: the macros that page templates may call."""


def define_env(env):
    """Offer to the templates all that a page can write of itself; the page is the one being built."""
    from .pages import FRAGMENTS  # here, so that importing a module of this package does not load all of it

    for name, write in FRAGMENTS.items():
        env.macro(lambda *given, _write=write: _write(env.page.file.kb, *given), name)
