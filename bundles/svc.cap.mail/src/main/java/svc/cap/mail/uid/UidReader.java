package svc.cap.mail.uid;

import static java.util.Collections.unmodifiableSet;
import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.cap.mail.api.UidStore.UidEmail;
import svc.cap.mail.table.Flags;
import svc.cap.mail.table.HiddenEmailRows;
import svc.cap.mail.table.KeywordDictionaryRows;
import svc.cap.mail.table.LabelKeyword;

/** Reads the emails of a mailbox with their flags, in the order of their UIDs. */
final class UidReader {

    private static final String SELECT = "select u.uid, u.n, u.deleted, u.saved, e.flags, e.received, e.size"
            + " from mail_uid u left join email e on e.account = :account and e.n = u.n"
            + " where u.account = :account and ";

    private static final String BETWEEN = SELECT + "u.mailbox = ? and u.uid between ? and ? order by u.uid limit ?";
    private static final String BY_UID = SELECT + "u.uid in (??) and u.mailbox = ?";
    private static final String BY_NUMBER = SELECT + "u.n in (??) and u.mailbox = ?";

    /** The number of emails at the beginning of a mailbox that are read to find the first unseen one. */
    private static final int FIRST = 200;

    /** The maximum number of unseen emails in an account that are compared to find the first one in a mailbox. */
    private static final int FEW_UNSEEN = 1_000;

    private UidReader() {}

    /** A row; flags are null for an email that has the flag {@code \Deleted} in all mailboxes. */
    private record Found(
            long uid, long n, boolean deleted, long saved, boolean hidden, int flags, long received, long size) {

        private static Found of(Row row) {
            return new Found(
                    row.getLong(1),
                    row.getLong(2),
                    row.getLong(3) != 0,
                    row.getLong(4),
                    row.isNull(5),
                    (int) row.getLong(5),
                    row.getLong(6),
                    row.getLong(7));
        }
    }

    static List<UidEmail> between(Sql sql, long mailbox, long first, long last, int max) {
        return emails(sql, sql.select(BETWEEN, Found::of, mailbox, first, last, max));
    }

    static List<UidEmail> find(Sql sql, long mailbox, Collection<Long> uids) {
        return find(sql, BY_UID, mailbox, uids);
    }

    static List<UidEmail> findByNumber(Sql sql, long mailbox, Collection<Long> numbers) {
        return find(sql, BY_NUMBER, mailbox, numbers);
    }

    private static List<UidEmail> find(Sql sql, String query, long mailbox, Collection<Long> keys) {
        List<Found> found = new ArrayList<>(sql.selectIn(query, keys, Found::of, mailbox));
        found.sort(Comparator.comparingLong(Found::uid));
        return emails(sql, found);
    }

    private static List<UidEmail> emails(Sql sql, List<Found> rows) {
        Map<Long, Map<Long, String>> words = KeywordDictionaryRows.of(
                sql,
                rows.stream()
                        .filter(row -> !row.hidden && (row.flags & Flags.MORE) != 0)
                        .map(Found::n)
                        .toList());
        Map<Long, HiddenEmailRows.Hidden> hidden = HiddenEmailRows.find(
                sql, rows.stream().filter(Found::hidden).map(Found::n).toList());
        // Most emails have one of a few sets of flags.
        Map<Integer, Set<String>> byFlags = new HashMap<>();
        return rows.stream()
                .map(row -> row.hidden
                        ? email(row, requireNonNull(hidden.get(row.n)))
                        : email(
                                row,
                                keywords(
                                        byFlags.computeIfAbsent(
                                                row.flags, flags -> unmodifiableSet(Flags.keywords(flags))),
                                        words.getOrDefault(row.n, Map.of()).values())))
                .toList();
    }

    private static Set<String> keywords(Set<String> flags, Collection<String> words) {
        if (words.isEmpty()) {
            return flags;
        }
        Set<String> keywords = new LinkedHashSet<>(flags);
        LabelKeyword.splitLabels(words, keywords);
        return keywords;
    }

    private static UidEmail email(Found row, Set<String> keywords) {
        return new UidEmail(row.uid, row.n, keywords, row.deleted, row.received, row.saved, row.size);
    }

    private static UidEmail email(Found row, HiddenEmailRows.Hidden hidden) {
        Set<String> keywords = new HashSet<>();
        LabelKeyword.splitLabels(hidden.allKeywords(), keywords);
        return new UidEmail(
                row.uid,
                row.n,
                keywords,
                row.deleted,
                hidden.email().received(),
                row.saved,
                hidden.email().size());
    }

