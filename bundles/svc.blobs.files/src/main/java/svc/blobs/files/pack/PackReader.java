package svc.blobs.files.pack;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads packs. Keeps the files that were read last open. Thread-safe. */
public final class PackReader {

    private static final int CHANNELS = 64;
    private static final int ATTEMPTS = 8;
    private static final int WINDOW = 1 << 20;

    private final PackFolder folder;
    private final Map<Integer, FileChannel> channels = new LinkedHashMap<>(CHANNELS, 0.75f, true);

    public PackReader(PackFolder folder) {
        this.folder = folder;
    }

    /**
     * Reads the body of an entry; shorter if the file ends before.
     *
     * @throws NoSuchFileException the pack does not exist
     */
    public byte[] read(Place place) throws IOException {
        ByteBuffer body = ByteBuffer.allocate(place.length());
        read(place.pack(), body, place.at() + PackEntry.HEADER);
        return body.hasRemaining() ? Arrays.copyOf(body.array(), body.position()) : body.array();
    }

    /**
     * Reads until the buffer is full or the file ends. An interrupt of another thread closes the channel that the
     * threads share; it is opened again then.
     */
    private void read(int pack, ByteBuffer into, long at) throws IOException {
        for (int attempt = 1; ; attempt++) {
            FileChannel channel = folder.access(pack, () -> channel(pack));
            try {
                int read = 0;
                while (read >= 0 && into.hasRemaining()) {
                    read = channel.read(into, at + into.position());
                }
                return;
            } catch (ClosedByInterruptException e) {
                throw e;
            } catch (ClosedChannelException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private FileChannel channel(int pack) throws IOException {
        synchronized (channels) {
            FileChannel channel = channels.get(pack);
            if (channel == null || !channel.isOpen()) {
                channel = FileChannel.open(folder.path(pack), StandardOpenOption.READ);
                channels.put(pack, channel);
            }
            if (channels.size() > CHANNELS) {
                var eldest = channels.entrySet().iterator();
                eldest.next().getValue().close();
                eldest.remove();
            }
            return channel;
        }
    }

    /** Closes the file of a pack that is deleted. */
    void close(int pack) throws IOException {
        synchronized (channels) {
            FileChannel channel = channels.remove(pack);
            if (channel != null) {
                channel.close();
            }
        }
    }

    /** A function that receives the entries of a pack in their order. */
    interface Visitor {
        void entry(PackEntry entry, Place place) throws IOException;

        /** Receives a part of the pack without an intact header. */
        default void gap(long from, long to) throws IOException {}
    }

    /**
     * Reads the headers of the entries of a pack, from an offset on. After a damaged header, continues with the next
     * intact one.
     */
    void scan(int pack, long from, Visitor visitor) throws IOException {
        byte[] window = new byte[WINDOW];
        long start = from;
        int held = 0;
        long at = from;
        long good = from;
        while (true) {
            if (at + PackEntry.HEADER > start + held) {
                ByteBuffer buffer = ByteBuffer.wrap(window);
                read(pack, buffer, at);
                start = at;
                held = buffer.position();
                if (held < PackEntry.HEADER) {
                    break;
                }
            }
            Optional<PackEntry> entry = PackEntry.of(window, (int) (at - start));
            if (entry.isPresent()) {
                gap(visitor, good, at);
                visitor.entry(entry.get(), new Place(pack, at, entry.get().length()));
                good = at + entry.get().total();
            }
            at = entry.isPresent() ? good : at + PackEntry.UNIT;
        }
        gap(visitor, good, Math.max(good, folder.size(pack)));
    }

    private static void gap(Visitor visitor, long from, long to) throws IOException {
        if (from < to) {
            visitor.gap(from, to);
        }
    }
}
