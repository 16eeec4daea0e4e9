package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.TestJars;

/**
 * An account is erased, and no byte of it remains in any file of the home, wherever the server was killed in between.
 */
final class ErasureIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TODO = "urn:example:params:jmap:todo";
    private static final String CANARY = "canary-of-";
    private static final int BOOKMARKS = 100;

    @TempDir
    private Path directory;

    private RunningServer start() throws IOException {
        return SvcCommand.svc().start(home()).ready();
    }

    private Path home() throws IOException {
        Path extensions = Files.createDirectories(directory.resolve("home/extensions"));
        if (Files.notExists(extensions.resolve("bookmarks.jar"))) {
            BookmarksBundle.halting(order()).writeTo(extensions.resolve("bookmarks.jar"));
            try (Stream<Path> examples = Files.list(SvcCommand.DISTRIBUTION.resolve("examples"))) {
                for (Path jar : examples.toList()) {
                    Files.copy(jar, extensions.resolve(jar.getFileName()));
                }
            }
        }
        return directory.resolve("home");
    }

    private Path order() {
        return directory.resolve("order");
    }

    private static JsonNode command(RunningServer server, String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.add("--json");
        SvcCommand.Finished finished = server.command("", all.toArray(String[]::new));
        assertThat(finished.exit()).as(finished.toString()).isZero();
        try {
            return JSON.readTree(finished.out());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Stores a word of the account in every place that accepts one. */
    private static ByteScan plant(RunningServer server, SignedIn otherUser, String who) {
        List<String> words = new ArrayList<>(List.of(CANARY + who + "-address"));
        String id = otherUser.accountId();
        command(
                server,
                "account",
                "update",
                id,
                "--name",
                word(words, who, "name"),
                "--alias",
                word(words, who, "alias") + "@erased.test");
        command(server, "app-password", "create", "--account", otherUser.email(), "--name", word(words, who, "label"));
        DroppedExtension apps = new DroppedExtension(otherUser, Path.of(""), "urn:svc:params:jmap:v2:apppasswords");
        apps.done("AppPassword/set", created(1, "name", word(words, who, "app")));
        DroppedExtension todos = new DroppedExtension(otherUser, Path.of(""), TODO);
        JsonNode todo = todos.done("Todo/set", created(40, "title", word(words, who, "first-title")));
        ObjectNode change = DroppedExtension.object();
        change.putObject("update")
                .putObject(todo.at("/created/c1/id").asText())
                .put("title", word(words, who, "title"));
        change.putArray("destroy").add(todo.at("/created/c2/id").asText());
        todos.done("Todo/set", change);
        DroppedExtension bookmarks = new DroppedExtension(otherUser, Path.of(""), BookmarksBundle.URN);
        bookmarks.done("Bookmark/set", created(BOOKMARKS, "url", "https://" + word(words, who, "url") + ".example"));
        SignedIn.login(server, otherUser.email(), word(words, who, "wrong-password"));
        for (JsonNode session : command(server, "session", "list", "--account", otherUser.email())) {
            command(server, "session", "revoke", session.path("id").asText());
        }
        command(server, "operator", "grant", otherUser.email());
        command(server, "operator", "revoke", otherUser.email());
        server.command("", "account", "create", "--email", otherUser.email(), "--password-stdin");
        words.remove(words.size() - 1); // a password is never stored anywhere
        return new ByteScan(server.home(), words);
    }

    private static String word(List<String> words, String who, String what) {
        String word = CANARY + who + "-" + what;
        words.add(word);
        return word;
    }

    private static ObjectNode created(int objects, String property, String text) {
        ObjectNode set = DroppedExtension.object();
        ObjectNode create = set.putObject("create");
        for (int i = 0; i < objects; i++) {
            create.putObject("c" + i).put(property, text);
        }
        return set;
    }

    private static String accepted(RunningServer server, SignedIn otherUser) {
        HttpResponse<String> response = server.admin("DELETE", "/accounts/" + otherUser.accountId(), "");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(202);
        assertThat(otherUser.get("/.well-known/jmap").statusCode()).isEqualTo(401);
        return SignedIn.json(response).path("job").path("id").asText();
    }

    private static void awaitDone(RunningServer server, String job) {
        server.await(
                "erased",
                () -> command(server, "job", "show", job).path("state").asText().equals("done"));
    }

    @Test
    @Covers(value = "ADM-10", part = "the bytes on the disk")
    void erasureLeavesNoByteInAnyFile() throws IOException {
        ByteScan scan;
        try (RunningServer server = start()) {
            assertThat(server.command("", "logs", "level", "debug").exit()).isZero();
            assertRetentionIsRejected(server);
            SignedIn bob = SignedIn.as(server, "bob@erased.test");
            ByteScan kept = plant(server, bob, "bob");
            SignedIn ann = SignedIn.as(server, CANARY + "ann-address@erased.test");
            scan = plant(server, ann, "ann");
            assertThat(scan.missing()).as("what is looked for can be seen").isEmpty();
            ann = SignedIn.again(server, ann.email());
            awaitDone(server, accepted(server, ann));
            assertThat(scan.found()).isEmpty();
            assertThat(kept.missing()).containsExactly(CANARY + "bob-address");
            assertThat(SignedIn.login(server, ann.email(), SignedIn.PASSWORD).statusCode())
                    .isEqualTo(401);
            assertThat(server.admin("GET", "/accounts/" + ann.accountId(), "").statusCode())
                    .isEqualTo(404);
            assertAuditHasOnlyTheId(command(server, "audit", "list", "--limit", "500"), ann.accountId());
            assertThat(scan.found()).isEmpty();
            assertThat(server.terminate()).isZero();
            assertThat(server.out() + server.err()).doesNotContain(scan.words());
        }
        assertThat(scan.found()).isEmpty();
    }

    /** Removed again, so that it does not prevent later erasures. */
    private static void assertRetentionIsRejected(RunningServer server) {
        TestJars.migrating("org.example.diary", "1.0.0", "diary", "create table diary_page (account, said)")
                .header("Svc-Migrations", "diary")
                .writeTo(server.home().resolve("extensions/diary.jar"));
        server.await("refused", () -> server.command("", "bundle", "list").out().contains("org.example.diary"));
        JsonNode verdict = command(server, "bundle", "explain", "org.example.diary");
        assertThat(verdict.path("state").asText()).isEqualTo("refused");
        assertThat(verdict.path("reason").asText()).contains("no ErasureStep");
        assertThat(verdict.path("remedy").asText()).contains("Svc-Migrations: diary;accounts=none");
        assertThat(server.out() + server.err()).contains("org.example.diary 1.0.0 is refused", "no ErasureStep");
    }

    private static void assertAuditHasOnlyTheId(JsonNode page, String id) {
        List<String> actions = new ArrayList<>();
        for (JsonNode entry : page.path("items")) {
            if (entry.path("target").path("id").asText().equals(id)
                    || entry.path("actor").path("id").asText().equals(id)) {
                actions.add(entry.path("action").asText());
                assertThat(entry.path("details")).as(entry.toString()).isEmpty();
                assertThat(entry.has("address")).as(entry.toString()).isFalse();
            }
        }
        assertThat(actions).contains("account.delete", "account.create", "account.update", "account.sign-in");
    }

    @Test
    @Covers(value = "ADM-10", part = "the bytes on the disk")
    void erasureCompletesDespiteKills() throws IOException {
        kills(1, 2);
    }

    @Test
    @Tag("soak")
    void erasureCompletesDespiteManyKills() throws IOException {
        kills(25, 3);
    }

    /** Interrupts the erasure of each account within a step, between two steps, and at any time. */
    private void kills(int accounts, int ofEach) throws IOException {
        long seed = Long.getLong("svc.seed", 4_711L);
        Random random = new Random(seed);
        RunningServer server = start();
        try {
            for (int i = 0; i < accounts; i++) {
                SignedIn ann = SignedIn.as(server, CANARY + i + "-address@erased.test");
                ByteScan scan = plant(server, ann, String.valueOf(i));
                ann = SignedIn.again(server, ann.email());
                List<Optional<String>> times = List.of(
                                Optional.of("before " + (2 + random.nextInt(7))),
                                Optional.of("after " + (1 + random.nextInt(3))),
                                Optional.<String>empty())
                        .subList(0, ofEach);
                Files.writeString(order(), times.get(0).orElseThrow());
                String job = accepted(server, ann);
                for (Optional<String> moment : times) {
                    broken(server, moment, random.nextInt(400));
                    if (moment.isPresent()) {
                        assertThat(scan.found())
                                .as("there is still something to do")
                                .isNotEmpty();
                    }
                    Files.deleteIfExists(order());
                    int next = times.indexOf(moment) + 1;
                    if (next < times.size() && times.get(next).isPresent()) {
                        Files.writeString(order(), times.get(next).get());
                    }
                    server.close();
                    server = start();
                    assertThat(known(server, ann).get("/.well-known/jmap").statusCode())
                            .isEqualTo(401);
                }
                assertThat(SignedIn.login(server, ann.email(), SignedIn.PASSWORD)
                                .statusCode())
                        .isEqualTo(401);
                awaitDone(server, job);
                assertThat(scan.found()).as("seed " + seed + ", " + times).isEmpty();
            }
        } finally {
            server.close();
        }
    }

    /** Returns a client with the earlier token. */
    private static SignedIn known(RunningServer server, SignedIn before) {
        return new SignedIn(server, before.email(), before.accountId(), before.token());
    }

    /** Kills the server where the step stops, or else after some time. */
    private void broken(RunningServer server, Optional<String> moment, int millis) throws IOException {
        if (moment.isEmpty()) {
            server.killAfter(Duration.ofMillis(millis));
            return;
        }
        Path halted = order().resolveSibling("halted");
        server.await("halted " + moment.get(), () -> Files.exists(halted));
        server.kill();
        Files.delete(halted);
    }
}
