package svc.backup.s3;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import svc.api.http.client.OutboundRequest.Body;
import svc.backup.api.LimitedInput;

/**
 * A request to a bucket.
 *
 * @param method the HTTP method
 * @param key the key of the object; empty for a request that concerns the bucket
 * @param query the parameters, not encoded
 * @param fields the header fields in lower case
 * @param content the body
 */
record S3Request(String method, String key, Map<String, String> query, Map<String, String> fields, Content content) {

    /** The content of requests without a body. */
    static final Content NONE = Content.of(new byte[0]);

    private static final int BUFFER = 64 * 1024;

    /**
     * A body with its hashes.
     *
     * @param sha256 the SHA-256 hash in hexadecimal, which is signed
     * @param md5 the MD5 hash in base64: requests that concern a lock need it
     */
    record Content(Body body, String sha256, String md5) {

        /** Returns the content of an array. */
        static Content of(byte[] bytes) {
            try {
                return of(Body.of(bytes));
            } catch (IOException e) {
                throw new UncheckedIOException(e); // An array cannot fail.
            }
        }

        /** Returns a part of a file as content. */
        static Content of(Path file, long offset, long length) throws IOException {
            return of(new Body(length, () -> {
                InputStream in = Files.newInputStream(file);
                try {
                    in.skipNBytes(offset);
                    return new LimitedInput(in, length);
                } catch (IOException e) {
                    in.close();
                    throw e;
                }
            }));
        }

        private static Content of(Body body) throws IOException {
            MessageDigest sha256 = digest("SHA-256");
            MessageDigest md5 = digest("MD5");
            byte[] buffer = new byte[BUFFER];
            try (InputStream in = body.content().open()) {
                for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                    sha256.update(buffer, 0, count);
                    md5.update(buffer, 0, count);
                }
            }
            return new Content(
                    body,
                    HexFormat.of().formatHex(sha256.digest()),
                    Base64.getEncoder().encodeToString(md5.digest()));
        }
    }

    static MessageDigest digest(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // Each JDK has MD5 and SHA-256.
        }
    }

    /** Creates a request without parameters, fields and body. */
    static S3Request of(String method, String key) {
        return new S3Request(method, key, Map.of(), Map.of(), NONE);
    }

    /** Returns the request with another parameter. */
    S3Request query(String name, String value) {
        Map<String, String> more = new TreeMap<>(query);
        more.put(name, value);
        return new S3Request(method, key, more, fields, content);
    }

    /** Returns the request with another header field. */
    S3Request field(String name, String value) {
        Map<String, String> more = new TreeMap<>(fields);
        more.put(name, value);
        return new S3Request(method, key, query, more, content);
    }

    /** Returns the request with a body, which the server compares with its hashes. */
    S3Request body(Content body) {
        return new S3Request(method, key, query, fields, body).field("content-md5", body.md5());
    }
}
