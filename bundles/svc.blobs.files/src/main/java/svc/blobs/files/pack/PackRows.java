package svc.blobs.files.pack;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import svc.api.blob.BlobId;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/** The rows that say where blobs are in packs. All statements except {@link #put} run in the scope of the system. */
public final class PackRows {

    private PackRows() {}

    /**
     * A blob in a pack.
     *
     * @param place its entry
     */
    public record PackedBlob(String organization, BlobId id, Place place) {}

    public static Optional<Place> find(Sql sql, String organization, BlobId id) {
        return sql.first(
                "SELECT place, length FROM blob_place WHERE organization = ? AND hash = ?",
                PackRows::place,
                organization,
                id.sha256());
    }

    /** Returns blobs at random places. */
    public static List<PackedBlob> sample(Sql sql, int count, RandomGenerator random) {
        long last = sql.first("SELECT place FROM blob_place ORDER BY place DESC LIMIT 1", row -> row.getLong(1))
                .orElse(-1L);
        List<PackedBlob> blobs = new ArrayList<>();
        for (int i = 0; i < count && last >= 0; i++) {
            blobs.add(sql.first(
                            "SELECT place, length, organization, hash FROM blob_place WHERE place >= ? ORDER BY place"
                                    + " LIMIT 1",
                            PackRows::blob,
                            random.nextLong(last + 1))
                    .orElseThrow());
        }
        return blobs;
    }

    private static Place place(Row row) {
        return Place.of(row.getLong(1), (int) row.getLong(2));
    }

    /** Records a new place of a blob, in the scope of any account. Its earlier place becomes dead. */
    public static void put(SqlWriter sql, PackedBlob blob) {
        byte[] hash = blob.id().sha256();
        sql.update(
                "INSERT INTO blob_dead (place, length) SELECT place, length FROM blob_place"
                        + " WHERE organization = ? AND hash = ? AND place <> ? AND :account >= 0 ON CONFLICT (place) DO NOTHING",
                blob.organization(),
                hash,
                blob.place().number());
        sql.update(
                "INSERT INTO blob_place (place, organization, hash, length) SELECT ?, ?, ?, ? WHERE :account >= 0"
                        + " ON CONFLICT (organization, hash) DO UPDATE SET place = excluded.place, length = excluded.length",
                blob.place().number(),
                blob.organization(),
                hash,
                blob.place().length());
    }

    /** Records the place of a blob without a place. Returns whether the blob had none. */
    static boolean add(SqlWriter sql, PackedBlob blob) {
        return sql.update(
                        "INSERT INTO blob_place (place, organization, hash, length) VALUES (?, ?, ?, ?)"
                                + " ON CONFLICT DO NOTHING",
                        blob.place().number(),
                        blob.organization(),
                        blob.id().sha256(),
                        blob.place().length())
                > 0;
    }

    /** Returns whether the bytes of an entry must be overwritten. */
    static boolean isDead(Sql sql, Place place) {
        return sql.exists("SELECT 1 FROM blob_dead WHERE place = ?", place.number());
    }

    /** Records that a blob was copied, unless it was written again or removed meanwhile; then the copy is dead. */
    static void move(SqlWriter sql, PackedBlob blob, Place to) {
        int moved = sql.update(
                "UPDATE blob_place SET place = ? WHERE place = ? AND organization = ? AND hash = ?",
                to.number(),
                blob.place().number(),
                blob.organization(),
                blob.id().sha256());
        if (moved == 0) {
            dead(sql, to);
        }
    }

    /** Removes a blob if it still has this place. Returns whether it has no place now. */
    static boolean remove(SqlWriter sql, PackedBlob blob) {
        int removed = sql.update(
                "DELETE FROM blob_place WHERE place = ? AND organization = ? AND hash = ?",
                blob.place().number(),
                blob.organization(),
                blob.id().sha256());
        if (removed > 0) {
            dead(sql, blob.place());
        }
        return removed > 0 || find(sql, blob.organization(), blob.id()).isEmpty();
    }

    /** Records that the bytes of an entry must be overwritten. */
    static void dead(SqlWriter sql, Place place) {
        sql.update(
                "INSERT INTO blob_dead (place, length) VALUES (?, ?) ON CONFLICT DO NOTHING",
                place.number(),
                place.length());
    }

    /** Returns dead entries whose bytes may not be overwritten. */
    static List<Place> dead(Sql sql, int most) {
        return sql.select("SELECT place, length FROM blob_dead ORDER BY place LIMIT ?", PackRows::place, most);
    }

