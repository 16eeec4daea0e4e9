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
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CONSONANTS, VOWELS = "bdfghjklmnprstvz", "aiou"


def mac(key, data):
    return hmac.new(key, data, hashlib.sha256).digest()


def key_of_words(text):
    words, number = re.sub(r"\b[0-9]+[.):]?", " ", text.lower()).split(), 0
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


class Identity:
    def __init__(self, words):
        self.private = X25519PrivateKey.from_private_bytes(words)
        self.recipient = self.private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        text = self.recipient + hashlib.sha256(self.recipient).digest()[:4]
        self.text = base64.urlsafe_b64encode(text).decode()  # 36 bytes need no padding

    def open(self, associated, sealed):
        shared = self.private.exchange(X25519PublicKey.from_public_bytes(sealed[:32]))
        label = b"svc backup recipient 1" + sealed[:32] + self.recipient
        key = mac(mac(mac(bytes(32), shared), label + b"\x01"), associated)
        return AESGCM(key).decrypt(sealed[32:44], sealed[44:], associated)


class Repository:
    def __init__(self, folder, key):
        self.folder = folder
        repo = json.loads(self.bytes("repo"))
        if repo["format"] > 2:
            sys.exit("The repository has a newer format.")
        self.identity = Identity(key)
        if repo.get("recipient") == self.identity.text:
            key = self.identity.open(b"svc backup key 1/" + repo["id"].encode(), parse(repo["wrapped"]))
        pseudorandom = mac(bytes(32), key)
        derive = lambda purpose: mac(pseudorandom, b"svc backup 1 " + purpose + b"\x01")
        self.name_key, self.seal_key, self.object_key = map(derive, (b"chunk name", b"chunk seal", b"object"))
        self.content_key = derive(b"content name")
        if repo["key"] != derive(b"fingerprint")[:8].hex():
            sys.exit("The repository has another key: %s." % repo["key"])
        signed = "\n".join(str(value) for member, value in repo.items() if member != "mac")
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
        name_key = self.content_key if flagged[0] == 2 else self.name_key
        if flagged[0] == 2:
            flagged = self.identity.open(b"svc backup chunk 2" + name, flagged[1:])
        content = zlib.decompress(flagged[1:]) if flagged[0] else flagged[1:]
        if mac(name_key, content) != name:
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
    return base64.urlsafe_b64decode(name + "=" * (-len(name) % 4))


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
