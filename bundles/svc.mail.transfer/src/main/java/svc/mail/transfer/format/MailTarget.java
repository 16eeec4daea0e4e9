package svc.mail.transfer.format;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import svc.api.blob.BlobStore.StoredBlob;
import svc.cap.mail.api.MailStore.Position;

/** The target of an export, which receives one mailbox after the other. Not thread-safe. */
public interface MailTarget extends AutoCloseable {

    /** Continues a mailbox at the given position. Data written after the position is removed. */
    void open(List<String> path, ExportPosition step) throws IOException;

    /**
     * Writes a message.
     *
     * @return the number of keywords that the format cannot represent
     */
    int write(Position position, Set<String> keywords, StoredBlob message) throws IOException;

    /** Flushes everything to disk and returns the length of the mailbox file; 0 if each message has its own file. */
    long sync() throws IOException;

    /** Completes the mailbox and gives it its final name. May be called again for a complete mailbox. */
    void finish() throws IOException;

    /** Closes an open mailbox without completing it. */
    @Override
    void close() throws IOException;
}
