package svc.mail.transfer.format;

import java.io.IOException;

/** A source of messages in files. Not thread-safe. */
public interface MailSource {

    /** Returns the amount of work, in a unit of the source. */
    long units() throws IOException;

    /** Sends all folders and messages to the sink. */
    void read(MessageSink sink) throws IOException;
}
