#!/usr/bin/python3
"""A fork server whose forks do what its first argument says.

Its pictures are as bright as it has served orders, so that a test sees whether it is still the same one.
"""
import json, os, select, sys, time

mode = sys.argv[1]


def say(message):
    os.write(1, (json.dumps(message) + "\n").encode())


def hear():
    line = b""
    while not line.endswith(b"\n"):
        byte = os.read(0, 1)
        if not byte:
            os._exit(0)
        line += byte
    return json.loads(line)


def reply(order, shade):
    with open(order["output"]["path"], "wb") as file:
        file.write(bytes([shade]) * 32)
    pixels = {"format": "gray8", "width": 8, "height": 4, "stride": 8}
    say({"type": "reply", "id": order["id"], "pixels": pixels})


def serve(shade):
    """What a forked process does."""
    order = hear()
    if mode == "corrupt":
        say({"type": "error", "id": order["id"], "code": "corruptInput", "message": "as it is told"})
        os._exit(0)
    reply(order, shade)
    if mode == "stays":
        # It claims to be gone, and answers in the server's place.
        say({"type": "ready"})
        request = hear()
        say({"type": "pong", "nonce": request["nonce"]})
        time.sleep(600)
    if mode == "answers-the-next":
        # Before the host has asked for anything.
        say({"type": "ready"})
        say({"type": "error", "id": order["id"] + 1, "code": "corruptInput", "message": "of the next document"})
    if mode == "guesses":
        say({"type": "ready"})
        say({"type": "pong", "nonce": 1})
    if mode == "leaves-child" and os.fork() == 0:
        time.sleep(600)
    os._exit(0)


def main():
    hello = hear()
    say({"type": "hello", "protocol": 1, "provider": "org.example.misbehave", "version": "1.0",
         "capabilities": hello["capabilities"]})
    if hello.get("forks"):
        say({"type": "ready"})
    served = 0
    while True:
        message = hear()
        if message["type"] == "fork":
            served += 1
            child = os.fork()
            if child == 0:
                serve(served)
            os.waitpid(child, 0)
            if mode == "late":
                time.sleep(600)
            while select.select([0], [], [], 0)[0]:
                os.read(0, 4096)
            say({"type": "ready"})
            if mode == "twice-ready":
                say({"type": "ready"})
        elif message["type"] == "ping":
            say({"type": "pong", "nonce": message["nonce"] + (mode == "wrong-number")})
        elif message["type"] in ("thumbnail", "preview"):
            # Nobody wants a fork.
            reply(message, 200)
        elif message["type"] == "shutdown":
            sys.exit(0)


main()
