package svc.cap.mail.message;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;
import svc.cap.mail.api.UidStore.StoredStructure;

/** The table {@code email_imap}: the ENVELOPE and BODYSTRUCTURE of messages. */
public final class StoredStructureRows {

    private StoredStructureRows() {}

    /** Returns the structures of emails, by number. */
    public static Map<Long, StoredStructure> find(Sql sql, Collection<Long> numbers) {
        Map<Long, StoredStructure> found = new HashMap<>();
        sql.selectIn(
                "select n, envelope, structure from email_imap where account = :account and n in (??)",
                numbers,
                row -> found.put(
                        row.getLong(1),
                        new StoredStructure(requireNonNull(row.getBytes(2)), requireNonNull(row.getBytes(3)))));
        return found;
    }

    /** Inserts the structures of those emails that exist, unless they have one. */
    public static void insert(SqlWriter sql, Map<Long, StoredStructure> structures) {
        List<List<Object>> rows = new ArrayList<>();
        ParsedMessageRows.blobs(sql, structures.keySet()).keySet().forEach(n -> {
            StoredStructure structure = requireNonNull(structures.get(n));
            rows.add(List.of(n, structure.envelope(), structure.structure()));
        });
        sql.insert(
                "insert into email_imap (account, n, envelope, structure) values (:account, ?, ?, ?)"
                        + " on conflict (account, n) do nothing",
                rows);
    }
}
