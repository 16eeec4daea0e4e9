package svc.backup.read;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.Comparator;
import svc.backup.format.ChunkName;
import svc.backup.format.DamagedObjectException;
import svc.backup.format.FileEntry;
import svc.backup.format.Layout;
import svc.backup.format.Repository;

/** Reads chunks. Each chunk is verified by its seal and its name. */
public final class ChunkReader {

    private final Repository repository;
    private final ChunkIndex index;

    /** Creates a reader that finds chunks with an index. */
    public ChunkReader(Repository repository, ChunkIndex index) {
        this.repository = repository;
        this.index = index;
    }

    /** Receives the names of the chunks of a file. */
    @FunctionalInterface
    public interface NameVisitor {

        /** Called for each chunk, in the order of the file. */
        void visit(ChunkName name) throws IOException;
    }

    /**
     * Returns the content of a chunk.
     *
     * @throws DamagedObjectException the chunk is in no index, or is damaged
     */
    public byte[] read(ChunkName name) throws IOException {
        ChunkIndex.Place place = place(name);
        return repository.chunks().open(name, sealed(place)).orElseThrow(() -> damaged(place));
    }

    /**
     * Returns a chunk in its sealed form, after it was verified.
     *
     * @throws DamagedObjectException the chunk is in no index, or is damaged
     */
    public byte[] sealed(ChunkName name) throws IOException {
        ChunkIndex.Place place = place(name);
        byte[] sealed = sealed(place);
        if (!repository.chunks().isIntact(name, sealed)) {
            throw damaged(place);
        }
        return sealed;
    }

    private ChunkIndex.Place place(ChunkName name) throws DamagedObjectException {
        return index.find(name)
                .orElseThrow(() -> new DamagedObjectException(
                        Layout.INDEX, "does not contain the chunk " + name.text() + " in any of its parts"));
    }

    private static DamagedObjectException damaged(ChunkIndex.Place place) {
        return new DamagedObjectException(Layout.PACKS + place.pack(), "is damaged at offset " + place.offset());
    }

    /** Returns the bytes of a sealed chunk, which are not verified. */
    private byte[] sealed(ChunkIndex.Place place) throws IOException {
        String pack = Layout.PACKS + place.pack();
        try (InputStream in = repository.target().read(pack, place.offset(), place.length())) {
            return in.readNBytes(place.length());
        } catch (NoSuchFileException e) {
            throw new DamagedObjectException(pack, "is missing");
        }
    }

    /** Returns the order in which chunks can be read from packs without going back. */
    public Comparator<ChunkName> order() {
        return Comparator.comparing(
                name -> index.find(name).orElseThrow(),
                Comparator.comparing(ChunkIndex.Place::pack).thenComparing(ChunkIndex.Place::offset));
    }

    /**
     * Visits the names of the chunks of a file.
     *
     * @throws DamagedObjectException a list of names cannot be read
     */
    public void names(FileEntry entry, NameVisitor visitor) throws IOException {
        for (String text : entry.chunks()) {
            ChunkName name = ChunkName.of(text);
            if (entry.lists()) {
                ByteBuffer names = ByteBuffer.wrap(read(name));
                while (names.remaining() >= ChunkName.BYTES) {
                    visitor.visit(ChunkName.read(names));
                }
            } else {
                visitor.visit(name);
            }
        }
    }
}
