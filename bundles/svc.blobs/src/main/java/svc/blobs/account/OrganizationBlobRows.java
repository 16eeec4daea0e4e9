package svc.blobs;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobId;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/** The rows of all accounts; all statements are for the scope of the system. */
final class CollectorRows {

    private static final int AT_ONCE = 16;
    private static final String HASHES = "(" + "?,".repeat(AT_ONCE - 1) + "?)";

    private CollectorRows() {}

    /** A blob of an organization. */
    record Place(String organization, BlobId id) {}

    /** A right without a reference; the order is that of the three numbers. */
    record Loose(long organizationNumber, long account, Place place) {}

    /** Those after one, in their order, that may be collected at this time. */
    static List<Loose> loose(Sql sql, @Nullable Loose after, Instant now, int most) {
        long organization = after == null ? 0 : after.organizationNumber();
        byte[] hash = after == null ? new byte[0] : after.place().id().sha256();
        return sql.select(
                "SELECT r.hash, r.organization, r.account, o.id FROM blob_right r"
                        + " JOIN blob_organization o ON o.n = r.organization"
                        + " WHERE r.loose IS NOT NULL AND (r.organization, r.hash, r.account) > (?, ?, ?) AND r.loose <= ?"
                        + " ORDER BY r.organization, r.hash, r.account LIMIT ?",
                row -> new Loose(
                        row.number(2), row.number(3), new Place(requireNonNull(row.text(4)), BlobRows.id(row))),
                organization,
                hash,
                after == null ? 0 : after.account(),
                now.toEpochMilli(),
                most);
    }

    /** Takes a right away, if still nothing refers to it. */
    static boolean drop(SqlWriter sql, Loose right, Instant now) {
        return sql.change(
                        "DELETE FROM blob_right WHERE account = ? AND hash = ? AND loose IS NOT NULL AND loose <= ?",
                        right.account(),
                        right.place().id().sha256(),
                        now.toEpochMilli())
                > 0;
    }

    /** Whether an account of the organization holds it. Whoever refers to a blob holds it. */
    static boolean held(Sql sql, Place place) {
        return !sql.select(
                        "SELECT 1 FROM blob_right WHERE organization = (SELECT n FROM blob_organization WHERE id = ?)"
                                + " AND hash = ? LIMIT 1",
                        row -> true,
                        place.organization(),
                        place.id().sha256())
                .isEmpty();
    }

    /** Which of these an account of the organization holds. */
    static Set<BlobId> held(Sql sql, String organization, Collection<BlobId> ids) {
        List<BlobId> all = List.copyOf(ids);
        Set<BlobId> held = new HashSet<>();
        for (int from = 0; from < all.size(); from += AT_ONCE) {
            List<@Nullable Object> arguments = new ArrayList<>(List.of(organization));
            for (int i = 0; i < AT_ONCE; i++) {
                arguments.add(all.get(Math.min(from + i, all.size() - 1)).sha256());
            }
            held.addAll(sql.select(
                    "SELECT DISTINCT hash FROM blob_right"
                            + " WHERE organization = (SELECT n FROM blob_organization WHERE id = ?) AND hash IN "
                            + HASHES,
                    BlobRows::id,
                    arguments.toArray()));
        }
        return held;
    }

    /** Forgets that a blob was found damaged. */
    static void gone(SqlWriter sql, Place place) {
        sql.change(
                "DELETE FROM blob_damage WHERE organization = (SELECT n FROM blob_organization WHERE id = ?) AND hash = ?",
                place.organization(),
                place.id().sha256());
    }
}
