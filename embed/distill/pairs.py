"""Reads texts in English with their translation into Chinese from the message catalogues of programs."""

import gettext, json, re
from pathlib import Path

PLACEHOLDER = re.compile(r"<[^>]*>|\{\{[^}]*\}\}|\$t\([^)]*\)|\{[^}]*\}|%\([^)]*\)[a-z]|%[sd]|&[a-z]+;")

# JSON catalogues: the Chinese file, and how its path becomes the English one's.
CATALOGUES = (
    ("**/i18n-messages/zh_Hans.json", "zh_Hans.json", "en.json"),  # @vendure/admin-ui
    ("**/locales/zh-CN/*.json", "/zh-CN/", "/en/"),  # apache-airflow-core
    ("**/hass_frontend/static/translations/**/zh-Hans-*.json", "zh-Hans-", "en-"),  # home-assistant-frontend
    ("**/annotations/zh/annotations.json", "/zh/", "/en/"),  # cldr-annotations-full
    ("**/main/zh-Hans/territories.json", "/zh-Hans/", "/en/"),  # cldr-localenames-full
    ("**/main/zh-Hans/languages.json", "/zh-Hans/", "/en/"),
)


def read_pairs(folder):
    """All pairs under a folder, each once, in an order that depends on nothing but themselves."""
    root = Path(folder)
    found = set()
    for pattern in ("zh_Hans", "zh_CN", "zh"):
        for file in sorted(root.glob(f"**/{pattern}/LC_MESSAGES/*.mo")):
            with open(file, "rb") as f:
                for key, text in gettext.GNUTranslations(f)._catalog.items():
                    key = key[0] if isinstance(key, tuple) else key
                    add(found, key.split("\x04")[-1], text)
    for pattern, chinese, english in CATALOGUES:
        for file in sorted(root.glob(pattern)):
            other = Path(str(file).replace(chinese, english))
            if other.exists():
                tree(found, read(other), read(file))
    return sorted(found)


def read(file):
    value = json.loads(file.read_text("utf-8"))
    for key in ("annotations", "annotations", "main"):  # of CLDR
        value = value.get(key, value)
    for key in ("zh-Hans", "en"):
        if key in value and len(value) == 1:
            value = value[key]
    return value


def tree(found, english, chinese):
    if isinstance(english, dict) and isinstance(chinese, dict):
        for key in english.keys() & chinese.keys():
            tree(found, english[key], chinese[key])
    elif isinstance(english, list) and isinstance(chinese, list):
        add(found, " ".join(map(str, english)), "，".join(map(str, chinese)))
    else:
        add(found, english, chinese)


def add(found, english, chinese):
    if not isinstance(english, str) or not isinstance(chinese, str):
        return
    english, chinese = (" ".join(PLACEHOLDER.sub(" ", t).split()) for t in (english, chinese))
    if re.search("[A-Za-z]{2}", english) and re.search("[\u4e00-\u9fff]", chinese) and len(english) <= 400:
        found.add((english, chinese))