    /** Records that the bytes of dead entries are overwritten. */
    static void overwritten(SqlWriter sql, List<Place> places) {
        sql.updateIn(
                "DELETE FROM blob_dead WHERE place IN (??)",
                places.stream().map(Place::number).toList());
    }

    /** Records that a pack without blobs is deleted. */
    static void deleted(SqlWriter sql, int pack) {
        sql.update("DELETE FROM blob_pack WHERE pack = ?", pack);
        sql.update("DELETE FROM blob_dead WHERE place >= ? AND place < ?", Place.first(pack), Place.first(pack + 1));
    }

    /** Returns when a pack may be compacted; empty if its entries were not compared with the rows. */
    static Optional<Instant> compactable(Sql sql, int pack) {
        return sql.first(
                "SELECT compact_at FROM blob_pack WHERE pack = ?", row -> Instant.ofEpochMilli(row.getLong(1)), pack);
    }

    /** Records that the entries of a pack were compared with the rows. */
    static void compared(SqlWriter sql, int pack, Instant compactable) {
        sql.update(
                "INSERT INTO blob_pack (pack, compact_at) VALUES (?, ?) ON CONFLICT DO NOTHING",
                pack,
                compactable.toEpochMilli());
    }

    /** Returns blobs of a pack in the order of their places. */
    static List<PackedBlob> of(Sql sql, int pack, int most) {
        return between(sql, Place.first(pack), Place.first(pack + 1), most);
    }

    /** Returns the blobs from a place until before another one, in the order of their places. */
    static List<PackedBlob> between(Sql sql, long from, long to, int most) {
        return sql.select(
                "SELECT place, length, organization, hash FROM blob_place WHERE place >= ? AND place < ? ORDER BY place LIMIT ?",
                PackRows::blob,
                from,
                to,
                most);
    }

    private static PackedBlob blob(Row row) {
        return new PackedBlob(requireNonNull(row.getString(3)), BlobId.of(requireNonNull(row.getBytes(4))), place(row));
    }

    /** Returns the last place in a pack. */
    static Optional<Place> last(Sql sql, int pack) {
        return sql.first(
                "SELECT place, length FROM blob_place WHERE place >= ? AND place < ? ORDER BY place DESC LIMIT 1",
                PackRows::place,
                Place.first(pack),
                Place.first(pack + 1));
    }

    /** Returns the number of bytes of a pack that its blobs use. */
    static long used(Sql sql, int pack) {
        return sql.number(
                "SELECT coalesce(sum(length + ?), 0) FROM blob_place WHERE place >= ? AND place < ?",
                PackEntry.HEADER + PackEntry.UNIT - 1,
                Place.first(pack),
                Place.first(pack + 1));
    }

    /** Returns the numbers of the packs that have a blob. */
    static List<Integer> packs(Sql sql) {
        List<Integer> found = new ArrayList<>();
        Optional<Integer> next = Optional.of(0);
        while (next.isPresent()) {
            next = sql.first(
                    "SELECT place FROM blob_place WHERE place >= ? ORDER BY place LIMIT 1",
                    row -> Place.of(row.getLong(1), 0).pack(),
                    Place.first(next.get() + 1));
            next.ifPresent(found::add);
        }
        return found;
    }

    /** Returns the highest number of a pack that has a blob; 0 if there is none. */
    static int lastPack(Sql sql) {
        return Place.of(sql.number("SELECT max(place) FROM blob_place"), 0).pack();
    }

    /** Returns the blobs of an organization after an id, in order. */
    public static List<BlobId> list(Sql sql, String organization, Optional<BlobId> after, int most) {
        return sql.select(
                "SELECT hash FROM blob_place WHERE organization = ? AND hash > ? ORDER BY hash LIMIT ?",
                row -> BlobId.of(requireNonNull(row.getBytes(1))),
                organization,
                after.map(BlobId::sha256).orElse(new byte[0]),
                most);
    }

    /** Returns blobs of an organization with their places. */
    static List<PackedBlob> some(Sql sql, String organization, int most) {
        return sql.select(
                "SELECT place, length, organization, hash FROM blob_place WHERE organization = ? ORDER BY hash LIMIT ?",
                PackRows::blob,
                organization,
                most);
    }

    /** Returns the organizations that have blobs in packs. */
    public static Set<String> organizations(Sql sql) {
        Set<String> found = new TreeSet<>();
        Optional<String> next = Optional.of("");
        while (next.isPresent()) {
            next = sql.first(
                    "SELECT organization FROM blob_place WHERE organization > ? ORDER BY organization LIMIT 1",
                    row -> requireNonNull(row.getString(1)),
                    next.get());
            next.ifPresent(found::add);
        }
        return found;
    }
}
