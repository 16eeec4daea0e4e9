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
import svc.api.boot.BootRefusal;

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

    /** The token that is in force now; none when the file is gone or is not as it must be. */
    synchronized AdminToken now() {
        try {
            FileTime changed = Files.getLastModifiedTime(file);
            if (!changed.equals(read)) {
                token = new AdminToken(text());
                read = changed;
            }
        } catch (IOException | BootRefusal e) {
            token = new AdminToken("");
            read = null;
        }
        return token;
    }

    /** What is wrong with the file, in a sentence and a remedy. */
    Optional<BootRefusal> trouble() {
        try {
            text();
            return Optional.empty();
        } catch (BootRefusal e) {
            return Optional.of(e);
        }
    }

    private String text() {
        try {
            if (!OWNERS.containsAll(Files.getPosixFilePermissions(file))) {
                throw refusal("may be read by others than its owner", "Run chmod 0600 on it.");
            }
            if (Files.size(file) > LONGEST) {
                throw refusal("is longer than a token", "Write one line into it.");
            }
            List<String> lines = Files.readString(file).lines().toList();
            if (lines.size() != 1 || lines.get(0).strip().length() < SHORTEST) {
                throw refusal(
                        "does not hold one line of at least " + SHORTEST + " characters", "Write one line into it.");
            }
            return lines.get(0).strip();
        } catch (IOException e) {
            throw refusal("cannot be read", "Make it, with mode 0600 and one line, or delete the key.");
        }
    }

    private BootRefusal refusal(String what, String remedy) {
        return new BootRefusal("The file " + file + " of [admin] metrics_token_file " + what + ".", remedy);
    }
}
