package svc.store.sqlite.schema;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A separate process that migrates, so that a test can kill it or limit its resources and permissions. */
public final class MigrationChild {

    private static final String ROWS = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 20000)"
            + " SELECT n, printf('%0100d', n * 7) FROM c";

    private MigrationChild() {}

    /** Takes the database, and {@code migrate} or {@code check}. Prints {@code ready}, then the result. */
    public static void main(String[] arguments) {
        SchemaDatabase database =
                SchemaFixture.database(Path.of(arguments[0]), Path.of(System.getProperty("java.io.tmpdir")));
        System.out.println("ready");
        if (arguments[1].equals("check")) {
            SchemaReport report = database.check(MigrationChild::old);
            System.out.println(report.verdict() + ": " + report.detail());
            return;
        }
        try {
            database.migrate(big());
            System.out.println("done");
        } catch (SchemaException e) {
            System.out.println(e.what() + " " + e.remedy());
        }
    }

    /** Returns the migrations that the database already has. */
    public static List<MigrationSet> old() {
        return List.of(SchemaFixture.core("CREATE TABLE account (n INTEGER PRIMARY KEY, name TEXT)"));
    }

    /**
     * Returns further migrations and a second bundle. They exceed SQLite's cache, so that pages are written before the
     * commit.
     */
    public static List<MigrationSet> big() {
        return List.of(
                SchemaFixture.core(
                        "CREATE TABLE account (n INTEGER PRIMARY KEY, name TEXT)",
                        "UPDATE account SET name = name || '!'; CREATE TABLE one (n INTEGER PRIMARY KEY, text TEXT);"
                                + "INSERT INTO one " + ROWS + "; CREATE INDEX one_text ON one (text);",
                        "DELETE FROM account WHERE n % 2 = 0; ALTER TABLE account ADD COLUMN more TEXT;"),
                SchemaFixture.set(
                        "acme",
                        "acme.bundle",
                        false,
                        "CREATE TABLE two (n INTEGER PRIMARY KEY, text TEXT); INSERT INTO two " + ROWS + ";",
                        "CREATE UNIQUE INDEX two_text ON two (text); UPDATE two SET text = text || 'x';"));
    }

    /** Starts the process; {@code wrap} is a prefix of the command. */
    public static Process start(List<String> wrap, String classPath, Path temporary, Path file, String what)
            throws IOException {
        List<String> command = new ArrayList<>(wrap);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:-UsePerfData",
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                classPath,
                MigrationChild.class.getName(),
                file.toString(),
                what));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }
}
