package svc.push.web;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Caller;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/** The rows of subscriptions; in the system's scope, because they belong to sign-ins and are looked after together. */
final class SubscriptionRows {

    private static final String ALL = "SELECT n, account, device, secret, client, url, p256dh, auth, code, verified,"
            + " asked, expires_at, types, told_epoch, told_sequence FROM push_subscription";

    private SubscriptionRows() {}

    static void insert(SqlWriter sql, Subscription of) {
        sql.change(
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
                of.told().epoch(),
                of.told().sequence());
    }

    static Optional<Subscription> find(Sql sql, long n) {
        return sql.select(ALL + " WHERE n = ?", SubscriptionRows::read, n).stream()
                .findFirst();
    }

    /** Those of a sign-in that have not expired. */
    static List<Subscription> of(Sql sql, Owner owner, Instant now) {
        return sql.select(
                ALL + " WHERE account = ? AND device = ? AND expires_at > ? ORDER BY n",
                SubscriptionRows::read,
                owner.account(),
                owner.device(),
                now.toEpochMilli());
    }

    /** How many an account has. */
    static long count(Sql sql, long account, Instant now) {
        return sql.select(
                        "SELECT count(*) FROM push_subscription WHERE account = ? AND expires_at > ?",
                        row -> row.number(1),
                        account,
                        now.toEpochMilli())
                .get(0);
    }

    /** All of them in the order of their numbers, a portion at a time. */
    static List<Subscription> after(Sql sql, long n, int most) {
        return sql.select(ALL + " WHERE n > ? ORDER BY n LIMIT ?", SubscriptionRows::read, n, most);
    }

    /** Writes what a client may change. */
    static void update(SqlWriter sql, Subscription to) {
        sql.change(
                "UPDATE push_subscription SET verified = ?, expires_at = ?, types = ? WHERE n = ?",
                to.verified() ? 1 : 0,
                to.expires().toEpochMilli(),
                text(to.types()),
                to.n());
    }

    /** The code is going to be sent once more. */
    static void asked(SqlWriter sql, long n) {
        sql.change("UPDATE push_subscription SET asked = asked + 1 WHERE n = ?", n);
    }

    static void told(SqlWriter sql, long n, Told told) {
        sql.change(
                "UPDATE push_subscription SET told_epoch = ?, told_sequence = ? WHERE n = ?",
                told.epoch(),
                told.sequence(),
                n);
    }

    static void delete(SqlWriter sql, Collection<Long> numbers) {
        sql.changeAmong("DELETE FROM push_subscription WHERE n IN (??)", numbers);
    }

    private static Subscription read(Row row) {
        return new Subscription(
                row.number(1),
                new Owner(
                        row.number(2), requireNonNull(row.text(3)), Caller.Secret.valueOf(requireNonNull(row.text(4)))),
                requireNonNull(row.text(5)),
                requireNonNull(row.text(6)),
                row.empty(7)
                        ? Optional.empty()
                        : Optional.of(new ClientKeys(requireNonNull(row.bytes(7)), requireNonNull(row.bytes(8)))),
                requireNonNull(row.text(9)),
                row.number(10) == 1,
                (int) row.number(11),
                Instant.ofEpochMilli(row.number(12)),
                Optional.ofNullable(row.text(13)).map(SubscriptionRows::types),
                new Told(row.number(14), row.number(15)));
    }

    private static @Nullable String text(Optional<Set<String>> types) {
        return types.map(names -> String.join("\n", names)).orElse(null);
    }

    private static Set<String> types(String text) {
        return text.isEmpty() ? Set.of() : new LinkedHashSet<>(List.of(text.split("\n")));
    }
}
