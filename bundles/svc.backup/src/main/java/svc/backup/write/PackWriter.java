package svc.backup.write;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import svc.backup.api.BackupTarget;
import svc.backup.format.ChunkCipher.Kind;
import svc.backup.format.ChunkName;
import svc.backup.format.DamagedObjectException;
import svc.backup.format.Layout;
import svc.backup.format.PackIndex;
import svc.backup.format.Repository;
import svc.backup.read.ChunkIndex;

/**
 * Appends chunks to packs. A pack is stored first, then its index. If the process ends in between, the pack has no
 * index and is ignored. Chunks of a pack with an index are used by later runs, also if their own run was interrupted.
 * Not thread-safe.
 */
public final class PackWriter implements Closeable {

    /** The length in bytes at which a pack ends. */
    public static final long LENGTH = 256L * 1024 * 1024;

    private static final int MOST_CHUNKS = 65_536;

    /** One of so many chunks is read back. */
    private static final int SAMPLE = 100;

    private final Repository repository;
    private final RepositoryLock lock;
    private final ChunkIndex index;
    private final RandomGenerator random;
    private final long longest;
    private final List<PackIndex.Entry> entries = new ArrayList<>();
    private final Set<ChunkName> pending = new HashSet<>();
    private BackupTarget.@Nullable Upload upload;
    private String pack = "";
    private long length;
    private long written;

    /**
     * Creates a writer.
     *
     * @param lock the lock, which is renewed after each pack
     * @param index the known chunks; the chunks of each new pack are added
     * @param random selects the chunks that are read back
     * @param longest the length at which a pack ends
     */
    public PackWriter(
            Repository repository, RepositoryLock lock, ChunkIndex index, RandomGenerator random, long longest) {
        this.repository = repository;
        this.lock = lock;
        this.index = index;
        this.random = random;
        this.longest = longest;
    }

    /** Stores a content unless the repository contains it, and returns its name. */
    public ChunkName store(Kind kind, byte[] content, int size, boolean compress) throws IOException {
        ChunkName name = repository.chunks().name(kind, content, size);
        if (!isStored(name)) {
            append(name, repository.chunks().seal(kind, name, content, size, compress));
        }
        return name;
    }

    /** Stores a sealed chunk that was read and verified. */
    public void storeSealed(ChunkName name, byte[] sealed) throws IOException {
        if (!isStored(name)) {
            append(name, sealed);
        }
    }

    /** Returns whether the repository or the open pack contains a chunk. */
    public boolean isStored(ChunkName name) {
        return pending.contains(name) || index.find(name).isPresent();
    }

    private void append(ChunkName name, byte[] sealed) throws IOException {
        if (upload != null && (length + sealed.length > longest || entries.size() == MOST_CHUNKS)) {
            finish();
        }
        if (upload == null) {
            pack = repository.newId();
            upload = repository.target().create(Layout.PACKS + pack);
        }
        upload.write(sealed, 0, sealed.length);
        entries.add(new PackIndex.Entry(name, sealed.length));
        pending.add(name);
        length += sealed.length;
    }

    /** Stores the open pack and its index. */
    public void finish() throws IOException {
        BackupTarget.Upload open = upload;
        if (open == null) {
            return;
        }
        lock.keep();
        if (!open.commit()) {
            throw new IOException("The repository already has a pack " + pack + ".");
        }
        close();
        PackIndex contents = new PackIndex(List.copyOf(entries));
        readBack(contents);
        if (!repository.write(Layout.INDEX + pack, contents.encode())) {
            throw new IOException("The repository already has an index " + pack + ".");
        }
        index.add(pack, contents);
        written += length;
        length = 0;
        entries.clear();
        pending.clear();
    }

    /** Verifies the length of the new pack and a sample of its chunks, always with the last one. */
    private void readBack(PackIndex contents) throws IOException {
        String name = Layout.PACKS + pack;
        long stored = repository.target().list(name).stream()
                .mapToLong(BackupTarget.StoredObject::size)
                .sum();
        if (stored != length) {
            throw new DamagedObjectException(name, "has " + stored + " bytes instead of the " + length + " written");
        }
        long offset = 0;
        for (PackIndex.Entry entry : contents.entries()) {
            long end = offset + entry.length();
            if ((end == length || random.nextInt(SAMPLE) == 0) && !isReadable(name, entry, offset)) {
                throw new DamagedObjectException(name, "cannot be read back at offset " + offset);
            }
            offset = end;
        }
    }

    private boolean isReadable(String name, PackIndex.Entry entry, long offset) throws IOException {
        try (InputStream in = repository.target().read(name, offset, entry.length())) {
            return repository.chunks().isIntact(entry.name(), in.readNBytes(entry.length()));
        }
    }

    /** Returns the sum of the lengths of the packs that were stored. */
    public long written() {
        return written;
    }

    /** Discards the open pack. */
    @Override
    public void close() throws IOException {
        if (upload != null) {
            upload.close();
            upload = null;
        }
    }
}
