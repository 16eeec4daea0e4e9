package svc.backup.s3;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import svc.api.http.client.HttpTarget;
import svc.api.http.client.OutboundHttpClient;
import svc.api.http.client.OutboundRequest;
import svc.api.http.client.OutboundRequest.Limits;
import svc.api.http.client.OutboundResponse;
import svc.api.http.client.TargetRule;

/**
 * Sends requests to the storage of the operator in commands that run without a server: the client of the server is not
 * started there. Thread-safe.
 */
final class JdkHttpClient implements OutboundHttpClient {

    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, JdkHttpClient::thread);
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    JdkHttpClient() {
        timer.setRemoveOnCancelPolicy(true);
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "svc-backup-s3-limits");
        thread.setDaemon(true);
        return thread;
    }

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
        long began = System.nanoTime();
        try {
            HttpResponse<InputStream> response =
                    client.send(builder.build(), HttpResponse.BodyHandlers.ofInputStream());
            Map<String, String> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            response.headers().map().forEach((name, values) -> fields.put(name, values.get(values.size() - 1)));
            InputStream body = new LimitedBody(response.body(), request.limits(), began, timer);
            return new OutboundResponse(response.statusCode(), fields, body);
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

    /** The body of a response, whose reading fails after the limits of the request. */
    private static final class LimitedBody extends FilterInputStream {

        private final Limits limits;
        private final long end;
        private final ScheduledExecutorService timer;
        private final AtomicBoolean late = new AtomicBoolean();
        private long left;

        LimitedBody(InputStream in, Limits limits, long began, ScheduledExecutorService timer) {
            super(in);
            this.limits = limits;
            this.end = began + limits.duration().toNanos();
            this.timer = timer;
            this.left = limits.bodyBytes();
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            long patience = Math.min(limits.silence().toNanos(), end - System.nanoTime());
            Future<?> alarm = timer.schedule(this::end, Math.max(0, patience), TimeUnit.NANOSECONDS);
            try {
                int read = super.read(bytes, from, length);
                left -= Math.max(0, read);
                if (late.get()) {
                    throw new IOException("The body was closed");
                } else if (left < 0) {
                    throw new IOException("The object storage sent more than " + limits.bodyBytes() + " bytes");
                }
                return read;
            } catch (IOException e) {
                throw late.get() ? late(e) : e;
            } finally {
                alarm.cancel(false);
            }
        }

        private static IOException late(IOException cause) {
            HttpTimeoutException late =
                    new HttpTimeoutException("The object storage did not complete its response in time");
            late.initCause(cause);
            return late;
        }

        /** Ends a read that waits. */
        private void end() {
            late.set(true);
            try {
                close();
            } catch (IOException e) {
                return; // The read fails anyway.
            }
        }
    }
}
