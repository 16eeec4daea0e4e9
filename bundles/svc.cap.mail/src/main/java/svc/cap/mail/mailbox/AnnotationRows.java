package svc.cap.mail.mailbox;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;
import svc.cap.mail.api.AnnotationStore.Annotated;

/** The table {@code mailbox_annotation}: the annotations of mailboxes and of the account. */
public final class AnnotationRows {

    private AnnotationRows() {}

    /** Returns values by name. */
    public static SortedMap<String, byte[]> find(Sql sql, Annotated annotated) {
        SortedMap<String, byte[]> found = new TreeMap<>();
        sql.select(
                "select entry, value from mailbox_annotation where account = :account and owner = ? and mailbox = ?",
                row -> found.put(row.getString(1), requireNonNull(row.getBytes(2))),
                annotated.owner(),
                annotated.mailbox());
        return found;
    }

    /** Returns the digests of all annotations. */
    public static Map<Annotated, Map<String, Long>> digests(Sql sql) {
        Map<Annotated, Map<String, Long>> found = new HashMap<>();
        sql.select(
                "select owner, mailbox, entry, digest from mailbox_annotation where account = :account",
                row -> found.computeIfAbsent(
                                new Annotated(row.getLong(1), row.getLong(2)), annotated -> new HashMap<>())
                        .put(row.getString(3), row.getLong(4)));
        return found;
    }

    /** Returns the names of the annotations of a mailbox or of the account. */
    public static Set<String> names(Sql sql, Annotated annotated) {
        return new HashSet<>(sql.select(
                "select entry from mailbox_annotation where account = :account and owner = ? and mailbox = ?",
                row -> row.getString(1),
                annotated.owner(),
                annotated.mailbox()));
    }

    /** Returns the number of all annotations. */
    public static long count(Sql sql) {
        return sql.number("select count(*) from mailbox_annotation where account = :account");
    }

    /** Inserts or replaces a value. */
    public static void put(SqlWriter sql, Annotated annotated, String name, byte[] value, long digest) {
        sql.update(
                "insert into mailbox_annotation (account, owner, mailbox, entry, value, digest)"
                        + " values (:account, ?, ?, ?, ?, ?) on conflict (account, owner, mailbox, entry)"
                        + " do update set value = excluded.value, digest = excluded.digest",
                annotated.owner(),
                annotated.mailbox(),
                name,
                value,
                digest);
    }

    public static void delete(SqlWriter sql, Annotated annotated, String name) {
        sql.update(
                "delete from mailbox_annotation where account = :account and owner = ? and mailbox = ? and entry = ?",
                annotated.owner(),
                annotated.mailbox(),
                name);
    }

    /** Deletes the annotations of a destroyed mailbox. */
    public static void delete(SqlWriter sql, long mailbox) {
        sql.update("delete from mailbox_annotation where account = :account and owner = 0 and mailbox = ?", mailbox);
    }

    /** Returns the mailboxes of other users that have annotations: their numbers by owner. */
    public static Map<Long, Set<Long>> ofOtherUsers(Sql sql) {
        Map<Long, Set<Long>> found = new HashMap<>();
        sql.select(
                "select distinct owner, mailbox from mailbox_annotation where account = :account and owner > 0",
                row -> found.computeIfAbsent(row.getLong(1), owner -> new HashSet<>())
                        .add(row.getLong(2)));
        return found;
    }

    /** Deletes the annotations of mailboxes of another user. */
    public static void delete(SqlWriter sql, long owner, Collection<Long> mailboxes) {
        sql.updateIn(
                "delete from mailbox_annotation where account = :account and mailbox in (??) and owner = ?",
                mailboxes,
                owner);
    }
}
