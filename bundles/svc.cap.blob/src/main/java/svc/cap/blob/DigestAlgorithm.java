package svc.cap.blob;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The digests: names of the registry of RFC 3230 in lower case (RFC 9404 §3.1), the one that clients should prefer first. MD5 is
 * in the registry, too, but there is nothing left that it would be good for.
 */
enum Algorithm {
    SHA_256("sha-256", "SHA-256"),
    SHA_512("sha-512", "SHA-512"),
    SHA("sha", "SHA-1");

    private static final String PREFIX = "digest:";

    private final String name;
    private final String java;

    Algorithm(String name, String java) {
        this.name = name;
        this.java = java;
    }

    static List<String> names() {
        return Stream.of(values()).map(algorithm -> algorithm.name).toList();
    }

    /** By the name of its property. */
    static Optional<Algorithm> of(String property) {
        return Stream.of(values())
                .filter(algorithm -> algorithm.property().equals(property))
                .findFirst();
    }

    /** The property of Blob/get. */
    String property() {
        return PREFIX + name;
    }

    MessageDigest begin() {
        try {
            return MessageDigest.getInstance(java);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has " + java, e);
        }
    }
}
