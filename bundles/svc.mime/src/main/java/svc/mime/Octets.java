package svc.mime;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Collection;

/** Bytes of which ranges can be had, as often as wanted: a stored blob is one by {@code stored::send}. */
@FunctionalInterface
public interface Octets {

    /** Sends a range. */
    void send(long from, long length, OutputStream out) throws IOException;

    /** What lies so close together is read at once: an asking costs more than the bytes between. */
    int CLOSE = 65_536;

    /** The same; sections that are all close together are read now, and once. */
    static Octets together(Octets source, Collection<Part.Section> sections) throws IOException {
        long from = sections.stream().mapToLong(Part.Section::from).min().orElse(0);
        long end = sections.stream().mapToLong(Part.Section::end).max().orElse(0);
        if (sections.size() < 2 || end - from > CLOSE) {
            return source;
        }
        ByteArrayOutputStream read = new ByteArrayOutputStream(Math.toIntExact(end - from));
        source.send(from, end - from, read);
        byte[] bytes = read.toByteArray();
        return (at, length, out) -> {
            if (at >= from && at + length <= end) {
                out.write(bytes, (int) (at - from), (int) length);
            } else {
                source.send(at, length, out);
            }
        };
    }

    /** Those of an array. */
    static Octets of(byte[] bytes) {
        return (from, length, out) -> out.write(bytes, Math.toIntExact(from), Math.toIntExact(length));
    }
}
