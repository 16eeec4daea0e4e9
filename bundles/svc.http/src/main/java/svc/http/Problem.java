package svc.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * The one place that writes the answers which no route gives, as {@code application/problem+json} (RFC 9457). Nothing internal
 * goes out: the detail is a fixed sentence, and from 500 on the correlation id leads to the log.
 */
final class Problem {

    static final String MEDIA_TYPE = "application/problem+json";
    private static final HttpField TYPE = new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, MEDIA_TYPE);
    private static final HttpField NO_STORE = new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "no-store");

    private Problem() {}

    static void write(Request request, Response response, Callback callback, int status) {
        write(request, response, callback, status, detail(status));
    }

    static void write(Request request, Response response, Callback callback, int status, String detail) {
        write(response, callback, status, body(status, detail, Correlation.of(request)));
    }

    /** Writes a body that is already JSON. */
    static void write(Response response, Callback callback, int status, String json) {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        response.getHeaders().put(TYPE).put(NO_STORE).put(HttpHeader.CONTENT_LENGTH, body.length);
        response.write(true, ByteBuffer.wrap(body), callback);
    }

    private static String body(int status, String detail, String correlation) {
        StringBuilder json = new StringBuilder(96)
                .append("{\"type\":\"about:blank\",\"status\":")
                .append(status);
        if (!detail.isEmpty()) {
            json.append(",\"detail\":\"").append(detail).append('"');
        }
        if (status >= 500 && !correlation.isEmpty()) {
            json.append(",\"correlation\":\"").append(correlation).append('"');
        }
        return json.append('}').toString();
    }

    /** What may be said about a status without knowing more: constants, free of characters that JSON escapes. */
    private static String detail(int status) {
        return switch (status) {
            case 400 -> "The request is not well-formed.";
            case 408 -> "The request came too slowly.";
            case 413 -> "The body of the request is too long.";
            case 414, 431 -> "The head of the request is too long.";
            case 500 -> "The server failed; its log has more under the correlation id.";
            default -> "";
        };
    }
}
