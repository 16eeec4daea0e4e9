package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.bundles.MailCalls;

/**
 * Restored, exchanged and deleted databases: cached clients converge, no data is deleted, and doubtful starts are
 * refused.
 */
final class RestoreIT {

    private static final int REFUSED = 78;

    @TempDir
    Path directory;

    private Path home;
    private Path database;

    @BeforeEach
    void name() {
        home = directory.resolve("home");
        database = home.resolve("data/svc.db");
    }

    private static Map<String, String> truth(MailUser user) {
        Map<String, String> all = new TreeMap<>();
        user.call("Email/get", "'ids':null,'properties':['subject']")
                .path("list")
                .forEach(email ->
                        all.put(email.path("id").asText(), email.path("subject").asText()));
        return all;
    }

    private static void bring(MailUser user, String subject) {
        user.bring("From: a@b.test", "Subject: " + subject, "", "word " + subject);
    }

    private static List<String> found(MailUser user, String word) {
        return MailCalls.texts(
                user.call("Email/query", "'filter':{'text':'" + word + "'}").path("ids"));
    }

    private Path copy(String name) throws IOException {
        return Files.copy(database, directory.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    }

    private void putBack(Path copy) throws IOException {
        Files.copy(copy, database, StandardCopyOption.REPLACE_EXISTING);
    }

    private long blobFiles() throws IOException {
        try (Stream<Path> files = Files.walk(home.resolve("data/blobs"))) {
            return files.filter(Files::isRegularFile).count();
        }
    }

    @Test
    void clientsConvergeAfterRestoresAndDoubtfulStartsAreRefused() throws Exception {
        CachedMail cache;
        try (RunningServer server = SvcCommand.svc().start(home).ready()) {
            MailUser ann = MailUser.of(server, "ann@restore.test");
            bring(ann, "early");
            cache = CachedMail.of(ann);
            assertThat(server.terminate()).isZero();
        }
        Path older = copy("older.db");
        try (RunningServer server = SvcCommand.svc().start(home).ready()) {
            MailUser ann = MailUser.of(server, "ann@restore.test");
            bring(ann, "lost");
            assertThat(cache.synchronize(ann))
                    .as("a restart alone changes no state")
                    .isTrue();
            assertThat(found(ann, "lost")).hasSize(1);
            assertThat(server.terminate()).isZero();
        }
        Path newer = copy("newer.db");
        putBack(older);
        CachedMail between;
        try (RunningServer server = SvcCommand.svc().start(home).ready()) {
            assertThat(server.err()).contains("was restored from a copy");
            assertThat(server.command("", "doctor", "--only", "database", "--json")
                            .out())
                    .contains("database-restored")
                    .contains("was restored from a copy");
            assertThat(home.resolve("data/search/set-aside-restored")).isDirectory();
            MailUser ann = MailUser.of(server, "ann@restore.test");
            assertThat(found(ann, "lost")).isEmpty();
            bring(ann, "other");
            assertThat(cache.emails()).doesNotContain(ids(ann, "other"));
            assertThat(cache.synchronize(ann)).isFalse();
            assertThat(found(ann, "early")).hasSize(1);
            between = CachedMail.of(ann);
            assertThat(server.terminate()).isZero();
        }
        putBack(newer);
        try (RunningServer server = SvcCommand.svc().start(home).ready()) {
            MailUser ann = MailUser.of(server, "ann@restore.test");
            assertThat(between.synchronize(ann)).isFalse();
            assertThat(cache.synchronize(ann)).isFalse();
            assertThat(truth(ann).values()).containsExactlyInAnyOrder("early", "lost");
            assertThat(found(ann, "lost")).hasSize(1);
            lostWhileItRuns(server, ann);
            assertThat(server.terminate()).isZero();
        }
        putBack(newer);
        refusals();
    }

    private static String[] ids(MailUser user, String subject) {
        return truth(user).entrySet().stream()
                .filter(email -> email.getValue().equals(subject))
                .map(Map.Entry::getKey)
                .toArray(String[]::new);
    }

    private void lostWhileItRuns(RunningServer server, MailUser ann) throws IOException {
        Files.delete(database);
        JsonNode response = ann.response("Mailbox/set", "'create':{'k':{'name':'never kept'}}");
        assertThat(response.at("/1/created/k/id").isTextual())
                .as(response.toString())
                .isFalse();
        assertThat(server.command("", "doctor", "--only", "database", "--json").out())
                .contains("was removed while the server was running");
        assertThat(server.err()).contains("No change is stored from now on");
    }

    private void refusals() throws IOException {
        long blobs = blobFiles();
        Path kept = copy("kept.db");
        Files.delete(database);
        assertRefused("svc.db is missing, but");
        Files.write(database, new byte[0]);
        assertRefused("svc.db is empty (0 bytes), but");
        assertThat(SvcCommand.svc().in(home, "schema-check").out()).contains("is empty (0 bytes)");
        Path other = directory.resolve("other");
        assertThat(SvcCommand.svc().in(other, "init").exit()).isZero();
        assertThat(SvcCommand.svc()
                        .in(other, "tenant", "create", "--name", "x", "--domain", "x.test")
                        .exit())
                .isZero();
        putBack(other.resolve("data/svc.db"));
        assertRefused("belongs to another home than the blobs");
        assertThat(blobFiles()).isEqualTo(blobs);
        putBack(kept);
    }

    private void assertRefused(String reason) {
        SvcCommand.Finished refused = SvcCommand.svc().in(home, "run", "--set", "server.listen=\"127.0.0.1:0\"");
        assertThat(refused.exit()).as(refused.toString()).isEqualTo(REFUSED);
        assertThat(refused.err()).contains(reason);
    }
}
