package svc.backup.s3;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import svc.api.http.client.HttpTarget;

/** The examples of the documentation of Amazon S3, "Authenticating Requests: Using the Authorization Header". */
final class SignatureTest {

    private static final String EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    private final Signature signature = new Signature(
            new Credentials("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", Optional.empty()),
            "us-east-1");

    private String signed(String method, String path, Map<String, String> fields, String hash) {
        HttpTarget target = new HttpTarget(true, "examplebucket.s3.amazonaws.com", 443, path);
        String authorization = requireNonNull(signature
                .sign(method, target, fields, hash, Instant.parse("2013-05-24T00:00:00Z"))
                .get("authorization"));
        return authorization.substring(authorization.length() - 64);
    }

    @Test
    void rangeOfAnObject() {
        assertThat(signed("GET", "/test.txt", Map.of("range", "bytes=0-9"), EMPTY))
                .isEqualTo("f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
    }

    @Test
    void newObject() {
        String path = "/" + Signature.encode("test$file.text", true);
        assertThat(signed(
                        "PUT",
                        path,
                        Map.of(
                                "date", "Fri, 24 May 2013 00:00:00 GMT",
                                "x-amz-storage-class", "REDUCED_REDUNDANCY"),
                        "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072"))
                .isEqualTo("98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd");
    }

    @Test
    void parameterWithoutAValue() {
        assertThat(signed("GET", "/?" + Signature.query(Map.of("lifecycle", "")), Map.of(), EMPTY))
                .isEqualTo("fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543");
    }

    @Test
    void sortedParameters() {
        assertThat(signed("GET", "/?" + Signature.query(Map.of("prefix", "J", "max-keys", "2")), Map.of(), EMPTY))
                .isEqualTo("34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
    }

    @Test
    void textIsEncoded() {
        assertThat(Signature.encode("a/b c+ä~", true)).isEqualTo("a/b%20c%2B%C3%A4~");
        assertThat(Signature.encode("a/b", false)).isEqualTo("a%2Fb");
    }
}
