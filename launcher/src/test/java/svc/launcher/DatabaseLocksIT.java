package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.Prerequisite;

/** Other programs that read the database of a running server do not change it, because the server's locks hold. */
@Covers("STO-01")
final class DatabaseLocksIT {

    @TempDir
    static Path home;

    private static final List<String> SIGNED_UP = new ArrayList<>();

    private static RunningServer server;
    private static List<String> held;

    @BeforeAll
    static void start() {
        server = SvcCommand.svc().start(home).ready();
        held = FileLocks.ofDatabase(server).lines();
        assertThat(held).isNotEmpty();
    }

    /** Checks after a kill that every write that was acknowledged is in the database. */
    @AfterAll
    static void acknowledgedWritesSurviveAKill() {
        server.kill();
        server.close();
        try (RunningServer again = SvcCommand.svc().start(home).ready()) {
            for (String user : SIGNED_UP) {
                SignedIn.again(again, user);
            }
        }
    }

    @Test
    void foreignReadersDoNotAffectTheLocks() throws Exception {
        signUp("ann@before.test");
        for (String command : List.of("doctor", "schema list", "schema-check", "stats", "blobs scrub")) {
            server.command("", command.split(" "));
            assertThat(FileLocks.ofDatabase(server).lines()).as(command).isEqualTo(held);
        }
        assertThat(SvcCommand.svc().in(home, "schema-check").exit()).isZero();
        readWithTheDriver();
        assertThat(FileLocks.ofDatabase(server).lines()).isEqualTo(held);
        assertThat(home.resolve("data/svc.db-wal")).exists();
        assertThat(home.resolve("data/svc.db-shm")).exists();
        signUp("ben@after.test");
    }

    /** The SQLite shell takes the exclusive lock when it closes the database, if no other process holds one. */
    @Test
    void sqliteShellDoesNotAffectTheLocks() throws Exception {
        Prerequisite.program("DatabaseLocksIT", "sqlite3");
        signUp("cat@before.test");
        Process process = new ProcessBuilder(
                        "sqlite3", home.resolve("data/svc.db").toString(), "select count(*) from account")
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(FileLocks.ofDatabase(server).lines()).isEqualTo(held);
        signUp("dan@after.test");
    }

    private static void signUp(String user) {
        SignedIn.as(server, user);
        SIGNED_UP.add(user);
    }

    private static void readWithTheDriver() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + home.resolve("data/svc.db"));
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(*) FROM account")) {
            assertThat(rows.getInt(1)).isGreaterThan(1);
        }
    }
}
