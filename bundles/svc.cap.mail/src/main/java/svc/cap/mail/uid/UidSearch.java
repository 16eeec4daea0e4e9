package svc.cap.mail.uid;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.cap.mail.api.UidStore.SortTexts;
import svc.cap.mail.api.UidStore.UidValues;
import svc.cap.mail.table.Flags;
import svc.cap.mail.table.HiddenEmailRows;
import svc.cap.mail.table.KeywordDictionaryRows;

/** Finds the emails of a mailbox by indexed values, and reads what they are searched and sorted by. */
final class UidSearch {

    private static final String VALUES = "select u.uid, u.n, coalesce(e.received, h.received), u.saved,"
            + " coalesce(e.size, h.size), coalesce(e.sent, h.sent) from mail_uid u"
            + " left join email e on e.account = :account and e.n = u.n"
            + " left join mail_hidden h on h.account = :account and h.n = u.n where u.account = :account and ";

    private UidSearch() {}

    private static UidValues values(Row row) {
        return new UidValues(
                row.getLong(1),
                row.getLong(2),
                row.getLong(3),
                row.getLong(4),
                row.getLong(5),
                row.isNull(6) ? null : row.getLong(6));
    }

    static List<UidValues> between(Sql sql, long mailbox, long first, long last) {
        return sql.select(
                VALUES + "u.mailbox = ? and u.uid between ? and ? order by u.uid",
                UidSearch::values,
                mailbox,
                first,
                last);
    }

    static List<UidValues> find(Sql sql, long mailbox, Collection<Long> uids) {
        List<UidValues> found = new ArrayList<>(
                sql.selectIn(VALUES + "u.uid in (??) and u.mailbox = ?", uids, UidSearch::values, mailbox));
        found.sort(Comparator.comparingLong(UidValues::uid));
        return found;
    }

    static Optional<long[]> withKeyword(Sql sql, long mailbox, String keyword, long max) {
        OptionalLong word = KeywordDictionaryRows.number(sql, keyword);
        List<Long> uids = new ArrayList<>();
        if (word.isPresent()) {
            if (KeywordDictionaryRows.emails(sql, word.getAsLong()) > max) {
                return Optional.empty();
            }
            uids.addAll(sql.select(
                    // A cross join keeps the order of the tables: the rows of the mailbox are many.
                    "select u.uid from keyword k cross join mail_uid u where k.account = :account and k.word = ?"
                            + " and u.account = :account and u.n = k.n and u.mailbox = ?",
                    row -> row.getLong(1),
                    word.getAsLong(),
                    mailbox));
        }
        Map<Long, Long> hidden = hidden(sql, mailbox);
        Map<Long, HiddenEmailRows.Hidden> rows = HiddenEmailRows.find(sql, hidden.values());
        boolean indexed = Flags.bit(keyword) != Flags.SEEN;
        hidden.forEach((uid, n) -> {
            if (requireNonNull(rows.get(n)).allKeywords().contains(keyword) == indexed) {
                uids.add(uid);
            }
        });
        return Optional.of(sorted(uids));
    }

    static Optional<long[]> received(Sql sql, long mailbox, long from, long end, long max) {
        List<Long> uids = new ArrayList<>(sql.select(
                "select u.uid from in_mailbox m cross join mail_uid u where m.account = :account and m.mailbox = ?"
                        + " and m.received >= ? and m.received < ? and u.account = :account and u.n = m.n"
                        + " and u.mailbox = ? limit ?",
                row -> row.getLong(1),
                mailbox,
                from,
                end,
                mailbox,
                max + 1));
        if (uids.size() > max) {
            return Optional.empty();
        }
        uids.addAll(sql.select(
                "select u.uid from mail_uid u left join email e on e.account = :account and e.n = u.n"
                        + " left join mail_hidden h on h.account = :account and h.n = u.n"
                        + " where u.account = :account and u.mailbox = ? and u.deleted = 1"
                        + " and coalesce(e.received, h.received) >= ? and coalesce(e.received, h.received) < ?",
                row -> row.getLong(1),
                mailbox,
                from,
                end));
        return Optional.of(sorted(uids));
    }

    private static long[] sorted(List<Long> uids) {
        return uids.stream().mapToLong(Long::longValue).sorted().distinct().toArray();
    }

    static Map<Long, Long> numbers(Sql sql, long mailbox, long first, long last) {
        Map<Long, Long> numbers = new LinkedHashMap<>();
        sql.select(
                "select uid, n from mail_uid where account = :account and mailbox = ? and uid between ? and ? order by uid",
                row -> numbers.put(row.getLong(1), row.getLong(2)),
                mailbox,
                first,
                last);
        return numbers;
    }

    static Map<Long, Long> hidden(Sql sql, long mailbox) {
        Map<Long, Long> hidden = new HashMap<>();
        sql.select(
                "select u.uid, u.n from mail_uid u cross join mail_hidden h where u.account = :account"
                        + " and u.mailbox = ? and u.deleted = 1 and h.account = :account and h.n = u.n",
                row -> hidden.put(row.getLong(1), row.getLong(2)),
                mailbox);
        return hidden;
    }

    static Map<Long, SortTexts> sortTexts(Sql sql, Collection<Long> numbers) {
        Map<Long, SortTexts> found = new HashMap<>();
        sql.selectIn(
                "select n, subject, sender, recipient from email_order where account = :account and n in (??)",
                numbers,
                row -> found.put(
                        row.getLong(1),
                        new SortTexts(
                                requireNonNull(row.getString(2)),
                                requireNonNull(row.getString(3)),
                                requireNonNull(row.getString(4)))));
        return found;
    }
}
