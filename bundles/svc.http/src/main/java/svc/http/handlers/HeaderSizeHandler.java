package svc.http.handlers;

import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import svc.http.config.ClientLimits;

/**
 * Answers 431 to an HTTP/2 request whose header is too long. Jetty's decoder would instead close the connection with
 * all its streams; therefore, the limit of the decoder is {@link #ROOM} times as high.
 */
public final class HeaderSizeHandler extends Handler.Wrapper {

    public static final int ROOM = 4;

    /** The overhead of one header field in bytes (RFC 9113 §6.5.2). */
    private static final int FIELD = 32;

    private final int limit;

    public HeaderSizeHandler(ClientLimits limits, Handler next) {
        super(next);
        this.limit = limits.head();
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_2 && length(request) > limit) {
            ProblemResponse.write(request, response, callback, 431);
            return true;
        }
        return super.handle(request, response, callback);
    }

    private static long length(Request request) {
        long length = (long) request.getHttpURI().getPathQuery().length() + FIELD;
        for (HttpField field : request.getHeaders()) {
            String value = field.getValue();
            length += (long) field.getName().length() + (value == null ? 0 : value.length()) + FIELD;
        }
        return length;
    }
}
