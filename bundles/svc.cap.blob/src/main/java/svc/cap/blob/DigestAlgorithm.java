package svc.cap.blob;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The supported digests, in order of preference. Their names are those of the registry of RFC 3230 in lower case (RFC
 * 9404 §3.1). MD5 is in the registry but not offered, because it is not secure.
 */
enum DigestAlgorithm {
    SHA_256("sha-256", "SHA-256"),
    SHA_512("sha-512", "SHA-512"),
    SHA("sha", "SHA-1");

    private static final String PREFIX = "digest:";

    private final String name;
    private final String java;

    DigestAlgorithm(String name, String java) {
        this.name = name;
        this.java = java;
    }

    static List<String> names() {
        return Stream.of(values()).map(algorithm -> algorithm.name).toList();
    }

    /** Returns the algorithm of a property name. */
    static Optional<DigestAlgorithm> of(String property) {
        return Stream.of(values())
                .filter(algorithm -> algorithm.property().equals(property))
                .findFirst();
    }

    /** Returns the property name in Blob/get. */
    String property() {
        return PREFIX + name;
    }

    MessageDigest begin() {
        try {
            return MessageDigest.getInstance(java);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java runtime has " + java, e);
        }
    }
}
