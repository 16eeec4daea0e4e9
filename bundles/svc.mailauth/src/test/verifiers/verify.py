"""Verifies and signs messages with dkimpy, pyspf and authheaders: reads requests from the standard input and writes one line for each.

The DNS data comes from the requests as well: no lookup leaves this process.
"""

import base64
import functools
import re
import sys
import time
import types

import authheaders
import authheaders.dmarc_lookup
import dkim
import spf

records = {}
failing = set()


def lookup(name, kind):
    name = name.lower().rstrip(".")
    if name in failing:
        raise spf.TempError("no server answered")
    return records.get((kind, name), [])


def spf_lookup(name, kind, strict=True, timeout=20):
    parse = {"TXT": lambda text: (text.encode("latin-1"),), "MX": lambda host: (10, host)}.get(kind, str)
    return [((name, kind), parse(data)) for data in lookup(name, kind)]


def key(name, timeout=5):
    try:
        texts = lookup(name.decode("latin-1"), "TXT")
    except spf.TempError as e:
        raise dkim.DnsTimeoutError(str(e))
    return texts[0].encode("latin-1") if texts else None


def dkim_results(message):
    results = []
    count = len([name for name, value in dkim.rfc822_parse(message)[0] if name.lower() == b"dkim-signature"])
    for index in range(min(count, 5)):
        verifier = dkim.DKIM(message)
        try:
            valid = verifier.verify(idx=index, dnsfunc=key)
            reason = ""
        except Exception as e:
            valid, reason = False, e
        start = re.sub(rb"\s", b"", verifier.signature_fields.get(b"b", b""))[:8].decode("latin-1")
        results.append("%s=%s" % (start or "?", "pass" if valid else "fail"))
    return results


def verify(message):
    try:
        results = dkim_results(message)
    except (dkim.DKIMException, IndexError):
        return "unreadable"
    try:
        chain = dkim.ARC(message).verify(dnsfunc=key)[0]
        results.append("arc=" + (chain or b"fail").decode())
    except Exception:
        results.append("arc=fail")
    return " ".join(results)


def dmarc(author, spf_domain, dkim_domain):
    def passed(**properties):
        return types.SimpleNamespace(result="pass", **properties)

    return authheaders.dmarc_per_from(
        author,
        passed(smtp_mailfrom="a@" + spf_domain) if spf_domain != "-" else None,
        passed(header_d=dkim_domain) if dkim_domain != "-" else None,
        dnsfunc=lambda name: next(iter(lookup(name, "TXT")), None),
    )[0]


def sign(message, key, canonicalization, sets):
    """Signs a message with DKIM, then seals it with some ARC sets."""
    methods = tuple(canonicalization.encode().split(b"/"))
    message = dkim.sign(message, b"small", b"example.org", key, canonicalize=methods) + message
    for instance in range(sets):
        name = b"mail%d.example.org" % instance
        found = b"none" if instance == 0 else b"pass"
        message = b"Authentication-Results: " + name + b"; arc=" + found + b"\r\n" + message
        message = b"".join(dkim.arc_sign(message, b"small", b"example.org", key, srv_id=name)) + message
    return base64.b64encode(message).decode()


def answer(command, arguments):
    if command == "verify":
        return verify(base64.b64decode(arguments[0]))
    if command == "sign":
        message, key, canonicalization, sets = arguments
        return sign(base64.b64decode(message), base64.b64decode(key), canonicalization, int(sets))
    if command == "spf":
        client, helo, sender = arguments
        query = spf.query(client, "" if sender == "-" else sender, helo, querytime=20)
        return "%s %s" % (query.check()[0], getattr(query, "prob", ""))
    return dmarc(*arguments)


def main():
    now = float(sys.argv[1])
    time.time = lambda: now
    spf.DNSLookup = spf_lookup
    authheaders.dmarc_lookup.get_org_domain = functools.lru_cache(None)(authheaders.dmarc_lookup.get_org_domain)
    authheaders.get_org_domain = authheaders.dmarc_lookup.get_org_domain
    for line in sys.stdin:
        command, *arguments = line.rstrip("\n").split("\t")
        if command == "clear":
            records.clear()
            failing.clear()
        elif command == "failing":
            failing.add(arguments[0])
        elif command == "record":
            kind, name, data = arguments
            records.setdefault((kind, name), []).append(data)
        else:
            print(answer(command, arguments), flush=True)


main()
