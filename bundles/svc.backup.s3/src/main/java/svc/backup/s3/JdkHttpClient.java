package svc.backup.s3;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import svc.api.http.client.HttpTarget;
import svc.api.http.client.OutboundHttpClient;
import svc.api.http.client.OutboundRequest;
import svc.api.http.client.OutboundResponse;
import svc.api.http.client.TargetRule;

/**
 * Sends requests to the storage of the operator in commands that run without a server: the client of the server is not
 * started there. Thread-safe.
 */
final class JdkHttpClient implements OutboundHttpClient {

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    @Override
    public void check(HttpTarget target, TargetRule rule) {
        // The operator has chosen the target.
    }

    @Override
    public OutboundResponse send(OutboundRequest request) throws IOException {
        HttpRequest.Builder builder = HttpRequest.newBuilder(request.target().toUri())
                .timeout(request.limits().duration())
                .method(request.method(), publisher(request.body()));
        request.fields().forEach(builder::header);
        try {
            HttpResponse<InputStream> response =
                    client.send(builder.build(), HttpResponse.BodyHandlers.ofInputStream());
            Map<String, String> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            response.headers().map().forEach((name, values) -> fields.put(name, values.get(values.size() - 1)));
            return new OutboundResponse(response.statusCode(), fields, response.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("The request was interrupted");
        }
    }

    private static HttpRequest.BodyPublisher publisher(OutboundRequest.Body body) {
        return body.length() == 0
                ? BodyPublishers.noBody()
                : BodyPublishers.fromPublisher(BodyPublishers.ofInputStream(() -> open(body)), body.length());
    }

    private static InputStream open(OutboundRequest.Body body) {
        try {
            return body.content().open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public OutboundResponse send(OutboundRequest request, List<InetAddress> addresses) throws IOException {
        return send(request);
    }
}
