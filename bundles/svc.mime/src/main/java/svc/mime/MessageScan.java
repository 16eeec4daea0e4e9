package svc.mime;

import java.io.OutputStream;

/** Reads a message while its bytes are written into it. One thread at a time. */
public final class MessageScan extends OutputStream {

    MessageScan(ReadLimits limits, Intake intake) {}

    @Override
    public void write(int octet) {
        write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        throw new UnsupportedOperationException();
    }

    /** What was read; nothing can be written after that. */
    public Message message() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
}
