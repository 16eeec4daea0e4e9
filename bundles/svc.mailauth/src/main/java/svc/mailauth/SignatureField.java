package svc.mailauth;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import svc.mailauth.Verdict.VerdictException;
import svc.mime.HeaderField;

/**
 * A signature of a message: DKIM-Signature (RFC 6376 §3.5), ARC-Message-Signature or ARC-Seal (RFC 8617 §4.1).
 *
 * @param field the header field
 * @param tags the tags of the field
 * @param algorithm the key type and hash, such as {@code rsa-sha256}
 * @param domain the signing domain
 * @param selector the selector, with A-labels
 * @param relaxedHeader whether the header is signed in the relaxed canonicalization
 * @param body what is signed of the body; null for an ARC-Seal
 * @param names the names of the signed header fields; empty for an ARC-Seal
 * @param identityDomain the domain of the AUID
 * @param signed the time of the signature in seconds since 1970; -1 if unknown
 * @param expires the time at which the signature expires; -1 if never
 */
record SignatureField(
        HeaderField field,
        TagList tags,
        String algorithm,
        DomainName domain,
        String selector,
        boolean relaxedHeader,
        @Nullable SignedBody body,
        List<String> names,
        String identityDomain,
        long signed,
        long expires) {

    static final String KEYS = "._domainkey";
    private static final int TIME_DIGITS = 12;
    private static final int LENGTH_DIGITS = 18;

    /** The fields that carry a signature. */
    enum Kind {
        DKIM_SIGNATURE,
        ARC_MESSAGE_SIGNATURE,
        ARC_SEAL
    }

    /**
     * The signed part of a body.
     *
     * @param relaxed whether the body is hashed in the relaxed canonicalization
     * @param length the number of octets of the canonicalized body that are hashed; -1 for all
     */
    record SignedBody(boolean relaxed, long length) {}

    /** Reads a signature from the tags of a field. */
    static SignatureField of(HeaderField field, TagList tags, Kind kind) throws VerdictException {
        if (kind == Kind.DKIM_SIGNATURE && !tags.required("v").equals("1")) {
            throw new VerdictException(Verdict.NEUTRAL, "the version is not 1");
        }
        boolean seal = kind == Kind.ARC_SEAL;
        DomainName domain = DomainName.of(tags.required("d"));
        DomainName selector = DomainName.of(tags.required("s") + KEYS);
        if (domain == null || selector == null) {
            throw new VerdictException(Verdict.NEUTRAL, "the tag d or s is not a domain name");
        }
        String[] canonicalization = canonicalization(tags.value("c", "simple/simple"));
        long signed = tags.number("t", TIME_DIGITS);
        long expires = tags.number("x", TIME_DIGITS);
        if (signed >= 0 && expires >= 0 && expires <= signed && expires != Long.MAX_VALUE) {
            throw new VerdictException(Verdict.NEUTRAL, "the signature expires before it was made");
        }
        tags.base64("b");
        return new SignatureField(
                field,
                tags,
                algorithm(tags.required("a").toLowerCase(Locale.ROOT)),
                domain,
                selector.text().substring(0, selector.text().length() - KEYS.length()),
                seal || canonicalization[0].equals("relaxed"),
                seal ? null : body(tags, canonicalization[1].equals("relaxed")),
                seal ? List.of() : names(tags),
                kind == Kind.DKIM_SIGNATURE ? identityDomain(tags, domain) : domain.text(),
                signed,
                expires);
    }

    private static String algorithm(String name) throws VerdictException {
        if (name.equals("rsa-sha1")) {
            throw VerdictException.permanent("the algorithm rsa-sha1 is not secure"); // RFC 8301 §3.1
        }
        if (!name.equals("rsa-sha256") && !name.equals("ed25519-sha256")) {
            throw new VerdictException(Verdict.NEUTRAL, "the algorithm is unknown");
        }
        return name;
    }

    /** Returns the canonicalizations of header and body. */
    private static String[] canonicalization(String value) throws VerdictException {
        String[] both = (value.contains("/") ? value : value + "/simple")
                .toLowerCase(Locale.ROOT)
                .split("/", -1);
        if (both.length != 2 || !Arrays.stream(both).allMatch(name -> name.matches("simple|relaxed"))) {
            throw new VerdictException(Verdict.NEUTRAL, "the canonicalization is unknown");
        }
        return both;
    }

    private static SignedBody body(TagList tags, boolean relaxed) throws VerdictException {
        tags.base64("bh");
        if (!TagList.items(tags.value("q", "dns/txt")).contains("dns/txt")) {
            throw new VerdictException(Verdict.NEUTRAL, "the key is not in DNS");
        }
        return new SignedBody(relaxed, tags.number("l", LENGTH_DIGITS));
    }

    private static List<String> names(TagList tags) throws VerdictException {
        List<String> names = TagList.items(tags.required("h").toLowerCase(Locale.ROOT));
        if (names.stream().anyMatch(String::isEmpty)) {
            throw new VerdictException(Verdict.NEUTRAL, "the tag h is not a list of names");
        }
        if (!names.contains("from")) {
            throw VerdictException.permanent("the field From is not signed");
        }
        return names;
    }

    /** Returns the DNS name of the key record (RFC 6376 §3.6.2.1). */
    String keyName() {
        return selector + KEYS + '.' + domain.text();
    }

    private static String identityDomain(TagList tags, DomainName domain) throws VerdictException {
        String identity = tags.value("i", "@" + domain.text());
        DomainName within = identity.indexOf('@') < 0 ? null : DomainName.ofAddress(identity);
        if (within == null || !within.isWithin(domain)) {
            throw VerdictException.permanent("the domain of the tag i is not within the domain of the tag d");
        }
        return within.text();
    }
}
