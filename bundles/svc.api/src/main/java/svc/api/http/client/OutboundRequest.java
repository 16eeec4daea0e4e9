package svc.api.http.client;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A request to another server.
 *
 * @param method the HTTP method
 * @param target the target
 * @param fields the header fields, except those of the connection
 * @param body the body; of the length 0 for none
 * @param rule the permitted targets
 * @param limits the limits of the exchange
 */
public record OutboundRequest(
        String method, HttpTarget target, Map<String, String> fields, Body body, TargetRule rule, Limits limits) {

    /**
     * The body of a request.
     *
     * @param length the number of bytes
     * @param content opens the bytes, each time that the request is sent
     */
    public record Body(long length, Content content) {

        /** Opens the bytes of a body. */
        @FunctionalInterface
        public interface Content {
            InputStream open() throws IOException;
        }

        /** Returns a body of bytes in memory. */
        public static Body of(byte[] bytes) {
            return new Body(bytes.length, () -> new ByteArrayInputStream(bytes));
        }
    }

    /**
     * The limits of an exchange.
     *
     * @param duration the longest duration, from the connection to the end of the response body
     * @param silence the longest time in which no byte is sent or received
     * @param bodyBytes the longest response body; reading more of it fails
     */
    public record Limits(Duration duration, Duration silence, long bodyBytes) {

        private static final Duration SILENCE = Duration.ofSeconds(10);

        /** Creates limits with a silence of ten seconds. */
        public Limits(Duration duration, long bodyBytes) {
            this(duration, SILENCE, bodyBytes);
        }
    }

    /** Copies the fields in their order. */
    public OutboundRequest {
        fields = new LinkedHashMap<>(fields);
    }

    /** Creates a request with a body in memory. */
    public OutboundRequest(
            String method, HttpTarget target, Map<String, String> fields, byte[] body, TargetRule rule, Limits limits) {
        this(method, target, fields, Body.of(body), rule, limits);
    }

    /** Returns a text without the data of the request. */
    @Override
    public String toString() {
        return "a request";
    }
}
