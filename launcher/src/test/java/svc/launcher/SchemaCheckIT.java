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
        SvcCommand.makeHome(home);
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
    @Covers("UPG-02")
    void olderAndCurrentDatabasesAreAcceptedAndNewerTablesRejectOnlyTheirExtension() throws Exception {
        Files.createDirectories(database().getParent());
        assertSays(2, "svc.db");
        install(NotesBundle.with(MORE));
        write();
        Files.setLastModifiedTime(database(), FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));
        assertSays(0, "ok");
        install(NotesBundle.with(MORE, "create table notes_else (x integer);"));
        assertSays(0, "pending");
        install(NotesBundle.with());
        assertSays(0, "An extension will be refused");
        assertThat(home.resolve("data/svc.db-wal")).doesNotExist();
        assertThat(home.resolve("data/svc.db-shm")).doesNotExist();
    }

    @Test
    void invalidOrUnreadableDatabaseIsRejected() throws Exception {
        Files.createDirectories(database().getParent());
        Files.writeString(database(), "These bytes were never a database. ".repeat(100));
        assertSays(2, "svc.db");
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

    /** The check after a deployment: the applied migrations are listed (ADM-03). */
    @Test
    @Covers("ADM-03")
    void versionListsAppliedMigrations() throws Exception {
        install(NotesBundle.with());
        try (RunningServer server = SvcCommand.svc().asOperator().start(home).ready()) {
            int before = applied(server);
            install(NotesBundle.with(MORE, "create table notes_else (x integer);"));
            server.await("migrated", () -> applied(server) > before);
            assertThat(applied(server)).isEqualTo(before + 2);
            assertThat(new ObjectMapper()
                            .readTree(server.command("", "version", "--json").out())
                            .path("migrations_applied")
                            .asInt())
                    .isEqualTo(before + 2);
        }
    }

    private static int applied(RunningServer server) {
        return OperationInterface.json(server.admin("GET", "/version", "").body())
                .path("migrations_applied")
                .asInt();
    }
}
