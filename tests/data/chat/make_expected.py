#!/usr/bin/env python3
"""Writes NAME.MESSAGES.txt, what Jinja makes of each template, and the texts in features.json, with the settings of
transformers' apply_chat_template."""

import datetime
import json
import pathlib

import jinja2
import jinja2.ext
from jinja2.sandbox import ImmutableSandboxedEnvironment

HERE = pathlib.Path(__file__).parent
CASES = [("chatml", "talk"), ("chatml", "plain"), ("instructions", "talk"), ("instructions", "plain"),
         ("headers", "talk"), ("headers", "plain"), ("headers", "parts"), ("turns", "plain"), ("thinking", "plain"),
         ("thinking", "thoughts"), ("macros", "calls"), ("tools", "calls"), ("tools", "talk"), ("expressions", "plain")]


class Generation(jinja2.ext.Extension):
    """{% generation %} marks what the model wrote and changes nothing."""

    tags = {"generation"}

    def parse(self, parser):
        line = next(parser.stream).lineno
        body = parser.parse_statements(["name:endgeneration"], drop_needle=True)
        return jinja2.nodes.If(jinja2.nodes.Const(True), body, [], []).set_lineno(line)


def refuse(message):
    raise jinja2.exceptions.TemplateError(message)


def tojson(x, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
    return json.dumps(x, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)


def environment():
    made = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True,
                                         extensions=[Generation, jinja2.ext.loopcontrols])
    made.filters["tojson"] = tojson
    made.globals["raise_exception"] = refuse
    made.globals["strftime_now"] = datetime.datetime(2025, 7, 4, 9, 5).strftime
    return made


def main():
    for template, messages in CASES:
        given = json.loads((HERE / f"{messages}.json").read_text(encoding="utf-8"))
        given = {"messages": given} if isinstance(given, list) else given
        variables = {"tools": None, "documents": None, "add_generation_prompt": True, "bos_token": "<s>",
                     "eos_token": "</s>", **given}
        text = environment().from_string((HERE / f"{template}.jinja").read_text(encoding="utf-8")).render(**variables)
        (HERE / f"{template}.{messages}.txt").write_text(text, encoding="utf-8", newline="")
    features = json.loads((HERE / "features.json").read_text(encoding="utf-8"))
    for case in features["cases"]:
        case["text"] = environment().from_string(case["template"]).render(**features["variables"])
    cases = ",\n".join(json.dumps(case) for case in features["cases"])
    (HERE / "features.json").write_text(
        f'{{"variables": {json.dumps(features["variables"])},\n"cases": [\n{cases}\n]}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
