package svc.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

/**
 * A home after its first start, made once. Tests whose subject is not the first start begin with a copy, so that they
 * do not run the migrations of all bundles again.
 */
final class StartedHome {

    /** The folders that each start makes anew, and the one that the test may have filled. */
    private static final Set<String> LEFT_OUT = Set.of("cache", "run", "extensions");

    private static final Path HOME = made();

    private StartedHome() {}

    private static Path made() {
        try {
            Path home = Files.createTempDirectory(SvcCommand.DISTRIBUTION.getParent(), "started-home");
            try (RunningServer server =
                    SvcCommand.svc().asOperator().start(home).ready()) {
                server.terminate();
            }
            return home;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Copies the home to a folder, which may have extensions already. */
    static void copyTo(Path home) {
        try {
            Files.walkFileTree(HOME, new Copy(home));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Copy extends SimpleFileVisitor<Path> {

        private final Path to;

        Copy(Path to) {
            this.to = to;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
            Path name = HOME.relativize(folder);
            if (LEFT_OUT.contains(name.toString())) {
                return FileVisitResult.SKIP_SUBTREE;
            }
            Path copy = to.resolve(name);
            Files.createDirectories(copy);
            Files.setPosixFilePermissions(copy, Files.getPosixFilePermissions(folder));
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.copy(file, to.resolve(HOME.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
            return FileVisitResult.CONTINUE;
        }
    }
}
