package svc.testkit.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.regex.MatchResult;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Account;
import svc.api.store.ObjectId;
import svc.testkit.engine.generated.PlainValues;

/**
 * A server in a process of its own, started from an unpacked distribution, on free ports. A test adds extensions to it
 * and uses it as its clients and its operator do. Not thread-safe.
 */
public final class ServerUnderTest implements AutoCloseable {

    static final int OK = 200;

    private static final int CREATED = 201;
    private static final int CONFLICT = 409;
    private static final Duration LONGEST = Duration.ofMinutes(3);
    private static final String PASSWORD = "correct horse battery";

    private final Path home;
    private final ServerProcess process;
    private final MatchResult urls;
    private final HttpClient http = HttpClient.newHttpClient();

    /**
     * Starts a server and returns when it is ready.
     *
     * @param distribution the folder of the distribution, which contains {@code bin/svc}
     * @param home the home; the server creates it if it does not exist
     * @param settings configuration keys with their values in TOML: {@code limits.max_size_upload=1000}
     */
    public ServerUnderTest(Path distribution, Path home, String... settings) throws IOException {
        this.home = home;
        this.process = new ServerProcess(distribution, home, settings);
        this.urls = process.ready();
    }

    /** The exit code and the standard output of a command. */
    public record Result(int exitCode, String out) {}

    /** Runs a command for the home of this server. Its standard error is added to {@link #output}. */
    public Result svc(String... words) {
        return process.run(words);
    }

    /** Creates an account, and the organization of its domain if there is none, and returns a client of the account. */
    public Client account(String email) {
        String domain = email.substring(email.indexOf('@') + 1);
        admin("/tenants", Map.of("domains", List.of(domain)), CREATED, CONFLICT);
        Map<String, @Nullable Object> account =
                admin("/accounts", Map.of("email", email, "password", PASSWORD), CREATED);
        String id = PlainValues.text(account.get("id"));
        byte[] answer = send("POST", "/auth/login", json(Map.of("email", email, "password", PASSWORD)), "")
                .body();
        String token =
                PlainValues.text(PlainValues.object(PlainValues.read(answer)).get("accessToken"));
        return new Client(
                new HttpConnection(this, "Bearer " + token, id),
                new Account(
                        ObjectId.parse(Account.LETTER, id).orElseThrow(),
                        PlainValues.text(account.get("tenant_id")),
                        email,
                        email),
                Set.of());
    }

    private Map<String, @Nullable Object> admin(String path, Map<String, ?> body, Integer... expected) {
        HttpResponse<byte[]> response = send("POST", urls.group(2) + path, json(body), adminAuthorization());
        if (!List.of(expected).contains(response.statusCode())) {
            throw new AssertionError(path + ": " + new String(response.body(), UTF_8));
        }
        return PlainValues.object(PlainValues.read(response.body()));
    }

    private String adminAuthorization() {
        return "Bearer " + process.adminToken();
    }

    private static byte[] json(Object value) {
        return PlainValues.json(value).getBytes(UTF_8);
    }

    /** Copies a jar into the folder {@code extensions} of the home, in place of an earlier version. */
    public void drop(Path jar) {
        try {
            Files.copy(jar, extension(jar), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes a jar from the folder {@code extensions}. */
    public void remove(Path jar) {
        try {
            Files.delete(extension(jar));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path extension(Path jar) {
        return home.resolve("extensions").resolve(String.valueOf(jar.getFileName()));
    }

    /**
     * Returns a bundle as {@code svc bundle list} shows it: {@code name}, {@code version}, {@code state},
     * {@code reason}, {@code remedy}. Returns an empty map if there is no such bundle.
     */
    public Map<String, @Nullable Object> bundle(String name) {
        byte[] bundles = svc("bundle", "list", "--json").out().getBytes(UTF_8);
        return PlainValues.list(PlainValues.read(bundles)).stream()
                .map(PlainValues::object)
                .filter(bundle -> name.equals(bundle.get("name")))
                .findFirst()
                .orElse(Map.of());
    }

    /** Returns the response to a GET request of a client, for example to a route of an extension. */
    public HttpResponse<byte[]> get(Client client, String path) {
        return send("GET", path, new byte[0], client.authorization());
    }

    /** Returns all metrics. */
    public String metrics() {
        String url = urls.group(2).replace("/admin/v1", "/metrics");
        return new String(send("GET", url, new byte[0], adminAuthorization()).body(), UTF_8);
    }

    /** Sends a request to a path of the public interface or to a URL. */
    HttpResponse<byte[]> send(String method, String path, byte[] body, String authorization) {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(path.startsWith("/") ? urls.group(1) + path : path))
                .timeout(LONGEST)
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofByteArray(body));
        if (!authorization.isEmpty()) {
            request.header("Authorization", authorization);
        }
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw ServerProcess.interrupted(e);
        }
    }

    /** Waits until a condition is true. If it stays false for minutes, throws an error with the output of the server. */
    public void await(String what, BooleanSupplier condition) {
        process.await(what, condition);
    }

    /** Returns what the server printed, and the standard error of the commands. */
    public String output() {
        return process.output();
    }

    /** Stops the server. */
    @Override
    public void close() {
        process.stop();
    }
}
