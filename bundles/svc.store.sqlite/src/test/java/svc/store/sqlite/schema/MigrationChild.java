package svc.store.sqlite;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A process of its own that migrates, so that a test can kill it, starve it or take its rights away. */
final class MigrationChild {

    private static final String ROWS = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 20000)"
            + " SELECT n, printf('%0100d', n * 7) FROM c";

    private MigrationChild() {}

    /** Arguments: the database, and {@code migrate} or {@code check}. Prints {@code ready}, then how it ended. */
    public static void main(String[] arguments) {
        SchemaDatabase database =
                new SchemaDatabase(Path.of(arguments[0]), Path.of(System.getProperty("java.io.tmpdir")));
        System.out.println("ready");
        if (arguments[1].equals("check")) {
            SchemaReport report = database.check(MigrationChild::old);
            System.out.println(report.verdict() + ": " + report.detail());
            return;
        }
        try {
            database.migrate(big());
            System.out.println("done");
        } catch (SchemaRefusal e) {
            System.out.println(e.what() + " " + e.remedy());
        }
    }

    /** What the database has before. */
    static List<MigrationSet> old() {
        return List.of(SchemaFixture.core("CREATE TABLE account (n INTEGER PRIMARY KEY, name TEXT)"));
    }

    /** More of the same, and a second bundle: enough to outgrow SQLite's cache, so that much is written before the end. */
    static List<MigrationSet> big() {
        return List.of(
                SchemaFixture.core(
                        "CREATE TABLE account (n INTEGER PRIMARY KEY, name TEXT)",
                        "UPDATE account SET name = name || '!'; CREATE TABLE one (n INTEGER PRIMARY KEY, text TEXT);"
                                + "INSERT INTO one " + ROWS + "; CREATE INDEX one_text ON one (text);",
                        "DELETE FROM account WHERE n % 2 = 0; ALTER TABLE account ADD COLUMN more TEXT;"),
                SchemaFixture.extension(
                        "acme",
                        "CREATE TABLE two (n INTEGER PRIMARY KEY, text TEXT); INSERT INTO two " + ROWS + ";",
                        "CREATE UNIQUE INDEX two_text ON two (text); UPDATE two SET text = text || 'x';"));
    }

    /** Starts one; {@code wrap} are words before the command. */
    static Process start(List<String> wrap, String classPath, Path temporary, Path file, String what)
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
