package svc.http;

import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Refuses heads over HTTP/2 that are too long. Jetty's decoder ends the whole connection, with everybody else's streams, so it is
 * given room for {@link #ROOM} times as much, and the answer to what lies between is 431 on the one stream.
 */
final class LongHeads extends Handler.Wrapper {

    static final int ROOM = 4;

    /** What a field costs beyond its letters (RFC 9113 §6.5.2). */
    private static final int FIELD = 32;

    private final int most;

    LongHeads(Limits limits, Handler next) {
        super(next);
        this.most = limits.head();
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_2 && length(request) > most) {
            Problem.write(request, response, callback, 431);
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
