package svc.runtime;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.attribute.PosixFilePermission.GROUP_WRITE;
import static java.nio.file.attribute.PosixFilePermission.OTHERS_READ;
import static java.nio.file.attribute.PosixFilePermission.OTHERS_WRITE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;

/** Checks who can read and write the home: the folders, the files in {@code secrets}, and the owner of the files. */
@Component
public final class HomeHealthCheck implements HealthCheck {

    private static final String FOLDERS = "home-folders";
    private static final String SECRETS = "home-secrets";
    private static final String OWNER = "home-owner";

    /** The depth and the number of files that one run looks at. */
    private static final int DEPTH = 3;

    private static final int FILES = 2_000;

    private final Path home;

    @Activate
    public HomeHealthCheck(BundleContext context) {
        this(Path.of(String.valueOf(context.getProperty("svc.home"))));
    }

    HomeHealthCheck(Path home) {
        this.home = home;
    }

    @Override
    public String family() {
        return "storage";
    }

    @Override
    public List<String> checks() {
        return List.of(FOLDERS, SECRETS, OWNER);
    }

    @Override
    public List<Finding> run() {
        if (!home.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return checks().stream()
                    .map(check -> Finding.skipped(check, "The file system has no owners and modes."))
                    .toList();
        }
        try {
            return List.of(folders(), secrets(), owner());
        } catch (IOException | UncheckedIOException e) {
            return checks().stream()
                    .map(check -> Finding.fail(
                            check,
                            "The files of " + home + " cannot be read: " + e.getMessage() + ".",
                            "Run `sudo chown -R svc: " + home + "` with the user that runs the server."))
                    .toList();
        }
    }

    private Finding folders() throws IOException {
        List<Path> open = Stream.of(home, home.resolve("data"), home.resolve("secrets"), home.resolve("run"))
                .filter(Files::isDirectory)
                .filter(folder -> allows(folder, Set.of(GROUP_WRITE, OTHERS_WRITE)))
                .toList();
        return open.isEmpty()
                ? Finding.ok(FOLDERS, "Only the owner can write to the folders of the home.")
                : Finding.fail(
                        FOLDERS,
                        "Other users of this machine can write to " + open.get(0) + ".",
                        "Run `chmod go-w " + open.get(0) + "`.");
    }

    private Finding secrets() throws IOException {
        Path folder = home.resolve("secrets");
        List<Path> open = files(folder).stream()
                .filter(Files::isRegularFile)
                .filter(file -> allows(file, Set.of(OTHERS_READ, OTHERS_WRITE, GROUP_WRITE)))
                .toList();
        return open.isEmpty()
                ? Finding.ok(SECRETS, "Only the owner can read the secrets.")
                : Finding.fail(
                        SECRETS,
                        "Other users of this machine can read or write " + open.get(0) + ".",
                        "Run `chmod 600 " + open.get(0) + "`, and make a new secret if others could have read it.");
    }

    private Finding owner() throws IOException {
        UserPrincipal owner = Files.getOwner(home);
        for (Path file : files(home.resolve("data"))) {
            if (!isOwned(file, owner)) {
                return Finding.warn(
                        OWNER,
                        file + " belongs to another user than " + home + ".",
                        "Run `sudo chown -R " + owner.getName() + ": " + home + "`.");
            }
        }
        return Finding.ok(OWNER, "The files of the home have one owner.");
    }

    private static boolean isOwned(Path file, UserPrincipal owner) throws IOException {
        try {
            return Files.getOwner(file, NOFOLLOW_LINKS).equals(owner);
        } catch (NoSuchFileException e) {
            return true; // The server has deleted or renamed the file meanwhile.
        }
    }

    private static boolean allows(Path path, Set<PosixFilePermission> some) {
        try {
            return !Collections.disjoint(Files.getPosixFilePermissions(path), some);
        } catch (NoSuchFileException e) {
            return false; // The server has deleted or renamed the file meanwhile.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a folder and the first files and folders below it; none if it does not exist. */
    private static List<Path> files(Path folder) throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(folder, Set.of(), DEPTH, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return visitFile(directory, attributes);
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                found.add(file);
                return found.size() < FILES ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE; // Deleted since its folder was read.
                }
                throw failure;
            }
        });
        return found;
    }
}
