package svc.backup.format;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import svc.backup.key.Seal;

/**
 * The chunks of a pack, in their order and without gaps.
 *
 * @param entries the chunks
 */
public record PackIndex(List<Entry> entries) {

    private static final int ENTRY = ChunkName.BYTES + Integer.BYTES;

    /**
     * A chunk of a pack.
     *
     * @param name its name
     * @param length the length of the sealed chunk
     */
    public record Entry(ChunkName name, int length) {}

    /** Returns the length of the pack. */
    public long packLength() {
        return entries.stream().mapToLong(Entry::length).sum();
    }

    /** Returns the binary form: the name and the length (4 bytes, most significant byte first) of each chunk. */
    public byte[] encode() {
        ByteBuffer bytes = ByteBuffer.allocate(entries.size() * ENTRY);
        for (Entry entry : entries) {
            bytes.put(entry.name().bytes()).putInt(entry.length());
        }
        return bytes.array();
    }

    /** Parses the binary form; empty if it is malformed. */
    public static Optional<PackIndex> decode(byte[] bytes) {
        if (bytes.length % ENTRY != 0) {
            return Optional.empty();
        }
        List<Entry> entries = new ArrayList<>(bytes.length / ENTRY);
        ByteBuffer from = ByteBuffer.wrap(bytes);
        while (from.hasRemaining()) {
            Entry entry = new Entry(ChunkName.read(from), from.getInt());
            if (entry.length() < Seal.OVERHEAD || entry.length() > ChunkCipher.LONGEST + Seal.OVERHEAD + 1) {
                return Optional.empty();
            }
            entries.add(entry);
        }
        return Optional.of(new PackIndex(entries));
    }
}
