package svc.cap.mail.message;

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

/** The table {@code part}: the messages that contain a blob as a part, and the id of the part. */
public final class PartRows {

    /** Number of hashes in one statement. */
    private static final int AT_ONCE = 16;

    private static final String PLACES = "?" + ",?".repeat(AT_ONCE - 1);

    private PartRows() {}

    /**
     * A row.
     *
     * @param blob the blob of the part
     * @param n the number of the email
     * @param path the id of the part
     */
    public record Place(BlobId blob, long n, String path) {}

    /** Inserts the parts of emails. */
    static void insert(Transaction tx, Map<Long, List<ParsedMessage.Part>> partsByEmail) {
        List<List<Object>> rows = new ArrayList<>();
        partsByEmail.forEach((n, parts) -> parts.forEach(part -> rows.add(List.of(part.hash(), n, part.path()))));
        if (!rows.isEmpty()) {
            tx.sql().insert("INSERT INTO part (account, hash, n, path) VALUES (:account, ?, ?, ?)", rows);
        }
    }

    /** Deletes the rows of emails. */
    static void remove(Transaction tx, Collection<Long> numbers) {
        tx.sql().updateIn("DELETE FROM part WHERE account = :account AND n IN (??)", numbers);
    }

    /** Returns the rows of blobs. */
    public static List<Place> of(Sql sql, Collection<BlobId> blobs) {
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

    /**
     * Returns all rows of the emails whose numbers are greater than {@code after} and at most {@code last}, by email.
     */
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
        return new Place(BlobId.of(requireNonNull(row.getBytes(1))), row.getLong(2), requireNonNull(row.getString(3)));
    }
}
