package svc.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import svc.launcher.client.SocketClient;
import svc.testkit.bundles.MailCalls;

/** A server in a process of its own, and its output. */
final class RunningServer implements AutoCloseable {

    private static final Duration LONGEST = Duration.ofMinutes(3);
    private static final Pattern READY = Pattern.compile("svc is ready: (http\\S+),(?: https\\S+,)? admin (\\S+),");

    private final Process process;
    private final Path home;
    private final Path out;
    private final Path err;
    private final HttpClient client = HttpClient.newHttpClient();

    RunningServer(Process process, Path home, Path out, Path err) {
        this.process = process;
        this.home = home;
        this.out = out;
        this.err = err;
    }

    /** Waits for the line that reports a ready server. */
    RunningServer ready() {
        await("ready", () -> READY.matcher(out()).find() || !process.isAlive());
        if (!READY.matcher(out()).find()) {
            throw new AssertionError("The server ended with " + process.exitValue() + ":\n" + err());
        }
        return this;
    }

    String url() {
        return matched(1);
    }

    String adminUrl() {
        return matched(2);
    }

    private String matched(int group) {
        Matcher ready = READY.matcher(out());
        if (!ready.find()) {
            throw new AssertionError("The server is not ready");
        }
        return ready.group(group);
    }

    /** Returns the admin token that {@code svc init} wrote. */
    String token() {
        Matcher token = Pattern.compile("(?m)^token = \"([^\"]+)\"").matcher(text(home.resolve("svc.toml")));
        if (!token.find()) {
            throw new AssertionError("svc.toml has no token");
        }
        return token.group(1);
    }

    HttpResponse<String> get(String url, String... headers) {
        return send("GET", url, "", headers);
    }

    HttpResponse<String> send(String method, String url, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .timeout(LONGEST)
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Sends a request to the admin interface with the token. */
    HttpResponse<String> admin(String method, String path, String body) {
        return send(
                method,
                adminUrl() + path,
                body,
                "Authorization",
                "Bearer " + token(),
                "Content-Type",
                "application/json");
    }

    /** Runs a command against this server. */
    SvcCommand.Finished svc(String... words) {
        return SvcCommand.svc().in(home, words);
    }

    /**
     * Runs a command in this process over the command socket, in milliseconds instead of a second.
     *
     * @param input the text that a flag that ends with {@code -stdin} reads
     */
    SvcCommand.Finished command(String input, String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        try (SocketClient socket = SocketClient.connect(home).orElseThrow()) {
            int exit = socket.command(
                    List.of(words),
                    home,
                    new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                    new PrintStream(out, true, StandardCharsets.UTF_8),
                    new PrintStream(err, true, StandardCharsets.UTF_8));
            return new SvcCommand.Finished(
                    exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path home() {
        return home;
    }

    /** Returns the port of an open listener, such as {@code smtp}. */
    int port(String listener) {
        JsonNode endpoints = MailCalls.json(text(home.resolve("run/endpoints.json")));
        for (JsonNode open : endpoints.path("listeners")) {
            if (open.path("name").asText().equals(listener)) {
                String address = open.path("address").asText();
                return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
            }
        }
        throw new AssertionError("There is no listener " + listener + ": " + endpoints);
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    String out() {
        return text(out);
    }

    String err() {
        return text(err);
    }

    /** Returns all metrics as text. */
    String metrics() {
        HttpResponse<String> response =
                get(adminUrl().replace("/admin/v1", "/metrics"), "Authorization", "Bearer " + token());
        if (response.statusCode() != 200) {
            throw new AssertionError(response.body());
        }
        return response.body();
    }

    /** Returns the value of a metric, by its name without the common prefix, and its labels. */
    long metric(String series) {
        String begin = "svc_" + series + " ";
        return metrics()
                .lines()
                .filter(line -> line.startsWith(begin))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(begin.length())))
                .findFirst()
                .orElseThrow(() -> new AssertionError("There is no metric " + series));
    }

    /** Sends SIGTERM; returns the exit code. */
    int terminate() {
        process.destroy();
        return exit();
    }

    /** Sends SIGKILL. */
    void kill() {
        process.destroyForcibly();
        exit();
    }

    /** Sends SIGKILL after some time. */
    void killAfter(Duration time) {
        try {
            TimeUnit.MILLISECONDS.sleep(time.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        kill();
    }

    /** Waits for the end; returns the exit code. */
    int exit() {
        try {
            if (!process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("The server does not end:\n" + err());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Waits until a condition holds. */
    void await(String what, BooleanSupplier condition) {
        await(what, LONGEST, condition);
    }

    /** Waits up to a time until a condition holds. */
    void await(String what, Duration atMost, BooleanSupplier condition) {
        long end = System.nanoTime() + atMost.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("Not " + what + " in time:\n" + out() + err());
            }
            try {
                TimeUnit.MILLISECONDS.sleep(20);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            process.destroyForcibly();
            exit();
        }
        for (Path file : Map.of("out", out, "err", err).values()) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
