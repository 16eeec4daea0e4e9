package svc.admin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The file of the token that opens {@code /metrics} and nothing else; read again when it was written anew. Any thread. */
final class MetricsToken {

    private static final Set<PosixFilePermission> OWNERS =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    private static final int SHORTEST = 16;
    private static final int LONGEST = 4_096;

    private final Path file;
    private @Nullable FileTime read;
    private AdminToken token = new AdminToken("");

    MetricsToken(Path file) {
        this.file = file;
    }

    /** What is wrong with the file, and what to do. */
    record Trouble(String what, String remedy) {}

    /** The token that is in force now; none when the file is gone or is not as it must be. */
    synchronized AdminToken now() {
        try {
            FileTime changed = Files.getLastModifiedTime(file);
            if (!changed.equals(read)) {
                token = new AdminToken(trouble().isPresent() ? "" : line());
                read = changed;
            }
        } catch (IOException e) {
            token = new AdminToken("");
            read = null;
        }
        return token;
    }

    /** What is wrong with the file. */
    Optional<Trouble> trouble() {
        try {
            if (!OWNERS.containsAll(Files.getPosixFilePermissions(file))) {
                return trouble("may be read by others than its owner", "Run chmod 0600 on it.");
            } else if (Files.size(file) > LONGEST) {
                return trouble("is longer than a token", "Write one line into it.");
            }
            List<String> lines = Files.readString(file).lines().toList();
            return lines.size() == 1 && lines.get(0).strip().length() >= SHORTEST
                    ? Optional.empty()
                    : trouble(
                            "does not hold one line of at least " + SHORTEST + " characters",
                            "Write one line into it.");
        } catch (IOException e) {
            return trouble("cannot be read", "Make it, with mode 0600 and one line, or delete the key.");
        }
    }

    private Optional<Trouble> trouble(String what, String remedy) {
        return Optional.of(new Trouble("The file " + file + " of [admin] metrics_token_file " + what + ".", remedy));
    }

    private String line() throws IOException {
        return Files.readString(file).strip();
    }
}
