package svc.mail.out.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import svc.api.http.client.HttpTarget;
import svc.api.http.client.OutboundHttpClient;
import svc.api.http.client.OutboundRequest;
import svc.api.http.client.OutboundResponse;
import svc.api.http.client.TargetRule;

/** The other HTTP servers of a test. */
public final class WebServer implements OutboundHttpClient {

    /** The requests. */
    public final List<OutboundRequest> requests = new CopyOnWriteArrayList<>();

    private volatile Reply reply = request -> response(404, "text/plain", "");

    /** Answers a request. */
    @FunctionalInterface
    public interface Reply {
        OutboundResponse to(OutboundRequest request) throws IOException;
    }

    /** Sets the answer to all requests. */
    public WebServer answering(Reply to) {
        reply = to;
        return this;
    }

    /** Sets the policy of all domains. */
    WebServer policy(String text) {
        return answering(request -> response(200, "text/plain", text));
    }

    WebServer failing(Function<OutboundRequest, IOException> failure) {
        return answering(request -> {
            throw failure.apply(request);
        });
    }

    /** Returns a response. */
    public static OutboundResponse response(int status, String type, String body) {
        return new OutboundResponse(
                status,
                Map.of("content-type", type, "location", "https://elsewhere.example/"),
                new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns a response whose body ends with an error after a number of bytes, as one beyond the limit does. */
    static OutboundResponse endless(OutboundRequest request) {
        long limit = request.limits().bodyBytes();
        return new OutboundResponse(200, Map.of("content-type", "text/plain"), new InputStream() {
            private long sent;

            @Override
            public int read() throws IOException {
                if (sent++ >= limit) {
                    throw new IOException("the body is longer than " + limit + " bytes");
                }
                return '\n';
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                if (length > 0) {
                    bytes[offset] = (byte) read();
                }
                return Math.min(length, 1);
            }
        });
    }

    @Override
    public void check(HttpTarget target, TargetRule rule) {}

    @Override
    public OutboundResponse send(OutboundRequest request) throws IOException {
        requests.add(request);
        return reply.to(request);
    }

    @Override
    public OutboundResponse send(OutboundRequest request, List<InetAddress> addresses) throws IOException {
        return send(request);
    }
}
