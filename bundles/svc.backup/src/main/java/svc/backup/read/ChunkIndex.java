package svc.backup.read;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import svc.backup.api.BackupTarget.StoredObject;
import svc.backup.format.ChunkName;
import svc.backup.format.DamagedObjectException;
import svc.backup.format.Layout;
import svc.backup.format.PackIndex;
import svc.backup.format.Repository;

/** The places of the chunks of a repository. Not thread-safe. */
public final class ChunkIndex {

    private final Map<ChunkName, Place> places = new HashMap<>();
    private final TreeMap<String, Long> packs = new TreeMap<>();
    private final Set<String> unindexed = new HashSet<>();
    private final Map<String, PackIndex> broken = new TreeMap<>();
    private final List<DamagedObjectException> damage = new ArrayList<>();

    private ChunkIndex() {}

    /**
     * Where a chunk is.
     *
     * @param pack the id of the pack
     * @param offset the offset of the sealed chunk
     * @param length the length of the sealed chunk
     */
    public record Place(String pack, long offset, int length) {}

    /**
     * Reads all indexes, for a reader. A chunk of a pack that is missing or has the wrong length is found if no other pack
     * contains it.
     */
    public static ChunkIndex load(Repository repository) throws IOException {
        ChunkIndex index = intact(repository, Set.of());
        index.broken.forEach(index::add);
        return index;
    }

    /**
     * Reads the indexes of packs that have the right length, for a writer, which stores other chunks again.
     *
     * @param without the ids of packs that are left out
     */
    public static ChunkIndex intact(Repository repository, Set<String> without) throws IOException {
        ChunkIndex index = new ChunkIndex();
        Map<String, Long> lengths = repository.target().list(Layout.PACKS).stream()
                .collect(Collectors.toMap(object -> Layout.id(object.name()), StoredObject::size));
        index.unindexed.addAll(lengths.keySet());
        for (StoredObject object : repository.target().list(Layout.INDEX)) {
            String pack = Layout.id(object.name());
            index.unindexed.remove(pack);
            if (Layout.isKnown(object.name()) && !without.contains(pack)) {
                index.load(repository, pack, Optional.ofNullable(lengths.get(pack)));
            }
        }
        index.unindexed.removeAll(without);
        return index;
    }

    private void load(Repository repository, String pack, Optional<Long> length) throws IOException {
        try {
            PackIndex read = read(repository, pack);
            if (length.equals(Optional.of(read.packLength()))) {
                add(pack, read);
            } else {
                broken.put(pack, read);
                damage.add(new DamagedObjectException(
                        Layout.PACKS + pack,
                        length.map(actual -> "has " + actual + " bytes instead of " + read.packLength())
                                .orElse("is missing")));
            }
        } catch (DamagedObjectException e) {
            damage.add(e);
        }
    }

    /** Reads the index of one pack. */
    public static PackIndex read(Repository repository, String pack) throws IOException {
        String name = Layout.INDEX + pack;
        return PackIndex.decode(repository.read(name))
                .orElseThrow(() -> new DamagedObjectException(name, "is malformed"));
    }

    /** Adds the chunks of a pack. A chunk that is in several packs keeps its first place. */
    public void add(String pack, PackIndex index) {
        packs.put(pack, index.packLength());
        long offset = 0;
        for (PackIndex.Entry entry : index.entries()) {
            places.putIfAbsent(entry.name(), new Place(pack, offset, entry.length()));
            offset += entry.length();
        }
    }

    /** Returns where a chunk is; empty if no index contains it. */
    public Optional<Place> find(ChunkName name) {
        return Optional.ofNullable(places.get(name));
    }

    /** Returns the number of chunks. */
    public int size() {
        return places.size();
    }

    /** Returns the ids and lengths of the packs. */
    public Map<String, Long> packs() {
        return packs;
    }

    /** Returns the ids of packs without an index: an interrupted run has left them. */
    public Set<String> unindexed() {
        return unindexed;
    }

    /** Returns the ids of the packs that are missing or have the wrong length. */
    public Set<String> broken() {
        return broken.keySet();
    }

    /** Returns the damaged indexes, and the packs that are missing or have the wrong length. */
    public List<DamagedObjectException> damage() {
        return damage;
    }
}
