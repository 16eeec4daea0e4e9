package svc.mime;

import java.io.IOException;

/** Reads messages, each once and from front to back. Nothing that a message holds is an error. Immutable; any thread. */
public final class MessageReader {

    private final ReadLimits limits;

    /** Reads within limits. */
    public MessageReader(ReadLimits limits) {
        this.limits = limits;
    }

    /** Reads a message; memory does not grow with its size. */
    public Message read(Octets source, long size, Intake intake) throws IOException {
        try (MessageScan scan = scan(intake)) {
            source.send(0, size, scan);
            return scan.message();
        }
    }

    /** The same for bytes that come: write them into it, then ask for the message. */
    public MessageScan scan(Intake intake) {
        return new MessageScan(limits, intake);
    }
}
