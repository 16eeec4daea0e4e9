package svc.mime;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Collection;
import svc.mime.Part.Section;

/** Random access to bytes. For a stored blob, use {@code stored::send}. */
@FunctionalInterface
public interface Octets {

    /**
     * Writes a range of the bytes to a stream.
     *
     * @param from the first byte of the range
     * @param length the number of bytes
     * @param out receives the bytes
     */
    void send(long from, long length, OutputStream out) throws IOException;

    /**
     * If at most this number of bytes is between two sections, the sections are read at once, because a separate read
     * costs more than reading the bytes between them.
     */
    int CLOSE = 65_536;

    /** Returns the same bytes. If all sections are close together, they are read once into memory. */
    static Octets together(Octets source, Collection<Section> sections) throws IOException {
        long from = sections.stream().mapToLong(Section::from).min().orElse(0);
        long end = sections.stream().mapToLong(Section::end).max().orElse(0);
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

    /** Returns the bytes of an array. */
    static Octets of(byte[] bytes) {
        return (from, length, out) -> out.write(bytes, Math.toIntExact(from), Math.toIntExact(length));
    }
}
