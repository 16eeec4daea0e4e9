package svc.mail.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * One mbox file, or a folder of them: each file is a mailbox by its name ({@code .mbox} at its end does not belong to it), and those
 * of a folder {@code Name} or {@code Name.sbd} stand below the mailbox {@code Name}. One thread.
 */
final class MboxTree implements MailSource {

    static final String ENDING = ".mbox";

    private static final String BELOW = ".sbd";
    private static final int DEEPEST = 64;

    /** What mail programs keep beside their mail. */
    private static final Set<String> NO_MAIL = Set.of("msf", "dat", "json", "html", "part");

    private final Path root;

    MboxTree(Path root) {
        this.root = root;
    }

    /** The mailbox that a file is. */
    static String mailbox(String file) {
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
    public void read(Taker taker) throws IOException {
        if (SourceFiles.isFolder(root)) {
            walk(root, List.of(), taker, 0);
        } else {
            file(root, SourceFiles.name(root), List.of(), taker);
        }
    }

    private void walk(Path folder, List<String> path, Taker taker, int depth) throws IOException {
        List<Path> entries = new ArrayList<>();
        SourceFiles.each(folder, entries::add);
        entries.sort(null);
        for (Path entry : entries) {
            String name = SourceFiles.name(entry);
            String shown = root.relativize(entry).toString();
            List<String> below = new ArrayList<>(path);
            if (SourceFiles.isFolder(entry) && depth < DEEPEST) {
                below.add(FolderName.fromFile(without(name, BELOW)));
                descend(entry, below, taker, depth + 1);
            } else if (SourceFiles.isFile(entry)) {
                if (isMail(entry)) {
                    below.add(mailbox(name));
                    file(entry, shown, below, taker);
                }
            } else {
                taker.refuse(
                        new Origin(shown, ""),
                        SourceFiles.isFolder(entry)
                                ? "its folders are too deep in one another"
                                : SourceFiles.leftAlone(entry));
            }
        }
    }

    private void descend(Path folder, List<String> path, Taker taker, int depth) throws IOException {
        try {
            walk(folder, path, taker, depth);
        } catch (Unreadable e) {
            taker.refuse(new Origin(root.relativize(folder).toString(), ""), e.reason());
        }
    }

    private static void file(Path file, String shown, List<String> path, Taker taker) throws IOException {
        InputStream in;
        try {
            in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            taker.refuse(new Origin(shown, ""), Unreadable.reason(e));
            return;
        }
        try (in) {
            taker.folder(path);
            new MboxReader(new Window(in), shown, path, taker).read();
        }
    }
}