    /** Returns the UIDs of emails in a mailbox, by number. */
    static Map<Long, Long> uids(Sql sql, long mailbox, Collection<Long> numbers) {
        Map<Long, Long> uids = new HashMap<>();
        sql.selectIn(
                "select n, uid from mail_uid where account = :account and n in (??) and mailbox = ?",
                numbers,
                row -> uids.put(row.getLong(1), row.getLong(2)),
                mailbox);
        return uids;
    }

    /** Returns the number of emails without the flag {@code \Seen}. */
    static long unseen(Sql sql, long mailbox) {
        long unread = sql.first(
                        "select unread from mailbox where account = :account and n = ?", row -> row.getLong(1), mailbox)
                .orElse(0L);
        // The count of the mailbox does not contain drafts (RFC 8621 §2).
        long drafts = sql.number(
                "select count(*) from keyword k join email e on e.account = :account and e.n = k.n"
                        + " join in_mailbox m on m.account = :account and m.n = k.n and m.mailbox = ?"
                        + " where k.account = :account and k.word = 2 and e.flags & 1 = 0",
                mailbox);
        return unread + drafts + unseenDeleted(sql, mailbox).size();
    }

    /** Returns the UIDs of emails with {@code \Deleted} and without {@code \Seen}, in ascending order. */
    private static List<Long> unseenDeleted(Sql sql, long mailbox) {
        return sql.select(
                "select u.uid from mail_uid u left join email e on e.account = :account and e.n = u.n"
                        + " left join mail_hidden h on h.account = :account and h.n = u.n"
                        + " where u.account = :account and u.mailbox = ? and u.deleted = 1"
                        + " and coalesce(e.flags, h.flags) & 1 = 0 order by u.uid",
                row -> row.getLong(1),
                mailbox);
    }

    /**
     * Returns the lowest UID without the flag {@code \Seen}; 0 without one, or if finding it would mean to read many
     * emails: neither one of the first {@link #FIRST} emails is without the flag, nor are few in the account.
     */
    static long firstUnseen(Sql sql, long mailbox) {
        Optional<Long> early = sql.first(
                "select u.uid from (select uid, n from mail_uid where account = :account and mailbox = ? order by uid"
                        + " limit " + FIRST + ") u left join email e on e.account = :account and e.n = u.n"
                        + " left join mail_hidden h on h.account = :account and h.n = u.n"
                        + " where coalesce(e.flags, h.flags) & 1 = 0 order by u.uid limit 1",
                row -> row.getLong(1),
                mailbox);
        return early.orElseGet(() -> hasManyUnseen(sql) ? 0 : firstOfFewUnseen(sql, mailbox));
    }

    private static boolean hasManyUnseen(Sql sql) {
        return sql.number("select count(*) from (select 1 from keyword where account = :account and word = "
                        + Flags.UNSEEN_WORD + " limit " + (FEW_UNSEEN + 1) + ") found")
                > FEW_UNSEEN;
    }

    private static long firstOfFewUnseen(Sql sql, long mailbox) {
        List<Long> found =
                new ArrayList<>(unseenDeleted(sql, mailbox).stream().limit(1).toList());
        sql.first(
                        "select min(u.uid) from keyword k join mail_uid u on u.account = :account and u.n = k.n"
                                + " and u.mailbox = ? where k.account = :account and k.word = " + Flags.UNSEEN_WORD,
                        row -> row.isNull(1) ? 0 : row.getLong(1),
                        mailbox)
                .filter(uid -> uid > 0)
                .ifPresent(found::add);
        return found.stream().mapToLong(uid -> uid).min().orElse(0);
    }

    /** Returns the total size of the emails. */
    static long size(Sql sql, long mailbox) {
        return sql.number(
                "select coalesce(sum(coalesce(e.size, h.size)), 0) from mail_uid u"
                        + " left join email e on e.account = :account and e.n = u.n"
                        + " left join mail_hidden h on h.account = :account and h.n = u.n"
                        + " where u.account = :account and u.mailbox = ?",
                mailbox);
    }

    /** Returns the numbers of emails, in the order of the emails. */
    static List<Long> numbers(Collection<UidEmail> emails) {
        return emails.stream().map(UidEmail::n).collect(Collectors.toList());
    }
}
