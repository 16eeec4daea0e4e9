package svc.cap.mail;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobId;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.Transaction;

/** In which message, and where in it, the bytes of a part are found: the table part. */
final class PartRows {

    /** How many hashes one statement looks for. */
    private static final int AT_ONCE = 16;

    private static final String PLACES = "?" + ",?".repeat(AT_ONCE - 1);

    private PartRows() {}

    /**
     * A row.
     *
     * @param blob the blob of the part
     * @param n the message
     * @param path the id of the part in it
     */
    record Place(BlobId blob, long n, String path) {}

    /** The messages bring these. */
    static void insert(Transaction tx, Map<Long, List<Arrival.Part>> brought) {
        List<List<Object>> rows = new ArrayList<>();
        brought.forEach((n, parts) -> parts.forEach(part -> rows.add(List.of(part.hash(), n, part.path()))));
        if (!rows.isEmpty()) {
            tx.sql().insert("INSERT INTO part (account, hash, n, path) VALUES (:account, ?, ?, ?)", rows);
        }
    }

    /** The messages go. */
    static void remove(Transaction tx, Collection<Long> numbers) {
        tx.sql().changeAmong("DELETE FROM part WHERE account = :account AND n IN (??)", numbers);
    }

    /** Where each of these blobs is found. */
    static List<Place> of(Sql sql, Collection<BlobId> blobs) {
        List<Place> places = new ArrayList<>();
        List<BlobId> all = List.copyOf(blobs);
        for (int from = 0; from < all.size(); from += AT_ONCE) {
            @Nullable Object[] hashes = new @Nullable Object[AT_ONCE];
            Arrays.setAll(hashes, i -> null);
            for (int i = from; i < Math.min(from + AT_ONCE, all.size()); i++) {
                hashes[i - from] = all.get(i).sha256();
            }
            places.addAll(sql.select(
                    "SELECT hash, n, path FROM part WHERE account = :account AND hash IN (" + PLACES + ")",
                    PartRows::place,
                    hashes));
        }
        return places;
    }

    /** All rows of the messages beyond one, up to another. */
    static Map<Long, Set<Place>> between(Sql sql, long after, long last) {
        Map<Long, Set<Place>> rows = new HashMap<>();
        sql.select(
                        "SELECT hash, n, path FROM part WHERE account = :account AND n > ? AND n <= ?",
                        PartRows::place,
                        after,
                        last)
                .forEach(place ->
                        rows.computeIfAbsent(place.n(), n -> new HashSet<>()).add(place));
        return rows;
    }

    private static Place place(Row row) {
        return new Place(BlobId.of(requireNonNull(row.bytes(1))), row.number(2), requireNonNull(row.text(3)));
    }
}
