package svc.http.handlers;

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
import svc.api.operation.OperationException.Reason;
import svc.http.config.RouteDeclaration;

/**
 * Writes the error responses of the HTTP server itself as {@code application/problem+json} (RFC 9457). The member
 * {@code detail} is a fixed sentence without internal information. Responses with status 500 and higher contain the
 * correlation id, with which the operator finds the error in the log.
 */
public final class ProblemResponse {

    static final String MEDIA_TYPE = "application/problem+json";
    private static final HttpField TYPE = new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, MEDIA_TYPE);
    private static final HttpField NO_STORE = new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "no-store");

    private static final String NOTHING = "{\"type\":\"about:blank\",\"status\":404}";

    private ProblemResponse() {}

    public static void write(Request request, Response response, Callback callback, int status) {
        if (status == 404 && !isAdmin(request)) {
            write(response, callback, status, NOTHING);
        } else {
            write(request, response, callback, status, detail(status));
        }
    }

    /**
     * Returns whether the request addresses the admin surface. On the public surface a 404 has no detail, so that a
     * forbidden resource cannot be distinguished from a missing one.
     */
    public static boolean isAdmin(Request request) {
        Connector here = request.getConnectionMetaData().getConnector();
        boolean apart = Arrays.stream(here.getServer().getConnectors())
                .anyMatch(connector -> RouteDeclaration.ADMIN.equals(connector.getName()));
        String path = Request.getPathInContext(request);
        return apart
                ? RouteDeclaration.ADMIN.equals(here.getName())
                : path.startsWith("/admin") || path.startsWith("/metrics");
    }

    public static void write(Request request, Response response, Callback callback, int status, String detail) {
        write(response, callback, status, body(status, detail, CorrelationHandler.of(request)));
    }

    /** Writes a body that is already JSON. */
    public static void write(Response response, Callback callback, int status, String json) {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        // Content-Length is not set here, because Jetty adds it. If this method set the field after a servlet error,
        // Jetty would expect that the servlet itself writes these bytes, and would close the connection because they
        // are missing. Vary is removed, because the response is not cached; Jetty removes the field only from servlet
        // errors.
        response.getHeaders().put(TYPE).put(NO_STORE).remove(HttpHeader.VARY);
        response.write(true, ByteBuffer.wrap(body), callback);
    }

    private static String body(int status, String detail, String correlation) {
        return "{\"type\":\"about:blank\",\"title\":\"" + HttpStatus.getMessage(status) + "\",\"status\":" + status
                + ",\"detail\":\"" + detail + "\",\"reason\":\"" + reason(status) + '"'
                + (status >= 500 && !correlation.isEmpty() ? ",\"correlation\":\"" + correlation + '"' : "") + '}';
    }

    /**
     * Returns the JSON name of the {@link Reason} with this status, or the status phrase when no reason has this
     * status.
     */
    private static String reason(int status) {
        return Arrays.stream(Reason.values())
                .filter(reason -> reason.status() == status)
                .findFirst()
                .map(Reason::wireName)
                .orElseGet(() ->
                        HttpStatus.getMessage(status).toLowerCase(Locale.ROOT).replace(' ', '-'));
    }

    /** Returns a fixed sentence for a status. The sentences contain no character that JSON escapes. */
    private static String detail(int status) {
        return switch (status) {
            case 400 -> "The request is not well-formed.";
            case 401 -> "Authentication is required.";
            case 403 -> "The request is not allowed.";
            case 404 -> "There is nothing at this path.";
            case 405 -> "This path does not support the method; the Allow header lists the supported ones.";
            case 408 -> "The request was sent too slowly.";
            case 413 -> "The request body is too long.";
            case 414, 431 -> "The request header section is too long.";
            case 415 -> "Content codings are not supported; send the body without one.";
            case 500 -> "The server failed; its log has details under the correlation id.";
            case 507 -> "The server has no disk space left. Try again later.";
            case 503 -> "The server cannot answer at the moment. Try again later.";
            default -> HttpStatus.getMessage(status) + ".";
        };
    }
}
