package svc.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import svc.api.operation.OperationProblem.Reason;

/**
 * The one place that writes the answers which no route gives, as {@code application/problem+json} (RFC 9457). Nothing internal
 * goes out: the detail is a fixed sentence, and from 500 on the correlation id leads to the log.
 */
final class Problem {

    static final String MEDIA_TYPE = "application/problem+json";
    private static final HttpField TYPE = new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, MEDIA_TYPE);
    private static final HttpField NO_STORE = new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "no-store");

    private static final String NOTHING = "{\"type\":\"about:blank\",\"status\":404}";

    private Problem() {}

    static void write(Request request, Response response, Callback callback, int status) {
        if (status == 404 && !ofOperator(request)) {
            write(response, callback, status, NOTHING);
        } else {
            write(request, response, callback, status, detail(status));
        }
    }

    /**
     * Whether the request means the operator's surface. The others' 404 says nothing at all, so that a thing that somebody may
     * not see looks like one that is not there.
     */
    static boolean ofOperator(Request request) {
        Connector here = request.getConnectionMetaData().getConnector();
        boolean apart = Arrays.stream(here.getServer().getConnectors())
                .anyMatch(connector -> Declaration.ADMIN.equals(connector.getName()));
        String path = Request.getPathInContext(request);
        return apart
                ? Declaration.ADMIN.equals(here.getName())
                : path.startsWith("/admin") || path.startsWith("/metrics");
    }

    static void write(Request request, Response response, Callback callback, int status, String detail) {
        write(response, callback, status, body(status, detail, Correlation.of(request)));
    }

    /** Writes a body that is already JSON. */
    static void write(Response response, Callback callback, int status, String json) {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        // Without a length, which Jetty adds: where a servlet has ended with an error, it would look for these bytes
        // among those
        // that the servlet wrote, and cut the connection off for missing them.
        // Nor with what a cache would have to know: none keeps it, and Jetty drops the field from a servlet's error
        // alone.
        response.getHeaders().put(TYPE).put(NO_STORE).remove(HttpHeader.VARY);
        response.write(true, ByteBuffer.wrap(body), callback);
    }

    private static String body(int status, String detail, String correlation) {
        StringBuilder json = new StringBuilder(192)
                .append("{\"type\":\"about:blank\",\"title\":\"")
                .append(HttpStatus.getMessage(status))
                .append("\",\"status\":")
                .append(status)
                .append(",\"detail\":\"")
                .append(detail)
                .append("\",\"reason\":\"")
                .append(reason(status))
                .append('"');
        if (status >= 500 && !correlation.isEmpty()) {
            json.append(",\"correlation\":\"").append(correlation).append('"');
        }
        return json.append('}').toString();
    }

    /** The word that an operation refuses with, where there is one for the status; otherwise the status in words. */
    private static String reason(int status) {
        return Arrays.stream(Reason.values())
                .filter(reason -> reason.status() == status)
                .findFirst()
                .map(Reason::word)
                .orElseGet(() ->
                        HttpStatus.getMessage(status).toLowerCase(Locale.ROOT).replace(' ', '-'));
    }

    /** What may be said about a status without knowing more: constants, free of characters that JSON escapes. */
    private static String detail(int status) {
        return switch (status) {
            case 400 -> "The request is not well-formed.";
            case 401 -> "This needs a sign-in.";
            case 403 -> "This is not allowed.";
            case 404 -> "There is nothing at this path.";
            case 405 -> "This path does not take this method; the field Allow names those that it takes.";
            case 408 -> "The request came too slowly.";
            case 413 -> "The body of the request is too long.";
            case 414, 431 -> "The head of the request is too long.";
            case 500 -> "The server failed; its log has more under the correlation id.";
            case 503 -> "This cannot be answered now. Try again later.";
            default -> HttpStatus.getMessage(status) + ".";
        };
    }
}
