package svc.mail.transfer.format;

import java.io.IOException;

/** A source of messages in files. Not thread-safe. */
public interface MailSource {

    /**
     * Returns the size of the source for the progress display, in a unit that the source chooses: bytes or messages.
     */
    long units() throws IOException;

    /** Sends all folders and messages to the sink. */
    void read(MessageSink sink) throws IOException;
}
