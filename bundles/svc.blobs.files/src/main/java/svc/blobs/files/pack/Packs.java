package svc.blobs.files.pack;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import svc.api.store.Transaction.Durable;
import svc.blobs.files.disk.DurableFiles;

/**
 * The packs of a home. Entries are appended to one open pack, which is sealed when it is large or an hour old. A sealed
 * pack is never appended to. The number of a pack is never used again: the pack with the highest number is never deleted.
 * Thread-safe.
 */
public final class Packs {

    private static final long FULL = 64L << 20;
    private static final Duration OPEN = Duration.ofHours(1);

    /** After this time, the garbage collector has removed the blobs of a pack that nothing refers to. */
    static final Duration SETTLED = Duration.ofHours(25);

    private final PackFolder folder;
    private final Pack.Disk disk;
    private final IntSupplier used;
    private final Set<Integer> retired = ConcurrentHashMap.newKeySet();
    private @Nullable Pack open;

    /**
     * Creates the packs of a folder.
     *
     * @param used returns the highest number of a pack that the database knows
     */
    Packs(PackFolder folder, Pack.Disk disk, IntSupplier used) {
        this.folder = folder;
        this.disk = disk;
        this.used = used;
    }

    /** A new entry, and the data that must be forced to the disk before the entry is used. */
    public record Appended(Place place, Durable durable) {}

    public PackFolder folder() {
        return folder;
    }

    /** Appends an entry to the open pack. It is not forced to the disk. */
    public Appended append(String organization, byte[] hash, byte[] body) throws IOException {
        PackEntry entry = new PackEntry(body.length, folder.now(), organization, hash);
        byte[] bytes = new byte[Math.toIntExact(entry.total())];
        System.arraycopy(entry.header(), 0, bytes, 0, PackEntry.HEADER);
        System.arraycopy(body, 0, bytes, PackEntry.HEADER, entry.length());
        synchronized (this) {
            Pack pack = writable(bytes.length);
            return new Appended(new Place(pack.number(), folder.append(pack, bytes), entry.length()), pack);
        }
    }

    private Pack writable(int length) throws IOException {
        sealIfOld();
        Pack pack = open;
        if (pack != null && (pack.failed() || pack.end() + length > FULL)) {
            seal();
            pack = open;
        }
        if (pack == null) {
            DurableFiles.folder(folder.path());
            int number = Math.max(folder.last(), used.getAsInt()) + 1;
            pack = Pack.create(number, folder.path(number), folder.now(), disk);
            open = pack;
        }
        return pack;
    }

    /** Seals the open pack if it is an hour old. */
    synchronized void sealIfOld() {
        Pack pack = open;
        Instant now = folder.now();
        if (pack != null
                && (now.isBefore(pack.created()) || now.isAfter(pack.created().plus(OPEN)))) {
            seal();
        }
    }

    /** Seals the open pack. */
    public synchronized void seal() {
        Pack pack = open;
        open = null;
        if (pack != null) {
            pack.seal();
        }
    }

    private synchronized boolean isOpen(int number) {
        Pack pack = open;
        return pack != null && pack.number() == number;
    }

    /** Returns the numbers of the packs without the open one. */
    List<Integer> sealed() throws IOException {
        List<Integer> sealed = new ArrayList<>(folder.numbers());
        sealed.removeIf(this::isOpen);
        return sealed;
    }

    /**
     * Returns the packs that were not written for some time, without the last one: no blob of them waits for its commit,
     * and few are unreferenced, which would seem younger in another pack. A pack with a timestamp that is unreadable or
     * in the future is left out.
     */
    List<Integer> settled() throws IOException {
        List<Integer> settled = new ArrayList<>(sealed());
        int last = folder.last();
        Instant until = folder.now().minus(SETTLED);
        settled.removeIf(number -> number == last
                || folder.lastModified(number).filter(at -> !at.isAfter(until)).isEmpty());
        return settled;
    }

    /** Prevents that entries of a pack that no transaction has committed yet are committed later. */
    void retire(int pack) {
        retired.add(pack);
    }

    public boolean isRetired(int pack) {
        return retired.contains(pack);
    }

    /** Overwrites entries with void ones. The timestamps of sealed packs stay. */
    public void overwrite(Collection<Place> places) throws IOException {
        sealIfOld();
        Map<Integer, List<Place>> byPack = new TreeMap<>();
        places.forEach(place ->
                byPack.computeIfAbsent(place.pack(), any -> new ArrayList<>()).add(place));
        for (Map.Entry<Integer, List<Place>> part : byPack.entrySet()) {
            folder.overwrite(part.getKey(), part.getValue(), !isOpen(part.getKey()));
        }
    }
}
