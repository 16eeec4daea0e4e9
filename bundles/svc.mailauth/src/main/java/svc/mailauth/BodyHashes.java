package svc.mailauth;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import svc.mailauth.SignatureField.SignedBody;

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
}
