package svc.mail.transfer.mbox;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobStore.StoredBlob;
import svc.cap.mail.api.MailStore.Position;
import svc.mail.transfer.TransferStoppedException;
import svc.mail.transfer.format.ExportPosition;
import svc.mail.transfer.format.FolderName;
import svc.mail.transfer.format.MailTarget;

/** Exports to one mbox file for each mailbox. The file name ends with {@code .part} until the mailbox is complete. */
public final class MboxTarget implements MailTarget {

    static final String OPEN = ".part";

    private static final int BUFFER = 65_536;

    private final Path root;
    private Path file;
    private Path part;
    private @Nullable FileChannel channel;
    private @Nullable OutputStream out;

    public MboxTarget(Path root) {
        this.root = root;
        this.file = root;
        this.part = root;
    }

    @Override
    public void open(List<String> path, ExportPosition step) throws IOException {
        Path folder = root;
        for (String name : path.subList(0, path.size() - 1)) {
            folder = folder.resolve(FolderName.toFile(name));
        }
        Files.createDirectories(folder);
        file = folder.resolve(FolderName.toFile(path.get(path.size() - 1)) + MboxTree.ENDING);
        part = file.resolveSibling(file.getFileName() + OPEN);
        if (!Files.exists(part) && Files.exists(file) && step.ended()) {
            return;
        }
        channel = FileChannel.open(part, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (channel.size() < step.length()) {
            throw new TransferStoppedException(
                    part + " is shorter than at the end of the previous run. Name an empty folder.");
        }
        channel.truncate(step.length()).position(step.length());
        out = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER);
    }

    private FileChannel channel() {
        return java.util.Objects.requireNonNull(channel);
    }

    private OutputStream out() {
        return java.util.Objects.requireNonNull(out);
    }

    @Override
    public int write(Position position, Set<String> keywords, StoredBlob message) throws IOException {
        out().flush();
        long before = channel().position();
        try {
            new MboxWriter(out())
                    .write(
                            Instant.ofEpochSecond(position.received()),
                            keywords,
                            message.size(),
                            to -> message.send(0, message.size(), to));
            out().flush();
            return 0;
        } catch (IOException e) {
            out = new BufferedOutputStream(Channels.newOutputStream(channel()), BUFFER);
            channel().truncate(before).position(before);
            throw e;
        }
    }

    @Override
    public long sync() throws IOException {
        out().flush();
        channel().force(false);
        return channel().position();
    }

    @Override
    public void finish() throws IOException {
        close();
        if (Files.exists(part)) {
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    @Override
    public void close() throws IOException {
        if (channel != null) {
            channel.close();
            channel = null;
            out = null;
        }
    }
}
