package svc.launcher.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import svc.launcher.config.keys.KeyCatalogue;
import svc.launcher.config.toml.ConfigProblem;

/** Creates a home: its directories, which only the owner can access, and its configuration. */
public final class HomeInit {

    private static final List<String> DIRECTORIES = List.of("secrets", "data", "extensions", "cache", "run");

    private HomeInit() {}

    /** Creates the home and its missing directories; existing ones are not changed. */
    public static void directories(Path home) throws IOException {
        Files.createDirectories(home, owner(home, "rwx------"));
        for (String name : DIRECTORIES) {
            Path directory = home.resolve(name);
            if (!Files.isDirectory(directory)) {
                Files.createDirectory(directory, owner(home, "rwx------"));
            }
        }
    }

    /**
     * Creates the directories, and a {@code svc.toml} with every key of the catalogue and a new admin token. An
     * existing file is never changed.
     *
     * @return the problem if the file exists
     */
    public static Optional<ConfigProblem> init(Path home, KeyCatalogue catalogue) throws IOException {
        directories(home);
        Path file = home.resolve("svc.toml");
        if (!create(file, SampleToml.of(catalogue, new SecureRandom()))) {
            return Optional.of(ConfigProblem.of(
                    file.toString(),
                    "The home " + home + " has a configuration already, which stays as it is.",
                    "Edit that file, or move it away first, or choose another home."));
        }
        return Optional.empty();
    }

    /** Writes the whole file or nothing; returns false if the file exists. */
    private static boolean create(Path file, String text) throws IOException {
        Path part = file.resolveSibling("svc.toml." + ProcessHandle.current().pid() + ".part");
        Files.deleteIfExists(part);
        try {
            write(part, text);
            try {
                // The creation of a link succeeds or fails atomically, whereas a rename would replace an existing file.
                Files.createLink(file, part);
            } catch (FileAlreadyExistsException there) {
                return false;
            } catch (UnsupportedOperationException | FileSystemException noLinks) {
                write(file, text);
            }
            return true;
        } catch (FileAlreadyExistsException there) {
            return false;
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static void write(Path file, String text) throws IOException {
        EnumSet<StandardOpenOption> options = EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(file, options, owner(file, "rw-------"))) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }

    private static FileAttribute<?>[] owner(Path near, String permissions) {
        boolean posix = near.getFileSystem().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
