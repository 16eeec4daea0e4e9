package svc.mail.transfer;

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
import svc.api.blob.BlobStore.Stored;
import svc.api.store.ObjectId;
import svc.cap.mail.api.MailStore;
import svc.cap.mail.api.MailStore.Place;
import svc.mail.transfer.Journal.Step;

/**
 * A Maildir with the inbox at its root and the other mailboxes as the folders of Maildir++ in it. A message is written in {@code tmp}
 * and then gets its name in {@code cur}, which says when it was received and which message it is.
 */
final class MaildirTarget implements MailTarget {

    private static final Pattern NAME = Pattern.compile("(-?[0-9]{1,18})\\.(m[0-9a-z]{1,30})\\.svc(:2,.*)?");

    private final Path root;
    private Path folder;
    private @Nullable KeywordLetters letters;

    MaildirTarget(Path root) {
        this.root = root;
        this.folder = root;
    }

    /** The folder of a mailbox; the inbox has none of its own. */
    static String name(List<String> path) {
        return path.equals(INBOX)
                ? ""
                : "." + path.stream().map(FolderName::toMaildir).collect(Collectors.joining("."));
    }

    /** How the path of the inbox is written. */
    static final List<String> INBOX = List.of("INBOX");

    @Override
    public void open(List<String> path, Step step) throws IOException {
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
                if (beyond(SourceFiles.name(entry), step.after(), inner.equals("tmp"))) {
                    Files.delete(entry);
                }
            });
        }
    }

    /** Whether a file is one of this export that it does not know of. */
    private static boolean beyond(String file, Place last, boolean all) {
        Matcher name = NAME.matcher(file);
        if (!name.matches()) {
            return false;
        }
        long received = Long.parseLong(name.group(1));
        long n = ObjectId.number(MailStore.LETTER, name.group(2)).orElse(0);
        return all || received > last.received() || (received == last.received() && n > last.n());
    }

    @Override
    public int write(Place place, Set<String> words, Stored message) throws IOException {
        KeywordLetters known = java.util.Objects.requireNonNull(letters);
        int left = 0;
        for (String word : words) {
            left += plain(word) || known.give(word) ? 0 : 1;
        }
        String name = place.received() + "." + ObjectId.text(MailStore.LETTER, place.n()) + ".svc";
        Path fresh = folder.resolve("tmp").resolve(name);
        try (FileChannel channel = FileChannel.open(
                fresh, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            OutputStream out = Channels.newOutputStream(channel);
            message.send(0, message.size(), out);
            Files.setLastModifiedTime(fresh, FileTime.from(Instant.ofEpochSecond(place.received())));
            channel.force(true);
        } catch (IOException e) {
            Files.deleteIfExists(fresh);
            throw e;
        }
        Files.move(
                fresh,
                folder.resolve("cur").resolve(name + MaildirName.info(words, known)),
                StandardCopyOption.ATOMIC_MOVE);
        return left;
    }

    private static boolean plain(String word) {
        return MaildirName.FLAGS.contains(word);
    }

    @Override
    public long sync() {
        return 0;
    }

    @Override
    public void finish() {
        // each message has its name
    }

    @Override
    public void close() {
        // no file is open between two messages
    }
}
