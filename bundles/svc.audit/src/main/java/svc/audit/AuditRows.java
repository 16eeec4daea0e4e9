package svc.audit;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.audit.Actor;
import svc.api.audit.AuditEvent;
import svc.api.audit.AuditEvent.Target;
import svc.api.identity.Account;
import svc.api.json.Json;
import svc.api.store.ObjectId;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;
import svc.audit.AuditEntryView.Named;

/** Reads and writes the rows of audit entries. */
final class AuditRows {

    /** The letter of the id of an entry. */
    static final char LETTER = 'e';

    /** The letter of the id of a tenant. */
    static final char TENANT = 't';

    /** The kinds of target whose id is the id of an account. */
    private static final Set<String> ACCOUNTS = Set.of("account", "operator");

    private static final String INSERT =
            "INSERT INTO audit_entry (account, organization, at, actor, actor_id, address, action, target, target_id, outcome,"
                    + " details) VALUES (coalesce(nullif(:account, 0), ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String SELECT =
            "SELECT n, organization, at, actor, actor_id, address, action, target, target_id, outcome, details"
                    + " FROM audit_entry";
    private static final String NEWEST_FIRST = " ORDER BY n DESC LIMIT ?";
    private static final String STRIP =
            "UPDATE audit_entry SET address = NULL, details = '{}' WHERE n IN (SELECT n FROM audit_entry"
                    + " WHERE account = :account AND (address IS NOT NULL OR details <> '{}') LIMIT ?)";
    private static final String SWEEP =
            "DELETE FROM audit_entry WHERE n IN (SELECT n FROM audit_entry WHERE at < ? ORDER BY at LIMIT ?)";

    private final Json.Binding binding;

    AuditRows(Json json) {
        binding = json.binding(Json.Names.EXACT);
    }

    void insert(SqlWriter sql, AuditEvent event, Instant at) {
        sql.update(
                INSERT,
                account(event),
                event.organization(),
                at.toEpochMilli(),
                event.actor().kind().wireName(),
                event.actor().id().orElse(null),
                event.actor().address().orElse(null),
                event.action(),
                event.target().map(Target::kind).orElse(null),
                event.target().map(Target::id).orElse(null),
                event.outcome().wireName(),
                binding.text(event.details()));
    }

    /**
     * Returns the number of the account whose data the entry may hold: the number of the target if the target is an
     * account, otherwise the number of the actor.
     */
    private static @Nullable Long account(AuditEvent event) {
        Optional<String> id = event.target()
                .filter(target -> ACCOUNTS.contains(target.kind()))
                .map(Target::id)
                .or(() -> event.actor().id().filter(any -> event.actor().kind() == Actor.Kind.ACCOUNT));
        OptionalLong n = id.map(text -> ObjectId.parse(Account.LETTER, text)).orElseGet(OptionalLong::empty);
        return n.isPresent() ? n.getAsLong() : null;
    }

    /** Clears the address and the details of up to {@code max} entries of the current account. */
    static int strip(SqlWriter sql, int max) {
        return sql.update(STRIP, max);
    }

    /** Returns the entries whose number is smaller than {@code before}, newest first. */
    List<AuditEntryView> before(Sql sql, OptionalLong organization, long before, int limit) {
        return organization.isPresent()
                ? sql.select(
                        SELECT + " WHERE organization = ? AND n < ?" + NEWEST_FIRST,
                        this::view,
                        organization.getAsLong(),
                        before,
                        limit)
                : sql.select(SELECT + " WHERE n < ?" + NEWEST_FIRST, this::view, before, limit);
    }

    long count(Sql sql, OptionalLong organization) {
        String count = "SELECT count(*) FROM audit_entry";
        List<Long> found = organization.isPresent()
                ? sql.select(count + " WHERE organization = ?", row -> row.getLong(1), organization.getAsLong())
                : sql.select(count, row -> row.getLong(1));
        return found.get(0);
    }

    static int sweep(SqlWriter sql, Instant before, int max) {
        return sql.update(SWEEP, before.toEpochMilli(), max);
    }

    private AuditEntryView view(Row row) {
        long organization = row.getLong(2);
        return new AuditEntryView(
                ObjectId.format(LETTER, row.getLong(1)),
                Instant.ofEpochMilli(row.getLong(3)).toString(),
                organization == AuditEvent.INSTANCE ? null : ObjectId.format(TENANT, organization),
                new Named(requireNonNull(row.getString(4)), row.getString(5)),
                row.getString(6),
                requireNonNull(row.getString(7)),
                named(row.getString(8), row.getString(9)),
                requireNonNull(row.getString(10)),
                details(requireNonNull(row.getString(11))));
    }

    private static @Nullable Named named(@Nullable String kind, @Nullable String id) {
        return kind == null ? null : new Named(kind, id);
    }

    private Map<String, Object> details(String text) {
        Map<String, Object> details = new LinkedHashMap<>();
        if (binding.read(text) instanceof Map<?, ?> members) {
            members.forEach((name, value) -> details.put(String.valueOf(name), String.valueOf(value)));
        }
        return details;
    }
}
