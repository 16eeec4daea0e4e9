"""Restores a run of a backup repository in a folder: restore.py TARGET WORDS RUN FOLDER, where RUN is an id or `newest`.

Written from docs/operate/backup-format.md alone; needs the package cryptography.
"""

import base64
import hashlib
import hmac
import json
import os
import re
import struct
import sys
import zlib

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

CONSONANTS, VOWELS = "bdfghjklmnprstvz", "aiou"


def mac(key, data):
    return hmac.new(key, data, hashlib.sha256).digest()


def key_of_words(text):
    words = [word for word in (re.sub(r"^[0-9]+[.):]?", "", word) for word in text.lower().split()) if word]
    number = 0
    for position, word in enumerate(words, 1):
        if len(word) != 4:
            sys.exit("Word %d is not a word of a backup key." % position)
        for index, letter in enumerate(word):
            letters = VOWELS if index % 2 else CONSONANTS
            if letter not in letters:
                sys.exit("Word %d is not a word of a backup key." % position)
            number = number * len(letters) + letters.index(letter)
    if len(words) != 24:
        sys.exit("A backup key has 24 words, not %d." % len(words))
    data = number.to_bytes(36, "big")
    if hashlib.sha256(data[:32]).digest()[:4] != data[32:]:
        sys.exit("The check of the backup key fails.")
    return data[:32]


class Repository:
    def __init__(self, folder, key):
        self.folder = folder
        pseudorandom = mac(bytes(32), key)
        derive = lambda purpose: mac(pseudorandom, b"svc backup 1 " + purpose + b"\x01")
        self.name_key, self.seal_key, self.object_key = (
            derive(b"chunk name"),
            derive(b"chunk seal"),
            derive(b"object"),
        )
        repo = json.loads(self.bytes("repo"))
        if repo["format"] > 1:
            sys.exit("The repository has a newer format.")
        if repo["key"] != derive(b"fingerprint")[:8].hex():
            sys.exit("The repository has another key: %s." % repo["key"])
        signed = "\n".join((str(repo["format"]), repo["id"], repo["created"], repo["key"]))
        if mac(derive(b"repository"), signed.encode()).hex() != repo["mac"]:
            sys.exit("The object repo was changed.")
        self.id = repo["id"]
        self.places = {}
        for pack in sorted(os.listdir(os.path.join(folder, "index"))):
            index, offset = self.object("index/" + pack), 0
            for name, length in struct.iter_unpack(">32sI", index):
                self.places[name] = pack, offset, length
                offset += length

    def bytes(self, name):
        with open(os.path.join(self.folder, name), "rb") as file:
            return file.read()

    def object(self, name):
        sealed = self.bytes(name)
        associated = "svc backup object 1/%s/%s" % (self.id, name)
        return AESGCM(self.object_key).decrypt(sealed[:12], sealed[12:], associated.encode())

    def chunk(self, name):
        pack, offset, length = self.places[name]
        with open(os.path.join(self.folder, "packs", pack), "rb") as file:
            file.seek(offset)
            sealed = file.read(length)
        key = mac(self.seal_key, name)
        flagged = AESGCM(key).decrypt(sealed[:12], sealed[12:], b"svc backup chunk 1" + name)
        content = zlib.decompress(flagged[1:]) if flagged[0] else flagged[1:]
        if mac(self.name_key, content) != name:
            sys.exit("A chunk does not have the content of its name.")
        return content

    def files(self, manifest):
        for name in manifest["files"]:
            for line in self.chunk(parse(name)).splitlines():
                yield json.loads(line)

    def content(self, entry):
        for name in map(parse, entry["chunks"]):
            if not entry["lists"]:
                yield self.chunk(name)
                continue
            for (chunk,) in struct.iter_unpack("32s", self.chunk(name)):
                yield self.chunk(chunk)


def parse(name):
    return base64.urlsafe_b64decode(name + "=")


def restore(repository, manifest, folder):
    for entry in repository.files(manifest):
        if any(part in ("", ".", "..") for part in entry["path"].split("/")):
            sys.exit("Unsafe path: " + entry["path"])
        path = os.path.join(folder, entry["path"])
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "xb") as file:
            for part in repository.content(entry):
                file.write(part)
        if os.path.getsize(path) != entry["size"]:
            sys.exit("Wrong size: " + entry["path"])


def main(target, words, run, folder):
    with open(words, encoding="utf-8") as file:
        repository = Repository(target, key_of_words(file.read()))
    if run == "newest":
        run = max(os.listdir(os.path.join(target, "runs")))
    manifest = json.loads(repository.object("runs/" + run))
    if manifest["format"] > 1:
        sys.exit("The run has a newer format.")
    restore(repository, manifest, folder)
    print(run, manifest["file_count"], manifest["bytes"])


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except InvalidTag:
        sys.exit("An object was changed, or is incomplete.")
