package svc.backup.read;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import svc.backup.format.BackupException;
import svc.backup.format.ChunkCipher;
import svc.backup.format.ChunkName;
import svc.backup.format.FileEntry;
import svc.backup.format.Repository;
import svc.backup.format.RunManifest;

/**
 * Reads parts of the files of a run, in any order. It reads only the chunks that contain them, and keeps some chunks and
 * entries in memory. Not thread-safe.
 */
public final class RunFiles {

    private static final int CHUNKS_KEPT = 16;
    private static final int ENTRIES_KEPT = 256;

    private final Repository repository;
    private final List<String> lists;
    private final ChunkReader chunks;
    private final Map<ChunkName, byte[]> content = new Kept<>(CHUNKS_KEPT);
    private final Map<String, FileEntry> entries = new Kept<>(ENTRIES_KEPT);

    RunFiles(Repository repository, RunManifest manifest, ChunkReader chunks) {
        this.repository = repository;
        this.lists = manifest.files();
        this.chunks = chunks;
    }

    /** Returns the entry of a file. Searches the sorted list from its middle. */
    public Optional<FileEntry> find(String path) throws IOException {
        FileEntry known = entries.get(path);
        if (known != null) {
            return Optional.of(known);
        }
        int low = 0;
        int high = lists.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) / 2;
            boolean before = list(middle).next().orElseThrow().path().compareTo(path) <= 0;
            low = before ? middle : low;
            high = before ? high : middle - 1;
        }
        FileList list = list(low);
        for (Optional<FileEntry> next = list.next(); next.isPresent(); next = list.next()) {
            if (next.get().path().equals(path)) {
                entries.put(path, next.get());
                return next;
            }
        }
        return Optional.empty();
    }

    private FileList list(int number) {
        return new FileList(repository, chunks, lists.subList(number, Math.min(number + 1, lists.size())));
    }

    /**
     * Reads bytes of a file, at most to the end of a chunk.
     *
     * @return the number of bytes that were read; -1 at the end of the file
     * @throws BackupException a chunk is missing or damaged
     */
    public int read(FileEntry file, ByteBuffer into, long at) throws IOException {
        if (at >= file.size()) {
            return -1;
        }
        byte[] chunk = chunk(name(file, at / ChunkCipher.CHUNK));
        int from = (int) (at % ChunkCipher.CHUNK);
        int length = Math.min(into.remaining(), chunk.length - from);
        if (length <= 0) {
            throw new BackupException("A chunk of the file \"" + file.path() + "\" is too short.");
        }
        into.put(chunk, from, length);
        return length;
    }

    /** Returns the name of a chunk of a file. */
    private ChunkName name(FileEntry file, long number) throws IOException {
        if (!file.lists()) {
            return ChunkName.of(file.chunks().get((int) number));
        }
        byte[] names = chunk(ChunkName.of(file.chunks().get((int) (number / FileEntry.NAMES_IN_LIST))));
        int at = (int) (number % FileEntry.NAMES_IN_LIST) * ChunkName.BYTES;
        if (at + ChunkName.BYTES > names.length) {
            throw new BackupException("A list of chunks of the file \"" + file.path() + "\" is too short.");
        }
        return ChunkName.read(ByteBuffer.wrap(names, at, ChunkName.BYTES));
    }

    private byte[] chunk(ChunkName name) throws IOException {
        byte[] known = content.get(name);
        if (known == null) {
            known = chunks.read(name);
            content.put(name, known);
        }
        return known;
    }

    /** The values that were used last. */
    private static final class Kept<K, V> extends LinkedHashMap<K, V> {

        private static final long serialVersionUID = 1;
        private static final float LOAD = 0.75f;

        private final int most;

        Kept(int most) {
            super(most, LOAD, true);
            this.most = most;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > most;
        }
    }
}
