package svc.admin.metrics;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.admin.rest.AdminToken;

/** The file with the token for {@code /metrics}. It is read again when its modification time changes. Thread-safe. */
final class MetricsTokenFile {

    private static final Set<PosixFilePermission> OWNERS =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    private static final int SHORTEST = 16;
    private static final int LONGEST = 4_096;

    private final Path file;
    private @Nullable FileTime read;
    private AdminToken token = new AdminToken("");

    MetricsTokenFile(Path file) {
        this.file = file;
    }

    /**
     * A problem of the file.
     *
     * @param what the problem, as a sentence
     * @param remedy the remedy, as a sentence
     */
    record Problem(String what, String remedy) {}

    /** Returns the current token. If the file is missing or invalid, the returned token accepts no request. */
    synchronized AdminToken now() {
        try {
            FileTime changed = Files.getLastModifiedTime(file);
            if (!changed.equals(read)) {
                token = new AdminToken(problem().isPresent() ? "" : line());
                read = changed;
            }
        } catch (IOException e) {
            token = new AdminToken("");
            read = null;
        }
        return token;
    }

    /** Returns whether the file is missing. */
    boolean missing() {
        return Files.notExists(file);
    }

    /** Returns the fault of the file, if it has one. */
    Optional<Problem> problem() {
        try {
            if (!OWNERS.containsAll(Files.getPosixFilePermissions(file))) {
                return problem("can be read by users other than its owner", "Run chmod 0600 on it.");
            } else if (Files.size(file) > LONGEST) {
                return problem("is longer than a token", "Write one line into it.");
            }
            List<String> lines = Files.readString(file).lines().toList();
            return lines.size() == 1 && lines.get(0).strip().length() >= SHORTEST
                    ? Optional.empty()
                    : problem(
                            "does not hold one line of at least " + SHORTEST + " characters",
                            "Write one line into it.");
        } catch (IOException e) {
            return problem("cannot be read", "Make it, with mode 0600 and one line, or delete the key.");
        }
    }

    private Optional<Problem> problem(String what, String remedy) {
        return Optional.of(new Problem("The file " + file + " of [admin] metrics_token_file " + what + ".", remedy));
    }

    private String line() throws IOException {
        return Files.readString(file).strip();
    }
}
