package svc.http.handlers;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Rejects requests while the server starts or stops, and answers the two health paths. A rejected request gets 503 with
 * {@code Retry-After}, never a 404 that a client would take for the final answer. The liveness path is always answered.
 */
public final class ReadinessHandler extends Handler.Wrapper {

    static final String LIVE = "/healthz/live";
    static final String READY = "/healthz/ready";
    public static final List<String> PATHS = List.of(LIVE, READY);
    private static final String RETRY_AFTER_SECONDS = "2";

    private volatile State state = State.STARTING;

    private final Supplier<List<String>> problems;

    /**
     * Creates the handler in the starting state.
     *
     * @param problems returns one sentence for each reason why requests cannot be served; empty when requests can be
     *     served
     */
    public ReadinessHandler(Handler next, Supplier<List<String>> problems) {
        super(next);
        this.problems = problems;
    }

    public void open() {
        state = State.OPEN;
    }

    public void drain() {
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
            ready(request, response, callback);
        } else {
            return super.handle(request, response, callback);
        }
        return true;
    }

    private void ready(Request request, Response response, Callback callback) {
        List<String> found = problems.get();
        if (found.isEmpty()) {
            answer(request, response, callback, "ready");
        } else {
            response.getHeaders().put(HttpHeader.RETRY_AFTER, RETRY_AFTER_SECONDS);
            ProblemResponse.write(request, response, callback, 503, String.join(" ", found));
        }
    }

    private static void answer(Request request, Response response, Callback callback, String text) {
        if (!request.getMethod().equals("GET") && !request.getMethod().equals("HEAD")) {
            response.getHeaders().put(HttpHeader.ALLOW, "GET, HEAD");
            ProblemResponse.write(request, response, callback, 405);
            return;
        }
        byte[] body = ("{\"status\":\"" + text + "\"}").getBytes(StandardCharsets.UTF_8);
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
        ProblemResponse.write(request, response, callback, 503, state.detail);
    }

    private enum State {
        STARTING("The server is starting."),
        OPEN(""),
        ENDING("The server is stopping.");

        private final String detail;

        State(String detail) {
            this.detail = detail;
        }
    }
}
