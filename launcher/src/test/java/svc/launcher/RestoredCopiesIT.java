package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.testkit.bundles.MailCalls;

/**
 * A home of which parts were replaced by copies of another time while the server was stopped: either every cached
 * client converges, or the start is refused with a remedy. One run of a server makes all copies.
 */
final class RestoredCopiesIT {

    private static final int REFUSED = 78;

    @TempDir
    private static Path directory;

    private static Path home;
    private static final List<CachedMail> CACHES = new ArrayList<>();

    /** The times of the copies. */
    private enum Moment {
        OLDER,
        SAME,
        NEWER
    }

    @BeforeAll
    static void liveAndCopy() throws Exception {
        home = directory.resolve("home");
        for (Moment moment : Moment.values()) {
            try (RunningServer server = SvcCommand.svc().start(home).ready()) {
                MailUser ann = MailUser.of(server, "ann@restore.test");
                bring(ann, "first " + moment);
                bring(ann, "second " + moment);
                ann.newMailbox("box " + moment);
                CachedMail cache = CACHES.isEmpty()
                        ? CachedMail.of(ann)
                        : CACHES.get(CACHES.size() - 1).copy();
                assertThat(cache.synchronize(ann))
                        .as("a restart alone changes no state")
                        .isTrue();
                CACHES.add(cache);
                destroyOldest(ann);
                assertThat(server.terminate()).isZero();
            }
            put(home.resolve("data"), directory.resolve(moment.name()));
        }
    }

    private static void bring(MailUser user, String subject) {
        user.bring("From: a@b.test", "Subject: " + subject, "", "word " + subject);
    }

    private static void destroyOldest(MailUser user) {
        String oldest =
                user.call("Email/query", "'position':-1").path("ids").path(0).asText();
        user.call("Email/set", "'destroy':['" + oldest + "']");
    }

    /** Replaces a folder or file by a copy. */
    private static void put(Path from, Path to) throws Exception {
        Process copy = new ProcessBuilder("sh", "-c", "rm -rf \"$2\" && cp -a \"$1\" \"$2\"", "sh", from + "", to + "")
                .inheritIO()
                .start();
        assertThat(copy.waitFor()).isZero();
    }

    /** Creates the home of the middle time, with parts of other times. */
    private static void assemble(String database, Moment blobs, String index) throws Exception {
        Path data = home.resolve("data");
        put(directory.resolve(Moment.SAME.name()), data);
        Path file = data.resolve("svc.db");
        switch (database) {
            case "DELETED" -> Files.delete(file);
            case "EMPTY" -> truncate(file, 0);
            case "HALF" -> truncate(file, Files.size(file) / 2);
            case "CUT" -> truncate(file, Files.size(file) - 1);
            default -> put(directory.resolve(database + "/svc.db"), file);
        }
        put(directory.resolve(blobs + "/blobs"), data.resolve("blobs"));
        if (index.equals("MISSING")) {
            put(Files.createDirectories(directory.resolve("empty")), data.resolve("search"));
            Files.delete(data.resolve("search"));
        } else {
            put(directory.resolve(index + "/search"), data.resolve("search"));
        }
    }

