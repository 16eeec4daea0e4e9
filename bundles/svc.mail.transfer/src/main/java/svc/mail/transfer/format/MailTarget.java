package svc.mail.transfer;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import svc.api.blob.BlobStore.Stored;
import svc.cap.mail.api.MailStore.Place;
import svc.mail.transfer.Journal.Step;

/** Where an export writes: one mailbox after the other. One thread. */
interface MailTarget extends AutoCloseable {

    /** Goes on with a mailbox where it was; what was written behind that is taken away. */
    void open(List<String> path, Step step) throws IOException;

    /**
     * Writes a message.
     *
     * @return how many of its keywords have no place in this format
     */
    int write(Place place, Set<String> words, Stored message) throws IOException;

    /** Brings everything to the disk; the length of the mailbox's file. */
    long sync() throws IOException;

    /** The mailbox is complete, and gets its name. It may be called again for one that was complete before. */
    void finish() throws IOException;

    /** Leaves an open mailbox as it is. */
    @Override
    void close() throws IOException;
}
