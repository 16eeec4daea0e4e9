package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.JarBuilder;

/**
 * The report of {@code svc schema-check} about a database before a new version starts with it; it never changes the
 * database.
 */
@Covers("SCH-01")
final class SchemaCheckIT {

    private static final String MORE = "create table notes_more (x integer);";

    @TempDir
    Path directory;

    private Path home;

    @BeforeEach
    void makeHome() {
        home = directory.resolve("home");
        assertThat(svc("init").exit()).isZero();
    }

    private SvcCommand.Finished svc(String... words) {
        return SvcCommand.svc().in(home, words);
    }

    private Path database() {
        return home.resolve("data/svc.db");
    }

    private void install(JarBuilder jar) {
        jar.writeTo(home.resolve("extensions/notes.jar"));
    }

    private void write() {
        SvcCommand.Finished added = svc("note", "add", "one");
        assertThat(added.err()).isEmpty();
    }

    /** Returns the attributes of the database file, and the files beside it. */
    private List<Object> data() throws IOException {
        List<Object> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(home.resolve("data"))) {
            files.sorted().forEach(all::add);
        }
        if (Files.exists(database())) {
            all.add(Files.readString(database(), java.nio.charset.StandardCharsets.ISO_8859_1));
            all.add(Files.getLastModifiedTime(database()));
        }
        return all;
    }

    private void assertSays(int exit, String word) throws IOException {
        List<Object> before = data();
        SvcCommand.Finished finished = svc("schema-check");
        assertThat(finished.exit()).as(finished.toString()).isEqualTo(exit);
        assertThat(finished.out() + finished.err()).contains(word);
        assertThat(data()).isEqualTo(before);
        assertThat(finished.err()).doesNotContain("\tat ");
    }

    @Test
    void currentAndOlderDatabasesAreAccepted() throws Exception {
        install(NotesBundle.with());
        write();
        Files.setLastModifiedTime(database(), FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));
        assertSays(0, "ok");
        install(NotesBundle.with(MORE));
        assertSays(0, "pending");
        assertThat(home.resolve("data/svc.db-wal")).doesNotExist();
        assertThat(home.resolve("data/svc.db-shm")).doesNotExist();
    }

    @Test
    @Covers("UPG-02")
    void newerTablesRejectOnlyTheirExtension() throws Exception {
        install(NotesBundle.with(MORE));
        write();
        install(NotesBundle.with());
        assertSays(0, "An extension will be refused");
    }

    @Test
    void missingOrInvalidDatabaseIsRejected() throws Exception {
        Files.createDirectories(database().getParent());
        assertSays(2, "svc.db");
        Files.writeString(database(), "These bytes were never a database. ".repeat(100));
        assertSays(2, "svc.db");
    }

    @Test
    void unreadableDatabaseIsRejected() throws Exception {
        write(home);
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.toList()) {
                String all = Files.isDirectory(file) ? "rwxrwxrwx" : "rw-rw-rw-";
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(all));
            }
        }
        SvcCommand.openTo(directory);
        Files.setPosixFilePermissions(database(), PosixFilePermissions.fromString("---------"));
        SvcCommand.Finished finished = SvcCommand.svc().asOrdinaryUser().in(home, "schema-check");
        assertThat(finished.exit()).as(finished.toString()).isEqualTo(2);
        assertThat(finished.out() + finished.err()).contains("ermission").doesNotContain("\tat ");
    }

    private static void write(Path home) {
        SvcCommand.Finished result = SvcCommand.svc().in(home, "tenant", "create", "--name", "n", "--domain", "n.test");
        assertThat(result.exit()).as(result.toString()).isZero();
    }

    /** The check after a deployment: the applied migrations are listed (ADM-03). */
    @Test
    @Covers("ADM-03")
    void versionListsAppliedMigrations() throws Exception {
        install(NotesBundle.with());
        int before;
        try (RunningServer server = SvcCommand.svc().start(home).ready()) {
            server.await(
                    "active", () -> server.command("", "bundle", "list").out().contains(NotesBundle.NAME));
            before = applied(server);
        }
        install(NotesBundle.with(MORE, "create table notes_else (x integer);"));
        try (RunningServer server = SvcCommand.svc().start(home).ready()) {
            assertThat(applied(server)).isEqualTo(before + 2);
            assertThat(new ObjectMapper()
                            .readTree(server.command("", "version", "--json").out())
                            .path("migrations_applied")
                            .asInt())
                    .isEqualTo(before + 2);
        }
    }

    private static int applied(RunningServer server) throws IOException {
        return new ObjectMapper()
                .readTree(server.admin("GET", "/version", "").body())
                .path("migrations_applied")
                .asInt();
    }
}
