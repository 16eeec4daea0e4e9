package svc.admin.rest;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Optional;

/** Verifies the bearer token of the admin interface. Only its hash is kept. Thread-safe. */
public final class AdminToken {

    private static final String SCHEME = "bearer ";

    private final Optional<byte[]> hash;

    public AdminToken(String token) {
        hash = token.isBlank() ? Optional.empty() : Optional.of(hash(token.getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns whether the request has the token. The hashes are compared in constant time. */
    public boolean opens(List<String> authorizations) {
        if (authorizations.size() != 1 || hash.isEmpty()) {
            return false;
        }
        String header = authorizations.get(0);
        boolean bearer = header.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
        byte[] presented = header.substring(bearer ? SCHEME.length() : header.length())
                .strip()
                .getBytes(StandardCharsets.ISO_8859_1); // Jetty decodes the bytes of a header as ISO 8859-1
        return MessageDigest.isEqual(hash(presented), hash.get()) && bearer;
    }

    private static byte[] hash(byte[] text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
