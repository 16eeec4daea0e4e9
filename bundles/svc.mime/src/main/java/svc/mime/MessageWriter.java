package svc.mime;

import java.io.IOException;
import java.io.OutputStream;
import java.util.random.RandomGenerator;
import svc.api.time.Clock;

/** Writes messages: lines of at most 78 characters where that can be, 7-bit bytes only but for messages that are attached. Any thread. */
public final class MessageWriter {

    /**
     * A writer.
     *
     * @param clock the Date of messages that have none
     * @param random boundaries and Message-IDs
     * @param host what stands after the @ of a Message-ID
     */
    public MessageWriter(Clock clock, RandomGenerator random, String host) {}

    /** Writes a message; what is stored is streamed. */
    public void write(Draft draft, OutputStream out) throws IOException {
        throw new UnsupportedOperationException();
    }
}
