package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** Plants secrets everywhere, and searches for them in all that the server prints, returns and stores. */
final class SecretsIT {

    private static final String METRICS = "canary-token-of-the-metrics";
    private static final String NEW_PASSWORD = "canary password of a new account";
    private static final String OTHER_PASSWORD = "canary password after the change";
    private static final String WRONG_PASSWORD = "canary password that is wrong";
    private static final String GARBAGE = "canary-token-that-nobody-has";

    @TempDir
    private Path home;

    /** Returns everything that an operator can read without a change, and every response to clients. */
    private static List<String> output(RunningServer server, List<String> answers) {
        List<String> said = new ArrayList<>(answers);
        for (List<String> words : List.of(
                List.of("config", "describe"),
                List.of("config", "explain", "admin.token"),
                List.of("account", "list"),
                List.of("account", "show", "a1"),
                List.of("tenant", "list"),
                List.of("session", "list"),
                List.of("audit", "list"),
                List.of("job", "list"),
                List.of("ban", "list"),
                List.of("bundle", "list"),
                List.of("stats"),
                List.of("logs", "summary"),
                List.of("doctor"))) {
            List<String> all = new ArrayList<>(words);
            all.add("--json");
            SvcCommand.Finished finished = server.command("", all.toArray(String[]::new));
            assertThat(finished.out()).as(words + " " + finished.err()).isNotEmpty();
            said.add(finished.out() + finished.err());
        }
        said.add(server.get(server.adminUrl().replace("/admin/v1", "/metrics"), "Authorization", "Bearer " + METRICS)
                .body());
        said.add(server.out());
        said.add(server.err());
        return said;
    }

    @Test
    @Covers({"ADM-05", "ADM-35", "ADM-37", "TICK-09", "MET-02"})
    void secretsAreNeverShown() throws IOException {
        Files.createDirectories(home.resolve("secrets"));
        Path file = Files.writeString(home.resolve("secrets/metrics"), METRICS);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        List<String> answers = new ArrayList<>();
        List<String> secrets = new ArrayList<>(
                List.of(METRICS, NEW_PASSWORD, OTHER_PASSWORD, WRONG_PASSWORD, GARBAGE, SignedIn.PASSWORD));
        try (RunningServer server = SvcCommand.svc()
                .start(
                        home,
                        "--set",
                        "admin.metrics_token_file=\"secrets/metrics\"",
                        "--set",
                        "auth.basic=true",
                        "--set",
                        "auth.dpop_resource=\"monitor\"")
                .ready()) {
            assertThat(server.command("", "logs", "level", "debug").exit()).isZero();
            SignedIn ann = SignedIn.as(server, "ann@one.example");
            secrets.add(ann.token());
            secrets.add(server.token());
            plant(server, ann, answers, secrets);
            plantProofs(server, ann, answers, secrets);
            server.await("a debug line", () -> server.err().contains("DEBUG"));
            for (String text : output(server, answers)) {
                assertThat(secrets).allSatisfy(secret -> assertThat(text).doesNotContain(secret));
            }
        }
        secrets.removeAll(List.of(METRICS));
        try (Stream<Path> files = Files.walk(home)) {
            for (Path kept : files.filter(Files::isRegularFile)
                    .filter(path -> !path.endsWith("svc.toml"))
                    .toList()) {
                String bytes = Files.readString(kept, StandardCharsets.ISO_8859_1);
                assertThat(secrets)
                        .allSatisfy(
                                secret -> assertThat(bytes).as(kept.toString()).doesNotContain(secret));
            }
        }
    }

