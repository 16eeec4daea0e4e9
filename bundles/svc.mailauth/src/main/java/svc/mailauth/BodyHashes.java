package svc.mailauth;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import svc.mailauth.SignatureField.SignedBody;
import svc.mailauth.Verdict.VerdictException;

/** Computes the SHA-256 hashes of a body that its signatures name, in one pass. */
final class BodyHashes {

    private final Map<SignedBody, Hash> hashes = new LinkedHashMap<>();
    private final List<BodyCanonicalizer> canonicalizers = new ArrayList<>();

    /** A hash of the first octets of the canonicalized body. */
    private static final class Hash {
        private final MessageDigest digest = sha256();
        private final long limit;
        private long total;
        private byte[] value = {};

        Hash(long limit) {
            this.limit = limit < 0 ? Long.MAX_VALUE : limit;
        }

        void take(byte[] octets, int length) {
            digest.update(octets, 0, (int) Math.max(0, Math.min(length, limit - total)));
            total += length;
        }
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    BodyHashes(List<SignedBody> bodies) {
        for (SignedBody body : bodies) {
            hashes.computeIfAbsent(body, added -> new Hash(added.length()));
        }
        for (boolean relaxed : new boolean[] {false, true}) {
            List<Hash> same = hashes.entrySet().stream()
                    .filter(entry -> entry.getKey().relaxed() == relaxed)
                    .map(Map.Entry::getValue)
                    .toList();
            if (!same.isEmpty()) {
                canonicalizers.add(new BodyCanonicalizer(
                        relaxed, (octets, length) -> same.forEach(hash -> hash.take(octets, length))));
            }
        }
    }

    void write(byte[] octets, int from, int length) {
        canonicalizers.forEach(canonicalizer -> canonicalizer.write(octets, from, length));
    }

    /** Ends the body. */
    void end() {
        canonicalizers.forEach(BodyCanonicalizer::end);
        hashes.values().forEach(hash -> hash.value = hash.digest.digest());
    }

    /** Returns the hash of a body; empty if it was not computed. */
    byte[] value(SignedBody body) {
        Hash hash = hashes.get(body);
        return hash == null ? new byte[0] : hash.value.clone();
    }

    /** Compares the hash of a signature with that of the body (RFC 6376 §6.1.3). */
    void check(SignedBody body, byte[] expected) throws VerdictException {
        Hash hash = hashes.get(body);
        if (hash == null || body.length() > hash.total) {
            throw VerdictException.permanent("the body is shorter than the tag l says");
        }
        if (!MessageDigest.isEqual(hash.value, expected)) {
            throw new VerdictException(Verdict.FAIL, "the body hash does not match");
        }
    }

    /** Returns the number of octets at the end of the canonicalized body that a signature does not cover. */
    long unsigned(SignedBody body) {
        Hash hash = hashes.get(body);
        return hash == null || body.length() < 0 ? 0 : hash.total - body.length();
    }

    /**
     * Canonicalizes a body (RFC 6376 §3.4.3, §3.4.4) while its octets arrive. Only CRLF ends a line; a bare CR or LF is an
     * ordinary octet.
     */
    private static final class BodyCanonicalizer {

        private final boolean relaxed;
        private final Sink sink;
        private final byte[] buffer = new byte[8_192];
        private int buffered;

        /** Whether a CR has arrived whose next octet is not known yet. */
        private boolean carriageReturn;

        /** Whether white space has arrived that counts only if text follows in the same line. */
        private boolean space;

        /** The line ends that count only if text follows. */
        private long lineEnds;

        private boolean empty = true;

        BodyCanonicalizer(boolean relaxed, Sink sink) {
            this.relaxed = relaxed;
            this.sink = sink;
        }

        /** Receives the canonicalized octets. */
        @FunctionalInterface
        interface Sink {
            /** Takes the first octets of a buffer. */
            void take(byte[] octets, int length);
        }

        void write(byte[] octets, int from, int length) {
            for (int at = from; at < from + length; at++) {
                next(octets[at]);
            }
        }

        private void next(byte octet) {
            if (carriageReturn) {
                carriageReturn = false;
                if (octet == '\n') {
                    space = false;
                    lineEnds++;
                    return;
                }
                text((byte) '\r');
            }
            if (octet == '\r') {
                carriageReturn = true;
            } else if (relaxed && (octet == ' ' || octet == '\t')) {
                space = true;
            } else {
                text(octet);
            }
        }

        /** Emits an octet of text after the line ends and the white space before it. */
        private void text(byte octet) {
            for (; lineEnds > 0; lineEnds--) {
                emit((byte) '\r');
                emit((byte) '\n');
            }
            if (space) {
                space = false;
                emit((byte) ' ');
            }
            emit(octet);
            empty = false;
        }

        private void emit(byte octet) {
            if (buffered == buffer.length) {
                flush();
            }
            buffer[buffered++] = octet;
        }

        private void flush() {
            sink.take(buffer, buffered);
            buffered = 0;
        }

        /** Ends the body: one line end replaces those at its end. An empty body stays empty if it is relaxed. */
        void end() {
            if (carriageReturn) {
                carriageReturn = false;
                text((byte) '\r');
            }
            if (!relaxed || !empty) {
                emit((byte) '\r');
                emit((byte) '\n');
            }
            flush();
        }
    }
}
