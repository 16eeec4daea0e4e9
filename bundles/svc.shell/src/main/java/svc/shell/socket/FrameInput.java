package svc.shell.socket;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import svc.shell.socket.Frames.Frame;

/**
 * The standard input of the client, read from its frames. The end of the connection is the end of the input. Not
 * thread-safe.
 */
final class FrameInput extends InputStream {

    private final Frames frames;
    private ByteBuffer content = ByteBuffer.allocate(0);
    private boolean ended;

    FrameInput(Frames frames) {
        this.frames = frames;
    }

    @Override
    public int read() throws IOException {
        return more() ? content.get() & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!more()) {
            return -1;
        }
        int some = Math.min(length, content.remaining());
        content.get(bytes, from, some);
        return some;
    }

    private boolean more() throws IOException {
        while (!ended && !content.hasRemaining()) {
            try {
                Frame frame = frames.next();
                if (frame.type() == Frames.REQUEST) {
                    throw new Frames.Garbled("a second request");
                }
                ended = frame.type() == Frames.END;
                content = frame.content();
            } catch (EOFException e) {
                ended = true;
            }
        }
        return content.hasRemaining();
    }
}
