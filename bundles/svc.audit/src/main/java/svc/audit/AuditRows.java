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
import svc.api.audit.Act;
import svc.api.audit.Act.Target;
import svc.api.audit.Actor;
import svc.api.identity.Account;
import svc.api.json.Json;
import svc.api.store.ObjectId;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;
import svc.audit.EntryView.Named;

/** The rows of the entries. */
final class AuditRows {

    /** The letter of an entry's id. */
    static final char LETTER = 'e';

    /** The letter of an organization's id. */
    static final char TENANT = 't';

    /** What is named by the id of an account. */
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

    void insert(SqlWriter sql, Act act, Instant at) {
        sql.change(
                INSERT,
                account(act),
                act.organization(),
                at.toEpochMilli(),
                act.actor().kind().word(),
                act.actor().id().orElse(null),
                act.actor().address().orElse(null),
                act.action(),
                act.target().map(Target::kind).orElse(null),
                act.target().map(Target::id).orElse(null),
                act.outcome().word(),
                binding.text(act.details()));
    }

    /** The account whose data the entry may hold: it was done to it, or by it. */
    private static @Nullable Long account(Act act) {
        Optional<String> id = act.target()
                .filter(target -> ACCOUNTS.contains(target.kind()))
                .map(Target::id)
                .or(() -> act.actor().id().filter(any -> act.actor().kind() == Actor.Kind.ACCOUNT));
        OptionalLong n = id.map(text -> ObjectId.number(Account.LETTER, text)).orElseGet(OptionalLong::empty);
        return n.isPresent() ? n.getAsLong() : null;
    }

    /** Takes out of the entries of an account what they tell of it but its id; at most so many. */
    static int strip(SqlWriter sql, int most) {
        return sql.change(STRIP, most);
    }

    /** Those that are older than one of them, the newest first. */
    List<EntryView> before(Sql sql, OptionalLong organization, long before, int limit) {
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
                ? sql.select(count + " WHERE organization = ?", row -> row.number(1), organization.getAsLong())
                : sql.select(count, row -> row.number(1));
        return found.get(0);
    }

    static int sweep(SqlWriter sql, Instant before, int most) {
        return sql.change(SWEEP, before.toEpochMilli(), most);
    }

    private EntryView view(Row row) {
        long organization = row.number(2);
        return new EntryView(
                ObjectId.text(LETTER, row.number(1)),
                Instant.ofEpochMilli(row.number(3)).toString(),
                organization == Act.INSTANCE ? null : ObjectId.text(TENANT, organization),
                new Named(requireNonNull(row.text(4)), row.text(5)),
                row.text(6),
                requireNonNull(row.text(7)),
                named(row.text(8), row.text(9)),
                requireNonNull(row.text(10)),
                details(requireNonNull(row.text(11))));
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
