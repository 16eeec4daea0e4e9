package svc.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * The ready gate, and the two paths that tell how it stands. Until it is opened, and again while the server ends, everything
 * but the liveness path is answered with 503 and {@code Retry-After}: never with a 404 that a client would believe.
 */
final class ReadyGate extends Handler.Wrapper {

    static final String LIVE = "/healthz/live";
    static final String READY = "/healthz/ready";
    static final List<String> PATHS = List.of(LIVE, READY);
    private static final String RETRY_AFTER_SECONDS = "2";

    private volatile State state = State.STARTING;

    ReadyGate(Handler next) {
        super(next);
    }

    void open() {
        state = State.OPEN;
    }

    void drain() {
        state = State.ENDING;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        String path = Request.getPathInContext(request);
        State now = state;
        if (path.equals(LIVE)) {
            answer(request, response, callback, "live");
        } else if (now != State.OPEN) {
            refuse(request, response, callback, now);
        } else if (path.equals(READY)) {
            answer(request, response, callback, "ready");
        } else {
            return super.handle(request, response, callback);
        }
        return true;
    }

    private static void answer(Request request, Response response, Callback callback, String word) {
        if (!request.getMethod().equals("GET") && !request.getMethod().equals("HEAD")) {
            response.getHeaders().put(HttpHeader.ALLOW, "GET, HEAD");
            Problem.write(request, response, callback, 405);
            return;
        }
        byte[] body = ("{\"status\":\"" + word + "\"}").getBytes(StandardCharsets.UTF_8);
        response.getHeaders()
                .put(HttpHeader.CONTENT_TYPE, "application/json")
                .put(HttpHeader.CACHE_CONTROL, "no-store")
                .put(HttpHeader.CONTENT_LENGTH, body.length);
        response.write(true, ByteBuffer.wrap(body), callback);
    }

    private static void refuse(Request request, Response response, Callback callback, State state) {
        response.getHeaders().put(HttpHeader.RETRY_AFTER, RETRY_AFTER_SECONDS);
        if (state == State.ENDING
                && request.getConnectionMetaData().getHttpVersion().getVersion() < 20) {
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
        }
        Problem.write(request, response, callback, 503, state.sentence);
    }

    private enum State {
        STARTING("The server is starting."),
        OPEN(""),
        ENDING("The server is ending.");

        private final String sentence;

        State(String sentence) {
            this.sentence = sentence;
        }
    }
}
