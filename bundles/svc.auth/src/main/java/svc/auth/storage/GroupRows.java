package svc.auth.storage;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Groups.Group;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.Transaction;

/** Reads and writes the rows of groups and their members. */
public final class GroupRows {

    private static final String ALL = "SELECT n, organization, name, description FROM account_group";

    private GroupRows() {}

    /** A row without the members. */
    private record Bare(
            long n,
            long organization,
            String name,
            @Nullable String description) {

        static Bare of(Row row) {
            return new Bare(row.getLong(1), row.getLong(2), Rows.text(row, 3), row.getString(4));
        }

        Group with(Set<Long> members) {
            return new Group(n, Tenant.id(organization), name, description, members);
        }
    }

    /** Returns the groups of a tenant in the order of their numbers. */
    public static List<Group> of(Sql sql, long organization) {
        return complete(sql, sql.select(ALL + " WHERE organization = ? ORDER BY n", Bare::of, organization));
    }

    /**
     * Returns up to {@code most} groups of all tenants, or of one, whose number is greater than {@code after}, in the
     * order of their numbers, without their members.
     */
    public static List<Group> after(Sql sql, Optional<Long> organization, long after, int most) {
        List<Bare> groups = organization.isPresent()
                ? sql.select(
                        ALL + " WHERE organization = ? AND n > ? ORDER BY n LIMIT ?",
                        Bare::of,
                        organization.get(),
                        after,
                        most)
                : sql.select(ALL + " WHERE n > ? ORDER BY n LIMIT ?", Bare::of, after, most);
        return groups.stream().map(group -> group.with(Set.of())).toList();
    }

    /** Returns the number of groups of all tenants or of one. */
    public static long count(Sql sql, Optional<Long> organization) {
        return organization.isPresent()
                ? Rows.count(sql, "SELECT count(*) FROM account_group WHERE organization = ?", organization.get())
                : Rows.count(sql, "SELECT count(*) FROM account_group");
    }

    public static Optional<Group> find(Sql sql, long n) {
        return complete(sql, sql.select(ALL + " WHERE n = ?", Bare::of, n)).stream()
                .findFirst();
    }

    /** Returns a group without its members, of which there can be many. */
    public static Optional<Group> withoutMembers(Sql sql, long n) {
        return sql.select(ALL + " WHERE n = ?", Bare::of, n).stream()
                .findFirst()
                .map(group -> group.with(Set.of()));
    }

    /** Returns the addresses of the members of a group, in the order of their numbers. */
    public static List<String> addresses(Sql sql, long n) {
        return sql.select(
                "SELECT a.email FROM account_group_member m JOIN account_identity a ON a.n = m.account"
                        + " WHERE m.group_number = ? ORDER BY m.account",
                row -> Rows.text(row, 1),
                n);
    }

    private static List<Group> complete(Sql sql, List<Bare> groups) {
        Map<Long, Set<Long>> members = sql
                .selectIn(
                        "SELECT group_number, account FROM account_group_member WHERE group_number IN (??)",
                        groups.stream().map(Bare::n).toList(),
                        row -> Map.entry(row.getLong(1), row.getLong(2)))
                .stream()
                .collect(Collectors.groupingBy(
                        Map.Entry::getKey, Collectors.mapping(Map.Entry::getValue, Collectors.toSet())));
        return groups.stream()
                .map(group -> group.with(members.getOrDefault(group.n(), Set.of())))
                .toList();
    }

    /** Inserts a group without members. Its number is that of no account. */
    public static long insert(
            Transaction tx, long organization, String name, @Nullable String description, Instant now) {
        long n = tx.createAccount(Tenant.id(organization), UUID.randomUUID().toString());
        tx.sql()
                .update(
                        "INSERT INTO account_group (n, organization, name, description, created_at)"
                                + " VALUES (?, ?, ?, ?, ?)",
                        n,
                        organization,
                        name,
                        description,
                        now.toEpochMilli());
        return n;
    }

    /** Adds a member. Returns false if the account is a member already. */
    public static boolean add(Transaction tx, long n, long account) {
        String insert = "INSERT INTO account_group_member (account, group_number) VALUES (?, ?)"
                + " ON CONFLICT (account, group_number) DO NOTHING";
        return tx.sql().update(insert, account, n) > 0;
    }

    /** Removes a member. Returns false if the account is not a member. */
    public static boolean remove(Transaction tx, long n, long account) {
        String delete = "DELETE FROM account_group_member WHERE account = ? AND group_number = ?";
        return tx.sql().update(delete, account, n) > 0;
    }

    /** Changes the name and the description of a group. */
    public static void update(Transaction tx, long n, String name, @Nullable String description) {
        tx.sql().update("UPDATE account_group SET name = ?, description = ? WHERE n = ?", name, description, n);
    }

    /** Deletes a group with its memberships. */
    public static void delete(Transaction tx, long n) {
        tx.sql().update("DELETE FROM account_group_member WHERE group_number = ?", n);
        tx.sql().update("DELETE FROM account_group WHERE n = ?", n);
    }
}
