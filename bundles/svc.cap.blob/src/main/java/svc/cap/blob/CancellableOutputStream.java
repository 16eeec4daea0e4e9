package svc.cap.blob;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import svc.api.jmap.MethodCall;

/** An output stream that checks the deadline of the request before each write. */
final class CancellableOutputStream extends FilterOutputStream {

    private final MethodCall call;

    CancellableOutputStream(OutputStream out, MethodCall call) {
        super(out);
        this.call = call;
    }

    @Override
    public void write(int one) throws IOException {
        call.checkDeadline();
        out.write(one);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        call.checkDeadline();
        out.write(bytes, from, length);
    }
}
