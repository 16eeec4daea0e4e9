package svc.mime;

import java.io.IOException;

/** Parses messages in one pass. Malformed input never causes an error. Immutable and thread-safe. */
public final class MessageReader {

    private final ReadLimits limits;

    /** Creates a reader with these limits. */
    public MessageReader(ReadLimits limits) {
        this.limits = limits;
    }

    /** Reads a message. Memory use does not depend on the size of the message. */
    public Message read(Octets source, long size, ReadOptions options) throws IOException {
        try (MessageScan scan = scan(options)) {
            source.send(0, size, scan);
            return scan.message();
        }
    }

    /**
     * Returns a scan for a message that arrives in pieces: write the bytes to it, then call
     * {@link MessageScan#message}.
     */
    public MessageScan scan(ReadOptions options) {
        return new MessageScan(limits, options);
    }
}
