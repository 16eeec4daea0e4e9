package svc.mime;

import java.io.IOException;
import java.io.OutputStream;

/** Bytes of which ranges can be had, as often as wanted: a stored blob is one by {@code stored::send}. */
@FunctionalInterface
public interface Octets {

    /** Sends a range. */
    void send(long from, long length, OutputStream out) throws IOException;

    /** Those of an array. */
    static Octets of(byte[] bytes) {
        return (from, length, out) -> out.write(bytes, Math.toIntExact(from), Math.toIntExact(length));
    }
}
