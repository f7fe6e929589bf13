#!/usr/bin/env -S python3 -B
"""Does on a host without systemd what the pages have systemctl do: starts the daemons as their units say, as their
user, with their credentials, and waits until each says that it is ready. What units forbid it does not forbid."""

import os
import pathlib
import pwd
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time

UNITS = pathlib.Path("/etc/systemd/system")
STATE = pathlib.Path("/run/units")
PATIENCE = 30


def lines(unit):
    """The settings of the service's part of a unit, and of what is dropped in."""
    name, _, rest = unit.partition("@")
    template = f"{name}@.service" if rest else unit
    files = [UNITS / template, *sorted((UNITS / f"{template}.d").glob("*.conf"))]
    for file in files:
        part, before = "", ""
        for line in file.read_text(encoding="utf-8").splitlines():
            line, before = before + line, ""
            if line.endswith("\\"):
                before = line[:-1]
            elif line.startswith("["):
                part = line
            elif "=" in line and not line.startswith("#") and part == "[Service]":
                yield line.split("=", 1)


def expand(text, unit, instance):
    return text.replace("%i", instance).replace("%t", "/run").replace("%d", f"/run/credentials/{unit}")


def variables_of(path):
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if "=" in line and not line.startswith("#"):
            name, value = line.split("=", 1)
            found[name.strip()] = value.strip()
    return found


def start(unit):
    instance = unit.partition("@")[2].removesuffix(".service")
    variables, files, command, one = {}, [], None, {}
    credentials = []
    for key, value in lines(unit):
        value = expand(value, unit, instance)
        if key == "Environment":
            variables |= dict(word.split("=", 1) for word in shlex.split(value))
        elif key == "EnvironmentFile":
            files.append(value)
        elif key == "ExecStart":
            command = value or None
        elif key == "LoadCredential":
            credentials.append(value.split(":", 1))
        else:
            one[key] = value
    for file in files:
        path = pathlib.Path(file.removeprefix("-"))
        if path.exists() or not file.startswith("-"):
            variables |= variables_of(path)
    user = pwd.getpwnam(one["User"])
    own(pathlib.Path("/run") / one["RuntimeDirectory"], user, 0o700)
    for name, source in credentials:
        folder = pathlib.Path(f"/run/credentials/{unit}")
        own(folder, user, 0o500)
        (folder / name).unlink(missing_ok=True)
        shutil.copy(source, folder / name)
        os.chmod(folder / name, 0o400)
        os.chown(folder / name, user.pw_uid, user.pw_gid)
    for name, value in variables.items():
        command = command.replace(f"${{{name}}}", value)
    STATE.mkdir(parents=True, exist_ok=True)
    STATE.chmod(0o755)
    notify = STATE / f"{unit}.notify"
    notify.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    listener.bind(str(notify))
    os.chown(notify, user.pw_uid, user.pw_gid)
    listener.settimeout(PATIENCE)
    environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "NOTIFY_SOCKET": str(notify), **variables}
    with open(STATE / f"{unit}.log", "ab") as log:
        process = subprocess.Popen(
            shlex.split(command),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env=environment,
            cwd="/",
            user=user.pw_uid,
            group=user.pw_gid,
            extra_groups=[],
            start_new_session=True,
            umask=int(one.get("UMask", "0022"), 8),
        )
    (STATE / f"{unit}.pid").write_text(str(process.pid), encoding="ascii")
    try:
        while b"READY=1" not in listener.recv(4096):
            pass
    except TimeoutError:
        sys.exit(f"{unit} did not become ready:\n{(STATE / f'{unit}.log').read_text(encoding='utf-8')[-3000:]}")


def own(folder, user, mode):
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(mode)
    os.chown(folder, user.pw_uid, user.pw_gid)


def stop(unit):
    path = STATE / f"{unit}.pid"
    if not path.exists():
        return
    number = int(path.read_text(encoding="ascii"))
    path.unlink()
    end = time.monotonic() + PATIENCE
    try:
        os.kill(number, signal.SIGTERM)
        while time.monotonic() < end:
            os.kill(number, 0)
            time.sleep(0.05)
    except ProcessLookupError:
        return
    sys.exit(f"{unit} did not end within {PATIENCE} s of SIGTERM")


def main():
    deed, now = sys.argv[1], "--now" in sys.argv
    units = [word for word in sys.argv[2:] if not word.startswith("-")]
    known = {"daemon-reload", "enable", "disable", "start", "stop", "restart"}
    if deed not in known:
        sys.exit(f"systemctl {deed}: the test's systemctl does not know that")
    for unit in units:
        if not any(True for _ in lines(unit)):
            sys.exit(f"{unit} is no unit of a service")
        if deed in ("stop", "restart") or (deed == "disable" and now):
            stop(unit)
        if deed in ("start", "restart") or (deed == "enable" and now):
            start(unit)


if __name__ == "__main__":
    main()
