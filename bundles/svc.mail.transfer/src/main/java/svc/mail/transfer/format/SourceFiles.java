package svc.mail.transfer;

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

/** A look at the files of a source. A symbolic link in it is never followed: it may lead out of the tree. */
final class SourceFiles {

    private SourceFiles() {}

    /** What is done with each entry of a folder. */
    interface Visit {
        void to(Path entry) throws IOException;
    }

    /** Visits the entries of a folder as they come, none of them held. */
    static void each(Path folder, Visit visit) throws IOException {
        try (DirectoryStream<Path> entries = open(folder)) {
            for (Path entry : entries) {
                visit.to(entry);
            }
        } catch (DirectoryIteratorException e) {
            throw new Unreadable(requireNonNull(e.getCause()));
        }
    }

    @SuppressWarnings("StreamResourceLeak") // who asks for it closes it
    private static DirectoryStream<Path> open(Path folder) throws Unreadable {
        try {
            return Files.newDirectoryStream(folder);
        } catch (IOException e) {
            throw new Unreadable(e);
        }
    }

    /** The folders in a folder, in the order of their names. */
    static List<Path> folders(Path folder) throws IOException {
        List<Path> folders = new ArrayList<>();
        each(folder, entry -> {
            if (isFolder(entry)) {
                folders.add(entry);
            }
        });
        Collections.sort(folders);
        return folders;
    }

    static boolean isFolder(Path entry) {
        return Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS);
    }

    static boolean isFile(Path entry) {
        return Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS);
    }

    /** Why something that is neither file nor folder is left alone. */
    static String leftAlone(Path entry) {
        return Files.isSymbolicLink(entry)
                ? "it is a symbolic link, and none is followed"
                : "it is neither a file nor a folder";
    }

    /** A name as people know it. */
    static String name(Path entry) {
        return String.valueOf(entry.getFileName());
    }
}
