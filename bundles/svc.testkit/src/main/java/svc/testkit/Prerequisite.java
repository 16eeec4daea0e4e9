package svc.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;

/**
 * A condition that a test requires of the machine. A test with a missing prerequisite is skipped and recorded in the
 * file {@code target/left-out.txt} of its module. {@code make test} prints this file at its end. If the environment
 * variable {@code SVC_LEAVE_OUT_NOTHING} is 1, a test whose program is missing fails instead.
 */
public final class Prerequisite {

    private static final Path LINES = Path.of("target", "left-out.txt");

    private Prerequisite() {}

    /** Requires a program on the search path that can be installed on every machine. */
    public static void program(String test, String name) {
        boolean installed = Stream.of(System.getenv("PATH").split(":", -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
        installable(test, installed, name + " is not installed");
    }

    /** Requires a condition that every machine can fulfil. */
    public static void installable(String test, boolean present, String reason) {
        if ("1".equals(System.getenv("SVC_LEAVE_OUT_NOTHING"))) {
            assertThat(present).as("%s: %s", test, reason).isTrue();
        }
        machine(test, present, reason);
    }

    /**
     * Requires a condition that a container or an unprivileged user may lack, for example a mount. A missing condition
     * never makes the test fail.
     */
    public static void machine(String test, boolean present, String reason) {
        if (!present) {
            record(test, reason);
            abort(reason);
        }
    }

    private static void record(String test, String reason) {
        try {
            Files.createDirectories(LINES.getParent());
            Files.writeString(
                    LINES,
                    "left out: " + test + ": " + reason + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