    /** Presents secrets at correct and at wrong places; keeps the responses, which must not contain them. */
    private static void plant(RunningServer server, SignedIn ann, List<String> answers, List<String> secrets) {
        answers.add(SignedIn.login(server, "ann@one.example", WRONG_PASSWORD).body());
        answers.add(SignedIn.login(server, WRONG_PASSWORD, WRONG_PASSWORD).body());
        answers.add(server.send(
                        "POST",
                        server.url() + "/auth/login",
                        "{\"email\":1,\"password\":\"" + WRONG_PASSWORD + "\"}",
                        "Content-Type",
                        "application/json")
                .body());
        answers.add(
                server.send("POST", server.url() + "/auth/login", WRONG_PASSWORD, "Content-Type", "application/json")
                        .body());
        for (String path : List.of("/.well-known/jmap", "/jmap", "/auth/refresh", "/nowhere", "/admin/v1/version")) {
            for (String token : List.of(GARBAGE, ann.token(), server.token())) {
                answers.add(server.get(server.url() + path + "?access_token=" + token)
                        .body());
                answers.add(server.get(server.url() + path, "Authorization", "Bearer " + GARBAGE)
                        .body());
                answers.add(server.get(server.url() + path, "Authorization", "Nonsense " + token)
                        .body());
            }
        }
        HttpResponse<String> created = server.admin(
                "POST", "/accounts", "{\"email\":\"new@one.example\",\"password\":\"" + NEW_PASSWORD + "\"}");
        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
        answers.add(created.body());
        String id = SignedIn.json(created).path("id").asText();
        answers.add(server.admin("PUT", "/accounts/" + id, "{\"password\":\"" + OTHER_PASSWORD + "\"}")
                .body());
        answers.add(server.admin("PUT", "/accounts/" + id, "{\"password\":\"" + OTHER_PASSWORD + "\",\"colour\":1}")
                .body());
        answers.add(server.admin("POST", "/accounts", "{\"password\":\"" + NEW_PASSWORD + "\"}")
                .body());
        answers.add(server.admin("GET", "/accounts?password=" + GARBAGE, "").body());
        String ticket = SignedIn.json(ann.post("/jmap/stream-ticket", ""))
                .path("streamTicket")
                .asText();
        secrets.add(ticket);
        answers.add(server.get(server.url() + "/jmap?stream_ticket=" + ticket).body());
        JsonNode app = readJson(server.command(
                        "", "app-password", "create", "--account", "ann@one.example", "--name", "phone", "--json")
                .out());
        assertThat(app.path("secret").asText()).isNotEmpty();
        secrets.add(app.path("secret").asText());
        ann.post("/jmap", "{\"using\":[\"" + GARBAGE + "\"],\"methodCalls\":[]}");
    }

    /** Presents the secrets beside a token: proofs, tickets in URLs, passwords in the header field. */
    private static void plantProofs(RunningServer server, SignedIn ann, List<String> answers, List<String> secrets) {
        DpopCaller bound = DpopCaller.again(server, ann.email(), Instant.now());
        String blob = BlobClient.of(ann).store("for a page");
        String proof = bound.key().proof(bound.claims("POST", "/jmap/media-token", Instant.now()));
        String media = SignedIn.json(bound.send(
                        "POST",
                        "/jmap/media-token",
                        "{\"accountId\":\"" + ann.accountId() + "\",\"blobId\":\"" + blob + "\"}",
                        proof))
                .path("mediaToken")
                .asText();
        assertThat(media).isNotEmpty();
        String elsewhere = bound.key().proof(bound.claims("GET", "/elsewhere", Instant.now()));
        answers.add(bound.send("GET", "/.well-known/jmap", "", elsewhere).body());
        answers.add(bound.send("POST", "/auth/refresh", "", elsewhere).body());
        answers.add(DpopCaller.login(server, ann.email(), elsewhere).body());
        for (String path : List.of("/jmap/download/a1/b1/x", "/jmap", "/nowhere")) {
            answers.add(
                    server.get(server.url() + path + "?media_token=" + media).body());
        }
        secrets.addAll(List.of(bound.in().token(), proof, elsewhere, media));
        for (String password : List.of(SignedIn.PASSWORD, WRONG_PASSWORD)) {
            String basic =
                    Base64.getEncoder().encodeToString((ann.email() + ":" + password).getBytes(StandardCharsets.UTF_8));
            secrets.add(basic);
            for (String path : List.of("/.well-known/jmap", "/jmap/stream-ticket", "/auth/refresh", "/nowhere")) {
                answers.add(server.send("POST", server.url() + path, "", "Authorization", "Basic " + basic)
                        .body());
                answers.add(server.get(server.url() + path, "Authorization", "Basic " + basic)
                        .body());
            }
        }
    }

    private static JsonNode readJson(String text) {
        try {
            return new com.fasterxml.jackson.databind.ObjectMapper().readTree(text);
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
