"""A bot that does wrong in the way that its first argument names; else it plays the first legal move."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path


def tell(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def die_with_child():
    subprocess.Popen(["/bin/sleep", "1000"])
    os._exit(0)


def spawn_and_sleep():
    subprocess.Popen(["/bin/sleep", "1000"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    time.sleep(1000)


def flood_errors():
    while True:
        sys.stderr.write("x" * 1000)


def flood():
    while True:
        tell("x" * 1000)


def fail():
    message = "I am lost"
    raise RuntimeError(message)


def close_output():
    os.close(1)
    time.sleep(1000)


WRONGS = {
    "garbage": lambda: tell("hello, world\n"),
    "binary": lambda: tell("\x00\x01\n"),
    "list": lambda: tell("[1]\n"),
    "no-move": lambda: tell('{"type": "move"}\n'),
    "number": lambda: tell('{"move": 3}\n'),
    "deep": lambda: tell("[" * 30_000 + "\n"),
    "illegal": lambda: tell('{"move": "pass"}\n'),
    "nonsense": lambda: tell('{"move": "Zz"}\n'),
    "error": lambda: tell('{"error": "I do not know this card"}\n'),
    "late": lambda: time.sleep(1000),
    "crash": fail,
    "exit": lambda: sys.exit(3),
    "killed": lambda: os.kill(os.getpid(), signal.SIGSEGV),
    "close": close_output,
    "flood": flood,
    "noise": flood_errors,
    "child": die_with_child,
    "children": spawn_and_sleep,
    "stubborn": lambda: [signal.signal(each, signal.SIG_IGN) for each in (1, 2, 15)] and time.sleep(1000),
}


def keep(line):
    with Path(sys.argv[2]).open("a") as file:
        file.write(line)


def check_fields(message):
    known = {"type", "protocol", "game", "rules", "seats", "seat", "seed", "clock", "options", "moves", "view", "reuse"}
    if message["type"] != "goodbye" and not message.keys() <= known:
        fail()


def answer(wrong, asked, moves):
    if asked == 2 and wrong in WRONGS:
        WRONGS[wrong]()
        return
    if wrong == "tires" and asked == 300:
        sys.exit()
    if wrong == "never-counters" and "let be" in {move["kind"] for move in moves}:
        fail()
    move = random.choice(moves) if wrong == "fickle" else moves[asked % len(moves) if wrong == "remembers" else 0]
    tell(json.dumps({"move": move["move"]}) + "\n")
    if wrong == "twice":
        tell("That was a good move!\n")


def ready(wrong):
    if wrong == "no-hello":
        time.sleep(1000)
    plays = [{"game": "cups", "seats": [3]}] if wrong == "picky" else None
    told = {"environment": " ".join(sorted(os.environ)), "arguments": "|".join(sys.argv[2:])}
    name = (told | {"long-name": "x" * 101}).get(wrong, wrong)
    found = {"type": "ready", "name": name, "repeatable": wrong in {"fickle", "remembers"}, "plays": plays}
    return found | {"reusable": wrong in {"remembers", "dies-between"}, "history": wrong == "history"}


def main(wrong):
    {"deaf": lambda: time.sleep(1000), "early": lambda: tell("Loading...\n")}.get(wrong, lambda: None)()
    asked = 0
    for line in sys.stdin:
        message = json.loads(line)
        if wrong == "diary":
            keep(line)
        if wrong == "strict":
            check_fields(message)
        if message["type"] == "hello":
            tell(json.dumps(ready(wrong)) + "\n")
        elif message["type"] == "choose":
            asked += 1
            answer(wrong, asked, message["moves"])
        elif message["type"] == "goodbye" and wrong == "stays":
            time.sleep(1000)
        elif message["type"] == "goodbye" and wrong == "dies-between":
            sys.exit()
    if wrong == "stays":
        time.sleep(1000)
    if wrong == "sulks":
        sys.exit(7)


if __name__ == "__main__":
    main(sys.argv[1])
