package svc.mail.transfer.format;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** File access for sources. Symbolic links are never followed, because they may lead out of the source folder. */
public final class SourceFiles {

    private SourceFiles() {}

    /** An action for each entry of a folder. */
    public interface Visit {
        void to(Path entry) throws IOException;
    }

    /** Visits the entries of a folder without holding all of them in memory. */
    public static void each(Path folder, Visit visitor) throws IOException {
        try (DirectoryStream<Path> entries = open(folder)) {
            for (Path entry : entries) {
                visitor.to(entry);
            }
        } catch (DirectoryIteratorException e) {
            throw new UnreadableFileException(requireNonNull(e.getCause()));
        }
    }

    @SuppressWarnings("StreamResourceLeak") // the caller closes the stream
    private static DirectoryStream<Path> open(Path folder) throws UnreadableFileException {
        try {
            return Files.newDirectoryStream(folder);
        } catch (IOException e) {
            throw new UnreadableFileException(e);
        }
    }

    /** Returns the folders in a folder, sorted by name. */
    public static List<Path> folders(Path folder) throws IOException {
        List<Path> folders = new ArrayList<>();
        each(folder, entry -> {
            if (isFolder(entry)) {
                folders.add(entry);
            }
        });
        Collections.sort(folders);
        return folders;
    }

    public static boolean isFolder(Path entry) {
        return Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS);
    }

    public static boolean isFile(Path entry) {
        return Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS);
    }

    /** For an entry that is neither a file nor a folder, returns the reason why it is skipped. */
    public static String skipReason(Path entry) {
        return Files.isSymbolicLink(entry)
                ? "it is a symbolic link, which is not followed"
                : "it is neither a file nor a folder";
    }

    /** Returns the file name of an entry. */
    public static String name(Path entry) {
        return String.valueOf(entry.getFileName());
    }
}
