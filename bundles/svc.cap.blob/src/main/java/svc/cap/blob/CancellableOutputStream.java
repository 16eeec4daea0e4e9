package svc.cap.blob;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import svc.api.jmap.Call;

/** Bytes on their way, for as long as the request may go on. It is asked before each portion, a segment of a blob. */
final class Watched extends FilterOutputStream {

    private final Call call;

    Watched(OutputStream out, Call call) {
        super(out);
        this.call = call;
    }

    @Override
    public void write(int one) throws IOException {
        call.proceed();
        out.write(one);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        call.proceed();
        out.write(bytes, from, length);
    }
}
