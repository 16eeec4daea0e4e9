package svc.launcher.kit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The working copy of a running test. */
public final class WorkingCopy {

    private WorkingCopy() {}

    /** Returns the folder of the root pom. */
    public static Path root() {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            if (Files.exists(at.resolve(".ci/run"))) {
                return at;
            }
        }
        throw new IllegalStateException("no .ci/run above " + Path.of("").toAbsolutePath());
    }

    /** Does the same as {@code make new-capability}. */
    public static void newCapability(String name, String packageName, Path folder) throws IOException {
        try {
            new NewCapability(root(), name, packageName).write(folder);
        } catch (NewCapability.Refused e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
