#!/usr/bin/env python3
"""Reads wend's logs with Python's standard library only; docs/formats/wlog.md describes the format.

    read_wlog.py run.wlog            a summary
    read_wlog.py run.wlog --json     every record, one JSON object a line
"""
import json
import sys
import zlib


def read(path):
    """(header, records, complete). A last line that was cut off by a kill is left out."""
    header, records, complete = None, [], False
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                break
            checksum, _, text = line[:-1].partition(b" ")
            if zlib.crc32(text) != int(checksum, 16):
                raise ValueError(f"{path}:{number}: the checksum does not fit")
            value = json.loads(text)
            if header is None:
                header = value
            elif value.get("end"):
                complete = True
            else:
                records.append(value)
    return header, records, complete


def main():
    header, records, complete = read(sys.argv[1])
    if "--json" in sys.argv[2:]:
        for record in records:
            print(json.dumps(record))
        return
    steps = sum(len(r.get("actions", "")) for r in records)
    failed = sum("failure" in r for r in records)
    print(f"{header['task']} by {header['agent']}: {len(records)} of {header['episodes']} episodes, "
          f"{steps} steps, {failed} failed, {'complete' if complete else 'not complete'}")


if __name__ == "__main__":
    main()
