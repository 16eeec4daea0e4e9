package svc.push.web.subscription;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Caller;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;
import svc.push.web.crypto.ClientKeys;

/**
 * The rows of subscriptions. The rows are in the system scope, because subscriptions belong to sign-ins and are
 * maintained together.
 */
public final class SubscriptionRows {

    private static final String ALL = "SELECT n, account, device, secret, client, url, p256dh, auth, code, verified,"
            + " asked, expires_at, types, told_epoch, told_sequence, told_shared FROM push_subscription";

    private SubscriptionRows() {}

    public static void insert(SqlWriter sql, Subscription of) {
        sql.update(
                "INSERT INTO push_subscription (n, account, device, secret, client, url, p256dh, auth, code, verified,"
                        + " asked, expires_at, types, told_epoch, told_sequence)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, ?, ?, ?, ?)",
                of.n(),
                of.owner().account(),
                of.owner().device(),
                of.owner().secret().name(),
                of.client(),
                of.url(),
                of.keys().map(ClientKeys::p256dh).orElse(null),
                of.keys().map(ClientKeys::auth).orElse(null),
                of.code(),
                of.expires().toEpochMilli(),
                text(of.types()),
                of.delivered().epoch(),
                of.delivered().sequence());
    }

    public static Optional<Subscription> find(Sql sql, long n) {
        return sql.select(ALL + " WHERE n = ?", SubscriptionRows::read, n).stream()
                .findFirst();
    }

    /** Returns the subscriptions of a sign-in that have not expired. */
    public static List<Subscription> of(Sql sql, Owner owner, Instant now) {
        return sql.select(
                ALL + " WHERE account = ? AND device = ? AND expires_at > ? ORDER BY n",
                SubscriptionRows::read,
                owner.account(),
                owner.device(),
                now.toEpochMilli());
    }

    /** Returns the number of subscriptions of an account. */
    public static long count(Sql sql, long account, Instant now) {
        return sql.select(
                        "SELECT count(*) FROM push_subscription WHERE account = ? AND expires_at > ?",
                        row -> row.getLong(1),
                        account,
                        now.toEpochMilli())
                .get(0);
    }

    /** Returns the subscriptions after a number, in the order of their numbers. */
    public static List<Subscription> after(Sql sql, long n, int most) {
        return sql.select(ALL + " WHERE n > ? ORDER BY n LIMIT ?", SubscriptionRows::read, n, most);
    }

    /** Stores the properties that a client may change. */
    public static void update(SqlWriter sql, Subscription to) {
        sql.update(
                "UPDATE push_subscription SET verified = ?, expires_at = ?, types = ? WHERE n = ?",
                to.verified() ? 1 : 0,
                to.expires().toEpochMilli(),
                text(to.types()),
                to.n());
    }

    /** Counts an attempt to send the code. */
    public static void asked(SqlWriter sql, long n) {
        sql.update("UPDATE push_subscription SET asked = asked + 1 WHERE n = ?", n);
    }

    public static void updateDelivered(SqlWriter sql, long n, DeliveredState delivered) {
        sql.update(
                "UPDATE push_subscription SET told_epoch = ?, told_sequence = ?, told_shared = ? WHERE n = ?",
                delivered.epoch(),
                delivered.sequence(),
                delivered.shared().isPresent() ? delivered.shared().getAsLong() : null,
                n);
    }

    public static void delete(SqlWriter sql, Collection<Long> numbers) {
        sql.updateIn("DELETE FROM push_subscription WHERE n IN (??)", numbers);
    }

    private static Subscription read(Row row) {
        return new Subscription(
                row.getLong(1),
                new Owner(
                        row.getLong(2),
                        requireNonNull(row.getString(3)),
                        Caller.CredentialKind.valueOf(requireNonNull(row.getString(4)))),
                requireNonNull(row.getString(5)),
                requireNonNull(row.getString(6)),
                row.isNull(7)
                        ? Optional.empty()
                        : Optional.of(new ClientKeys(requireNonNull(row.getBytes(7)), requireNonNull(row.getBytes(8)))),
                requireNonNull(row.getString(9)),
                row.getLong(10) == 1,
                (int) row.getLong(11),
                Instant.ofEpochMilli(row.getLong(12)),
                Optional.ofNullable(row.getString(13)).map(SubscriptionRows::types),
                new DeliveredState(
                        row.getLong(14),
                        row.getLong(15),
                        row.isNull(16) ? OptionalLong.empty() : OptionalLong.of(row.getLong(16))));
    }

    private static @Nullable String text(Optional<Set<String>> types) {
        return types.map(names -> String.join("\n", names)).orElse(null);
    }

    private static Set<String> types(String text) {
        return text.isEmpty() ? Set.of() : new LinkedHashSet<>(List.of(text.split("\n")));
    }
}
