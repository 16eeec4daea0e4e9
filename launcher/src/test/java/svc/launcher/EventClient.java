package svc.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A client of event streams, by the rules of the HTML standard for server-sent events. */
final class EventClient implements AutoCloseable {

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long LONGEST_SECONDS = 20;
    private static final int OK = 200;
    private static final Event END = new Event("end", "", "");

    private final HttpResponse<InputStream> response;
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private volatile String lastId = "";
    private volatile boolean orderly;

    private EventClient(HttpResponse<InputStream> response) {
        this.response = response;
        Thread reader = new Thread(this::read, "events");
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * An event.
     *
     * @param name its type
     * @param id the last event id
     * @param data its text
     */
    record Event(String name, String id, String data) {
        JsonNode json() {
            try {
                return JSON.readTree(data);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Opens a stream; the response may be a refusal. */
    static EventClient open(String url, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(60));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return new EventClient(CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofInputStream()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Opens a stream with a token, and waits until it has begun. */
    static EventClient of(SignedIn otherUser, String query, String... headers) {
        String[] all = new String[headers.length + 2];
        System.arraycopy(headers, 0, all, 0, headers.length);
        all[headers.length] = "Authorization";
        all[headers.length + 1] = "Bearer " + otherUser.token();
        return open(otherUser.server().url() + "/jmap/eventsource/" + query, all);
    }

    private void read() {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
            String name = "message";
            StringBuilder data = new StringBuilder();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.isEmpty()) {
                    if (data.length() > 0) {
                        events.add(new Event(name, lastId, data.toString()));
                    }
                    name = "message";
                    data.setLength(0);
                } else if (line.startsWith("event: ")) {
                    name = line.substring("event: ".length());
                } else if (line.startsWith("data: ")) {
                    data.append(line.substring("data: ".length()));
                } else if (line.startsWith("id: ")) {
                    lastId = line.substring("id: ".length());
                }
            }
            orderly = true;
        } catch (IOException e) {
            orderly = false;
        } finally {
            events.add(END);
        }
    }

    int status() {
        return response.statusCode();
    }

    HttpResponse<InputStream> answer() {
        return response;
    }

    /** Returns the id with which a client would reconnect. */
    String lastId() {
        return lastId;
    }

    /** Waits until it has such an id. */
    String started() {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_SECONDS);
        while (lastId.isEmpty()) {
            if (status() != OK || events.contains(END) || System.nanoTime() > end) {
                throw new AssertionError("a stream did not begin, status " + status() + ", " + events);
            }
            LockSupport.parkNanos(1_000_000);
        }
        return lastId;
    }

    /** Returns the next event; fails when none arrives. */
    Event next() {
        @Nullable Event event = poll(Duration.ofSeconds(LONGEST_SECONDS));
        if (event == null || event.equals(END)) {
            throw new AssertionError(event == null ? "no event came" : "the stream ended");
        }
        return event;
    }

    /** Returns the next event within a time, or null. */
    @Nullable
    Event poll(Duration within) {
        try {
            return events.poll(within.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Expects the end of the stream; returns whether HTTP ended properly. */
    boolean ends() {
        @Nullable Event event = poll(Duration.ofSeconds(LONGEST_SECONDS));
        if (!END.equals(event)) {
            throw new AssertionError("not the end but " + event);
        }
        return orderly;
    }

    /** Returns the state of a type in the next event. */
    String state(String accountId, String type) {
        return next().json().path("changed").path(accountId).path(type).asText();
    }

    @Override
    public void close() {
        try {
            response.body().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
