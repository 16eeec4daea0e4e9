package svc.launcher;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import svc.testkit.PushKeys;

/** A push service (RFC 8030) on this machine: it stores messages, and answers as a test requires. */
final class PushService implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int CREATED = 201;
    private static final long LONGEST_SECONDS = 20;
    private static final Pattern VAPID = Pattern.compile("vapid t=([\\w-]+)\\.([\\w-]+)\\.([\\w-]+), k=([\\w-]+)");

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, BlockingQueue<Message>> messages = new ConcurrentHashMap<>();
    private volatile Answer answer = new Answer(CREATED, Map.of());

    private PushService(HttpServer server) {
        this.server = server;
        server.createContext("/", this::take);
        server.setExecutor(threads);
        server.start();
    }

    static PushService start() {
        try {
            return new PushService(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private record Answer(int status, Map<String, String> fields) {}

    /**
     * A message.
     *
     * @param path the path of the subscription
     * @param headers the header fields of the request
     * @param body its body
     * @param at when it arrived
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Message(String path, Headers headers, byte[] body, long at) {

        String field(String name) {
            return String.valueOf(headers.getFirst(name));
        }

        /** Returns the unencrypted content. */
        JsonNode json() {
            return json(body);
        }

        /** Returns the content that was encrypted for these keys. */
        JsonNode json(PushKeys keys) {
            return json(keys.open(body));
        }

        private static JsonNode json(byte[] text) {
            try {
                return JSON.readTree(text);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Returns the claims of its token, which must be signed by this key (RFC 8292). */
        JsonNode claims(String applicationServerKey) {
            Matcher parts = VAPID.matcher(field("Authorization"));
            if (!parts.matches() || !parts.group(4).equals(applicationServerKey)) {
                throw new AssertionError("no token of this server: " + field("Authorization"));
            }
            try {
                Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
                signature.initVerify(PushKeys.key(Base64.getUrlDecoder().decode(parts.group(4))));
                signature.update((parts.group(1) + "." + parts.group(2)).getBytes(US_ASCII));
                if (!signature.verify(Base64.getUrlDecoder().decode(parts.group(3)))) {
                    throw new AssertionError("not signed by its key");
                }
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
            return json(Base64.getUrlDecoder().decode(parts.group(2)));
        }

        @Override
        public String toString() {
            return path + " " + headers + " " + new String(body, UTF_8);
        }
    }

    private void take(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        byte[] body = exchange.getRequestBody().readAllBytes();
        Answer now = answer;
        now.fields().forEach(exchange.getResponseHeaders()::set);
        queue(path).add(new Message(path, exchange.getRequestHeaders(), body, System.nanoTime()));
        exchange.sendResponseHeaders(now.status(), -1);
        exchange.close();
    }

    private BlockingQueue<Message> queue(String path) {
        return messages.computeIfAbsent(path, key -> new LinkedBlockingQueue<>());
    }

    /** Sets the response; the fields are names and values in turn. */
    void answers(int status, String... fields) {
        answer = new Answer(status, fields.length == 0 ? Map.of() : Map.of(fields[0], fields[1]));
    }

    /** Accepts all messages from now on. */
    void answersWell() {
        answers(CREATED);
    }

    String origin() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Returns the URL of a subscription. */
    String url(String path) {
        return origin() + path;
    }

    /** Returns the next message to a subscription; fails when none arrives. */
    Message next(String path) {
        Message message = poll(path, Duration.ofSeconds(LONGEST_SECONDS));
        if (message == null) {
            throw new AssertionError("no message came to " + path);
        }
        return message;
    }

    /** Returns the next message within a time, or null. */
    Message poll(String path, Duration within) {
        try {
            return queue(path).poll(within.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
