package svc.mail.transfer.maildir;

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
import svc.mail.transfer.format.FolderName;
import svc.mail.transfer.format.LookaheadInput;
import svc.mail.transfer.format.MailSource;
import svc.mail.transfer.format.MessageMetadata;
import svc.mail.transfer.format.MessageSink;
import svc.mail.transfer.format.Origin;
import svc.mail.transfer.format.SourceFiles;
import svc.mail.transfer.format.UnreadableFileException;

/**
 * Reads a Maildir and the folders in it, both Maildir++ ({@code .Sent.2024}) and nested ({@code Sent/2024}). Files in
 * {@code tmp} are ignored, because they were never delivered. Not thread-safe.
 */
public final class MaildirTree implements MailSource {

    private static final List<String> DELIVERED = List.of("cur", "new");
    private static final List<String> OWN = List.of("cur", "new", "tmp");
    private static final int DEEPEST = 64;
    private static final int PIECE = 65_536;

    private final Path root;

    public MaildirTree(Path root) {
        this.root = root;
    }

    /** Returns whether a folder is a Maildir or contains a Maildir. */
    public static boolean isOne(Path folder) throws IOException {
        return containsMaildir(folder, 0);
    }

    private static boolean containsMaildir(Path folder, int depth) throws IOException {
        if (isMaildir(folder)) {
            return true;
        }
        try {
            for (Path inner : depth < DEEPEST ? SourceFiles.folders(folder) : List.<Path>of()) {
                if (containsMaildir(inner, depth + 1)) {
                    return true;
                }
            }
        } catch (UnreadableFileException e) {
            return false; // the failure is reported when the folder is read
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
    public void read(MessageSink sink) throws IOException {
        walk(root, List.of(), sink, 0);
    }

    private void walk(Path folder, List<String> path, MessageSink sink, int depth) throws IOException {
        boolean maildir = isMaildir(folder);
        if (maildir) {
            sink.folder(path);
            deliver(folder, path, sink);
        }
        List<Path> others = new ArrayList<>();
        SourceFiles.each(folder, entry -> {
            boolean isOwn = maildir && OWN.contains(SourceFiles.name(entry));
            if (SourceFiles.isFolder(entry) && !isOwn) {
                others.add(entry);
            } else if (Files.isSymbolicLink(entry)) {
                sink.refuse(origin(entry), SourceFiles.skipReason(entry));
            }
        });
        others.sort(null);
        for (Path inner : others) {
            if (depth >= DEEPEST) {
                sink.refuse(origin(inner), "its folders are nested too deeply");
            } else {
                descend(inner, childPath(path, SourceFiles.name(inner)), sink, depth + 1);
            }
        }
    }

    private void descend(Path folder, List<String> path, MessageSink sink, int depth) throws IOException {
        try {
            walk(folder, path, sink, depth);
        } catch (UnreadableFileException e) {
            sink.refuse(origin(folder), e.reason());
        }
    }

    private static List<String> childPath(List<String> path, String name) {
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

    private void deliver(Path folder, List<String> path, MessageSink sink) throws IOException {
        KeywordLetters letters = KeywordLetters.of(folder);
        for (String name : DELIVERED) {
            Path delivered = folder.resolve(name);
            if (SourceFiles.isFolder(delivered)) {
                SourceFiles.each(delivered, entry -> {
                    message(entry, path, letters, sink);
                    sink.advance(1);
                });
            } else if (Files.isSymbolicLink(delivered)) {
                sink.refuse(origin(delivered), SourceFiles.skipReason(delivered));
            }
        }
    }

    private void message(Path file, List<String> path, KeywordLetters letters, MessageSink sink) throws IOException {
        if (SourceFiles.name(file).startsWith(".")) { // file names that start with a dot are not messages
            return;
        } else if (!SourceFiles.isFile(file)) {
            sink.refuse(origin(file), SourceFiles.skipReason(file));
            return;
        }
        boolean started = false;
        try (InputStream in = open(file)) {
            Instant received = received(file);
            OutputStream out = sink.begin(path, origin(file));
            started = true;
            LookaheadInput window = new LookaheadInput(in);
            for (boolean more = window.isAvailable(1); more; more = window.isAvailable(1)) {
                window.send(Math.min(PIECE, window.lookahead()), out);
            }
            sink.end(new MessageMetadata(MaildirFlags.keywords(SourceFiles.name(file), letters), received));
        } catch (UnreadableFileException e) {
            if (started) {
                sink.drop(e.reason());
            } else {
                sink.refuse(origin(file), e.reason());
            }
        }
    }

    private static InputStream open(Path file) throws UnreadableFileException {
        try {
            return Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            throw new UnreadableFileException(e);
        }
    }

    private static Instant received(Path file) throws UnreadableFileException {
        try {
            return Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant();
        } catch (IOException e) {
            throw new UnreadableFileException(e);
        }
    }
}
