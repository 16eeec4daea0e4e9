package svc.mime;

import java.io.IOException;
import java.io.OutputStream;

/** Nothing to decode. */
final class PlainDecoding extends OutputStream {

    private final OutputStream out;

    PlainDecoding(OutputStream out) {
        this.out = out;
    }

    @Override
    public void write(int octet) throws IOException {
        out.write(octet);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        out.write(bytes, from, length);
    }
}
