package svc.http.handlers;

import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.HTTP2Connection;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Resets an HTTP/2 stream with NO_ERROR when its response ends before its request. Jetty would use CANCEL, which
 * clients treat as a failed response; NO_ERROR asks them to keep the response and to stop sending (RFC 9113 §8.1).
 */
public final class EarlyResponseHandler extends Handler.Wrapper {

    public EarlyResponseHandler(Handler next) {
        super(next);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        boolean streams = request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_2;
        return super.handle(request, response, streams ? new Ending(request, callback) : callback);
    }

    private static final class Ending extends Callback.Nested {

        private final Request request;

        Ending(Request request, Callback callback) {
            super(callback);
            this.request = request;
        }

        @Override
        public void succeeded() {
            Stream stream = request.consumeAvailable() ? null : stream();
            if (stream == null) {
                super.succeeded();
            } else {
                ResetFrame reset = new ResetFrame(stream.getId(), ErrorCode.NO_ERROR.code);
                stream.reset(reset, Callback.from(super::succeeded));
            }
        }

        private @Nullable Stream stream() {
            return request.getConnectionMetaData().getConnection() instanceof HTTP2Connection connection
                    ? connection.getSession().getStream(Integer.parseInt(request.getId()))
                    : null;
        }
    }
}