    private static void truncate(Path file, long size) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(size);
        }
    }

    @Test
    void everyClientConvergesAfterARestore() throws Exception {
        try (RunningServer server = restored("OLDER", Moment.SAME, "SAME")) {
            assertThat(server.command("", "doctor", "--only", "database", "--json")
                            .out())
                    .contains("database-restored")
                    .contains("was restored from a copy");
            assertThat(home.resolve("data/search/set-aside-restored")).isDirectory();
        }
        try (RunningServer server = restored("NEWER", Moment.OLDER, "OLDER")) {
            assertLossIsReported(server);
        }
    }

    @ParameterizedTest
    @Tag("soak")
    @CsvSource({
        "OLDER, SAME, OLDER",
        "OLDER, OLDER, SAME",
        "OLDER, OLDER, MISSING",
        "NEWER, SAME, SAME",
        "NEWER, SAME, MISSING",
    })
    void everyClientConverges(String database, Moment blobs, String index) throws Exception {
        restored(database, blobs, index).close();
    }

    /** Starts a server in a home with parts of other times, and lets every client converge. */
    private static RunningServer restored(String database, Moment blobs, String index) throws Exception {
        assemble(database, blobs, index);
        RunningServer server = SvcCommand.svc().start(home).ready();
        try {
            converge(server, database);
            return server;
        } catch (Throwable failure) {
            server.close();
            throw failure;
        }
    }

    private static void converge(RunningServer server, String database) {
        assertThat(server.err()).contains("was restored from a copy");
        MailUser ann = MailUser.of(server, "ann@restore.test");
        List<CachedMail> clients = CACHES.stream().map(CachedMail::copy).toList();
        Set<String> used = new HashSet<>();
        clients.forEach(client -> used.addAll(client.emails()));
        String id = ann.bring("From: a@b.test", "Subject: after", "", "word after");
        assertThat(used).as("ids of other messages").doesNotContain(id);
        clients.forEach(client -> assertThat(client.synchronize(ann)).isFalse());
        bring(ann, "later");
        destroyOldest(ann);
        clients.forEach(client -> assertThat(client.synchronize(ann)).isTrue());
        List<String> found = MailCalls.texts(
                ann.call("Email/query", "'filter':{'text':'word'}").path("ids"));
        if (database.equals(Moment.OLDER.name())) {
            assertThat(found).containsExactlyInAnyOrderElementsOf(clients.get(0).emails());
        } else { // The bytes of the newest messages are in no copy of the blobs.
            assertThat(clients.get(0).emails()).containsAll(found);
        }
    }

    /** Deletes the database of a running server. */
    private static void assertLossIsReported(RunningServer server) throws IOException {
        MailUser ann = MailUser.of(server, "ann@restore.test");
        Files.delete(home.resolve("data/svc.db"));
        JsonNode response = ann.response("Mailbox/set", "'create':{'k':{'name':'never kept'}}");
        assertThat(response.at("/1/created/k/id").isTextual())
                .as(response.toString())
                .isFalse();
        assertThat(server.command("", "doctor", "--only", "database", "--json").out())
                .contains("was removed while the server was running");
        assertThat(server.err()).contains("No change is stored from now on");
    }

    @ParameterizedTest
    @CsvSource({"DELETED, OLDER, MISSING, is missing", "CUT, SAME, SAME, is damaged"})
    void doubtfulStartIsRefusedWithoutChange(String database, Moment blobs, String index, String reason)
            throws Exception {
        startIsRefusedWithoutChange(database, blobs, index, reason);
    }

    @ParameterizedTest
    @Tag("soak")
    @CsvSource({
        "DELETED, SAME, SAME, is missing",
        "EMPTY, SAME, SAME, is empty (0 bytes)",
        "EMPTY, OLDER, MISSING, is empty (0 bytes)",
        "HALF, SAME, SAME, is damaged",
        "HALF, OLDER, MISSING, is damaged",
    })
    void startIsRefusedWithoutChange(String database, Moment blobs, String index, String reason) throws Exception {
        assemble(database, blobs, index);
        List<String> before = files();
        SvcCommand.Finished refused = SvcCommand.svc().in(home, "run", "--set", "server.listen=\"127.0.0.1:0\"");
        assertThat(refused.exit()).as(refused.toString()).isEqualTo(REFUSED);
        assertThat(refused.err()).contains(reason, "backup");
        assertThat(files()).isEqualTo(before);
    }

    /** Returns the blobs and the database with their sizes. */
    private static List<String> files() throws IOException {
        List<String> sizes = new ArrayList<>();
        try (Stream<Path> files = Files.walk(home.resolve("data"))) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                String name = home.resolve("data").relativize(file).toString();
                if (name.equals("svc.db") || name.startsWith("blobs/")) {
                    sizes.add(name + " " + Files.size(file));
                }
            }
        }
        return sizes;
    }
}
