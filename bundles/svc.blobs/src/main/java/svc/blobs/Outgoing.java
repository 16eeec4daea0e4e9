package svc.blobs;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;

/**
 * The body of a download. Its head is written with the first bytes and not before, so that there is another answer as long as
 * nothing is known to be whole. One thread.
 */
final class Outgoing extends OutputStream {

    private final HttpServletResponse response;
    private final Head head;
    private boolean begun;
    private boolean cut;

    Outgoing(HttpServletResponse response, Head head) {
        this.response = response;
        this.head = head;
    }

    /** What goes before the body. */
    interface Head {
        void write(HttpServletResponse response);
    }

    void begin() {
        if (!begun) {
            begun = true;
            head.write(response);
        }
    }

    boolean begun() {
        return begun;
    }

    /** Whether the client is gone. */
    boolean cut() {
        return cut;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        begin();
        try {
            response.getOutputStream().write(bytes, from, length);
        } catch (IOException e) {
            cut = true;
            throw e;
        }
    }
}
