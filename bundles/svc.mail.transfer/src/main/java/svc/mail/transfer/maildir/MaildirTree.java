package svc.mail.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A Maildir with the folders in it: those of Maildir++ ({@code .Sent.2024}) and plain ones ({@code Sent/2024}). What is in
 * {@code tmp} was never delivered. One thread.
 */
final class MaildirTree implements MailSource {

    private static final List<String> DELIVERED = List.of("cur", "new");
    private static final List<String> OWN = List.of("cur", "new", "tmp");
    private static final int DEEPEST = 64;
    private static final int PIECE = 65_536;

    private final Path root;

    MaildirTree(Path root) {
        this.root = root;
    }

    /** Whether a folder is a Maildir, or there is one in it. */
    static boolean isOne(Path folder) throws IOException {
        return holds(folder, 0);
    }

    private static boolean holds(Path folder, int depth) throws IOException {
        if (isMaildir(folder)) {
            return true;
        }
        try {
            for (Path inner : depth < DEEPEST ? SourceFiles.folders(folder) : List.<Path>of()) {
                if (holds(inner, depth + 1)) {
                    return true;
                }
            }
        } catch (Unreadable e) {
            return false; // told when it is read
        }
        return false;
    }

    private static boolean isMaildir(Path folder) {
        return DELIVERED.stream().anyMatch(name -> SourceFiles.isFolder(folder.resolve(name)));
    }

    @Override
    public long units() throws IOException {
        return count(root, 0);
    }

    private static long count(Path folder, int depth) throws IOException {
        long[] files = {0};
        boolean maildir = isMaildir(folder);
        for (Path inner : SourceFiles.folders(folder)) {
            String name = SourceFiles.name(inner);
            if (maildir && DELIVERED.contains(name)) {
                SourceFiles.each(inner, entry -> files[0]++);
            } else if (!(maildir && OWN.contains(name)) && depth < DEEPEST) {
                files[0] += count(inner, depth + 1);
            }
        }
        return files[0];
    }

    @Override
    public void read(Taker taker) throws IOException {
        walk(root, List.of(), taker, 0);
    }

    private void walk(Path folder, List<String> path, Taker taker, int depth) throws IOException {
        boolean maildir = isMaildir(folder);
        if (maildir) {
            taker.folder(path);
            deliver(folder, path, taker);
        }
        List<Path> others = new ArrayList<>();
        SourceFiles.each(folder, entry -> {
            boolean own = maildir && OWN.contains(SourceFiles.name(entry));
            if (SourceFiles.isFolder(entry) && !own) {
                others.add(entry);
            } else if (Files.isSymbolicLink(entry)) {
                taker.refuse(origin(entry), SourceFiles.leftAlone(entry));
            }
        });
        others.sort(null);
        for (Path inner : others) {
            if (depth >= DEEPEST) {
                taker.refuse(origin(inner), "its folders are too deep in one another");
            } else {
                descend(inner, below(path, SourceFiles.name(inner)), taker, depth + 1);
            }
        }
    }

    private void descend(Path folder, List<String> path, Taker taker, int depth) throws IOException {
        try {
            walk(folder, path, taker, depth);
        } catch (Unreadable e) {
            taker.refuse(origin(folder), e.reason());
        }
    }

    private static List<String> below(List<String> path, String name) {
        List<String> names = new ArrayList<>(path);
        if (name.startsWith(".")) {
            Arrays.stream(name.substring(1).split("\\.", -1))
                    .filter(level -> !level.isEmpty())
                    .map(FolderName::fromMaildir)
                    .forEach(names::add);
        } else {
            names.add(FolderName.fromMaildir(name));
        }
        return names;
    }

    private Origin origin(Path entry) {
        return new Origin(root.relativize(entry).toString(), "");
    }

    private void deliver(Path folder, List<String> path, Taker taker) throws IOException {
        KeywordLetters letters = KeywordLetters.of(folder);
        for (String name : DELIVERED) {
            Path delivered = folder.resolve(name);
            if (SourceFiles.isFolder(delivered)) {
                SourceFiles.each(delivered, entry -> {
                    message(entry, path, letters, taker);
                    taker.advance(1);
                });
            } else if (Files.isSymbolicLink(delivered)) {
                taker.refuse(origin(delivered), SourceFiles.leftAlone(delivered));
            }
        }
    }

    private void message(Path file, List<String> path, KeywordLetters letters, Taker taker) throws IOException {
        if (SourceFiles.name(file).startsWith(".")) { // the format says: none of its messages
            return;
        } else if (!SourceFiles.isFile(file)) {
            taker.refuse(origin(file), SourceFiles.leftAlone(file));
            return;
        }
        boolean begun = false;
        try (InputStream in = open(file)) {
            Instant received = received(file);
            OutputStream out = taker.begin(path, origin(file));
            begun = true;
            Window window = new Window(in);
            for (boolean more = window.has(1); more; more = window.has(1)) {
                window.send(Math.min(PIECE, window.sight()), out);
            }
            taker.end(new Marks(MaildirName.words(SourceFiles.name(file), letters), received));
        } catch (Unreadable e) {
            if (begun) {
                taker.drop(e.reason());
            } else {
                taker.refuse(origin(file), e.reason());
            }
        }
    }

    private static InputStream open(Path file) throws Unreadable {
        try {
            return Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            throw new Unreadable(e);
        }
    }

    private static Instant received(Path file) throws Unreadable {
        try {
            return Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant();
        } catch (IOException e) {
            throw new Unreadable(e);
        }
    }
}
