package svc.api.http.client;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A request to another server.
 *
 * @param method the HTTP method
 * @param target the target
 * @param fields the header fields, except those of the connection
 * @param body the body; empty for none
 * @param rule the permitted targets
 * @param limits the limits of the exchange
 */
@SuppressWarnings("ArrayRecordComponent") // the request is sent once and never compared
public record OutboundRequest(
        String method, HttpTarget target, Map<String, String> fields, byte[] body, TargetRule rule, Limits limits) {

    /**
     * The limits of an exchange.
     *
     * @param duration the longest duration, from the connection to the end of the response body
     * @param bodyBytes the longest response body; reading more of it fails
     */
    public record Limits(Duration duration, long bodyBytes) {}

    /** Copies the fields in their order. */
    public OutboundRequest {
        fields = new LinkedHashMap<>(fields);
    }

    /** Returns a text without the data of the request. */
    @Override
    public String toString() {
        return "a request";
    }
}
