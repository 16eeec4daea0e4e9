package svc.mail.transfer.mbox;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import svc.mail.transfer.format.FolderName;
import svc.mail.transfer.format.LookaheadInput;
import svc.mail.transfer.format.MailSource;
import svc.mail.transfer.format.MessageSink;
import svc.mail.transfer.format.Origin;
import svc.mail.transfer.format.SourceFiles;
import svc.mail.transfer.format.UnreadableFileException;

/**
 * Reads one mbox file or a folder of mbox files. Each file is a mailbox named like the file without {@code .mbox}.
 * Files in a folder {@code Name} or {@code Name.sbd} are mailboxes below {@code Name}. Not thread-safe.
 */
public final class MboxTree implements MailSource {

    static final String ENDING = ".mbox";

    private static final String BELOW = ".sbd";
    private static final int DEEPEST = 64;

    /** The extensions of files that mail programs store beside mbox files and that contain no mail. */
    private static final Set<String> NO_MAIL = Set.of("msf", "dat", "json", "html", "part");

    private final Path root;

    public MboxTree(Path root) {
        this.root = root;
    }

    /** Returns the mailbox name for a file name. */
    public static String mailbox(String file) {
        return FolderName.fromFile(without(file, ENDING));
    }

    private static String without(String name, String ending) {
        boolean ends = name.toLowerCase(Locale.ROOT).endsWith(ending) && name.length() > ending.length();
        return ends ? name.substring(0, name.length() - ending.length()) : name;
    }

    @Override
    public long units() throws IOException {
        return size(root, 0);
    }

    private static long size(Path entry, int depth) throws IOException {
        if (!SourceFiles.isFolder(entry)) {
            return SourceFiles.isFile(entry) && isMail(entry) ? Files.size(entry) : 0;
        }
        long[] sum = {0};
        if (depth < DEEPEST) {
            SourceFiles.each(entry, inner -> sum[0] += size(inner, depth + 1));
        }
        return sum[0];
    }

    private static boolean isMail(Path file) {
        String name = SourceFiles.name(file);
        return !name.startsWith(".") && !NO_MAIL.contains(name.substring(name.lastIndexOf('.') + 1));
    }

    @Override
    public void read(MessageSink sink) throws IOException {
        if (SourceFiles.isFolder(root)) {
            walk(root, List.of(), sink, 0);
        } else {
            file(root, SourceFiles.name(root), List.of(), sink);
        }
    }

    private void walk(Path folder, List<String> path, MessageSink sink, int depth) throws IOException {
        List<Path> entries = new ArrayList<>();
        SourceFiles.each(folder, entries::add);
        entries.sort(null);
        for (Path entry : entries) {
            String name = SourceFiles.name(entry);
            String displayPath = root.relativize(entry).toString();
            List<String> below = new ArrayList<>(path);
            if (SourceFiles.isFolder(entry) && depth < DEEPEST) {
                below.add(FolderName.fromFile(without(name, BELOW)));
                descend(entry, below, sink, depth + 1);
            } else if (SourceFiles.isFile(entry)) {
                if (isMail(entry)) {
                    below.add(mailbox(name));
                    file(entry, displayPath, below, sink);
                }
            } else {
                sink.refuse(
                        new Origin(displayPath, ""),
                        SourceFiles.isFolder(entry)
                                ? "its folders are nested too deeply"
                                : SourceFiles.skipReason(entry));
            }
        }
    }

    private void descend(Path folder, List<String> path, MessageSink sink, int depth) throws IOException {
        try {
            walk(folder, path, sink, depth);
        } catch (UnreadableFileException e) {
            sink.refuse(new Origin(root.relativize(folder).toString(), ""), e.reason());
        }
    }

    private static void file(Path file, String displayPath, List<String> path, MessageSink sink) throws IOException {
        InputStream in;
        try {
            in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            sink.refuse(new Origin(displayPath, ""), UnreadableFileException.reason(e));
            return;
        }
        try (in) {
            sink.folder(path);
            new MboxReader(new LookaheadInput(in), displayPath, path, sink).read();
        }
    }
}
