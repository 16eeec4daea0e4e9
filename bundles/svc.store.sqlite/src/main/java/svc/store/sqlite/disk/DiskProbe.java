package svc.store.sqlite.disk;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Distinguishes a failing disk from a damaged database by reading the database file once, because SQLite reports the
 * same error for both. A separate process reads the file, because closing any descriptor of the file in this process
 * would drop SQLite's locks.
 */
public final class DiskProbe {

    public static final String REMEDY =
            "Check the disk and its cables (`dmesg`, `smartctl`), copy all readable files to another disk, and start there.";

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int ENOUGH = 4_096;

    private DiskProbe() {}

    /**
     * If the file cannot be read, returns one sentence that names the disk. Empty if the file can be read, or if the
     * cause is unknown.
     */
    public static Optional<String> trouble(Path file) {
        ProcessBuilder command = new ProcessBuilder("cat", "--", file.toString());
        command.environment().put("LC_ALL", "C");
        command.redirectInput(new File("/dev/null")).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        try {
            Process process = command.start();
            try {
                if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS) || process.exitValue() == 0) {
                    return Optional.empty();
                }
                String errorOutput = new String(process.getErrorStream().readNBytes(ENOUGH), UTF_8).strip();
                return errorOutput.endsWith("Input/output error")
                        ? Optional.of(
                                "The disk below " + file + " fails: reading the file gives an input/output error.")
                        : Optional.empty();
            } finally {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // The program that reads the file does not exist on this system.
        }
    }
}
