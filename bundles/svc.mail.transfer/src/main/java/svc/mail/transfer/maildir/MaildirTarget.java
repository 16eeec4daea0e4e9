package svc.mail.transfer.maildir;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.store.ObjectId;
import svc.cap.mail.api.MailStore;
import svc.cap.mail.api.MailStore.Position;
import svc.mail.transfer.format.ExportPosition;
import svc.mail.transfer.format.FolderName;
import svc.mail.transfer.format.MailTarget;
import svc.mail.transfer.format.SourceFiles;

/**
 * Exports to a Maildir: the inbox is the root of the Maildir, and the other mailboxes are Maildir++ folders. A message
 * is written in {@code tmp} and moved to {@code cur}. Its file name contains the received date and the id of the
 * message.
 */
public final class MaildirTarget implements MailTarget {

    private static final Pattern NAME = Pattern.compile("(-?[0-9]{1,18})\\.(m[0-9a-z]{1,30})\\.svc(:2,.*)?");

    private final Path root;
    private Path folder;
    private @Nullable KeywordLetters letters;

    public MaildirTarget(Path root) {
        this.root = root;
        this.folder = root;
    }

    /** Returns the folder name of a mailbox; empty for the inbox. */
    static String name(List<String> path) {
        return path.equals(INBOX)
                ? ""
                : "." + path.stream().map(FolderName::toMaildir).collect(Collectors.joining("."));
    }

    /** The path of the inbox in an export. */
    public static final List<String> INBOX = List.of("INBOX");

    @Override
    public void open(List<String> path, ExportPosition step) throws IOException {
        folder = root.resolve(name(path));
        for (String inner : List.of("cur", "new", "tmp")) {
            Files.createDirectories(folder.resolve(inner));
        }
        if (!folder.equals(root) && !Files.exists(folder.resolve("maildirfolder"))) {
            Files.createFile(folder.resolve("maildirfolder"));
        }
        letters = KeywordLetters.of(folder);
        for (String inner : List.of("tmp", "cur")) {
            SourceFiles.each(folder.resolve(inner), entry -> {
                if (isBeyond(SourceFiles.name(entry), step.after(), inner.equals("tmp"))) {
                    Files.delete(entry);
                }
            });
        }
    }

    /**
     * Returns whether a file belongs to this export and lies after the recorded position. If {@code all} is true, the
     * position is ignored.
     */
    private static boolean isBeyond(String file, Position last, boolean all) {
        Matcher name = NAME.matcher(file);
        if (!name.matches()) {
            return false;
        }
        long received = Long.parseLong(name.group(1));
        long n = ObjectId.parse(MailStore.LETTER, name.group(2)).orElse(0);
        return all || received > last.received() || (received == last.received() && n > last.n());
    }

    @Override
    public int write(Position position, Set<String> keywords, StoredBlob message) throws IOException {
        KeywordLetters known = java.util.Objects.requireNonNull(letters);
        int remaining = 0;
        for (String word : keywords) {
            remaining += isPlain(word) || known.assign(word) ? 0 : 1;
        }
        String name = position.received() + "." + ObjectId.format(MailStore.LETTER, position.n()) + ".svc";
        Path fresh = folder.resolve("tmp").resolve(name);
        try (FileChannel channel = FileChannel.open(
                fresh, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            OutputStream out = Channels.newOutputStream(channel);
            message.send(0, message.size(), out);
            Files.setLastModifiedTime(fresh, FileTime.from(Instant.ofEpochSecond(position.received())));
            channel.force(true);
        } catch (IOException e) {
            Files.deleteIfExists(fresh);
            throw e;
        }
        Files.move(
                fresh,
                folder.resolve("cur").resolve(name + MaildirFlags.info(keywords, known)),
                StandardCopyOption.ATOMIC_MOVE);
        return remaining;
    }

    private static boolean isPlain(String word) {
        return MaildirFlags.FLAGS.contains(word);
    }

    @Override
    public long sync() {
        return 0;
    }

    @Override
    public void finish() {
        // all written messages are already complete
    }

    @Override
    public void close() {
        // no file is open between messages
    }
}
