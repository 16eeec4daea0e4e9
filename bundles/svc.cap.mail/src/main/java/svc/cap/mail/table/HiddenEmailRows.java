package svc.cap.mail.table;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;
import svc.cap.mail.table.EmailRows.Email;

/**
 * The table {@code mail_hidden}: the emails that have the flag {@code \Deleted} in all their mailboxes. Only clients of
 * IMAP see them (RFC 8621 §4.1.1). Their messages remain in the tables of {@code ParsedMessageRows}.
 */
public final class HiddenEmailRows {

    private static final String SEPARATOR = " ";

    private HiddenEmailRows() {}

    /**
     * A row.
     *
     * @param email the indexed columns; the thread is 0
     * @param words the index words that have no bit in {@link Flags}
     */
    public record Hidden(Email email, Set<String> words) {

        /** Copies the set. */
        public Hidden {
            words = Set.copyOf(words);
        }

        /** Returns all index words: the keywords, and the words of the labels. */
        public Set<String> allKeywords() {
            Set<String> all = new TreeSet<>(Flags.keywords(email.flags()));
            all.addAll(words);
            return all;
        }

        /** Returns the row with other index words. */
        public Hidden with(Set<String> allKeywords) {
            Set<String> others = new TreeSet<>(allKeywords);
            others.removeIf(word -> Flags.bit(word) != 0);
            int flags = Flags.of(allKeywords, (email.flags() & Flags.ATTACHMENT) != 0);
            return new Hidden(new Email(email.n(), 0, email.received(), email.size(), email.sent(), flags), others);
        }
    }

    /** Returns the rows of hidden emails, by number. */
    public static Map<Long, Hidden> find(Sql sql, Collection<Long> numbers) {
        Map<Long, Hidden> found = new HashMap<>();
        sql.selectIn(
                "select n, received, size, sent, flags, keywords from mail_hidden where account = :account"
                        + " and n in (??)",
                numbers,
                row -> found.put(
                        row.getLong(1),
                        new Hidden(
                                new Email(
                                        row.getLong(1),
                                        0,
                                        row.getLong(2),
                                        row.getLong(3),
                                        row.isNull(4) ? null : row.getLong(4),
                                        (int) row.getLong(5)),
                                words(requireNonNull(row.getString(6))))));
        return found;
    }

    private static Set<String> words(String joined) {
        return joined.isEmpty() ? Set.of() : Set.of(joined.split(SEPARATOR, -1));
    }

    public static void insert(SqlWriter sql, Collection<Hidden> rows) {
        sql.insert(
                "insert into mail_hidden (account, n, received, size, sent, flags, keywords)"
                        + " values (:account, ?, ?, ?, ?, ?, ?)",
                rows.stream()
                        .map(row -> Arrays.<@Nullable Object>asList(
                                row.email.n(),
                                row.email.received(),
                                row.email.size(),
                                row.email.sent(),
                                row.email.flags(),
                                String.join(SEPARATOR, new TreeSet<>(row.words))))
                        .toList());
    }

    /** Replaces the flags and keywords of a row. */
    public static void update(SqlWriter sql, Hidden row) {
        sql.update(
                "update mail_hidden set flags = ?, keywords = ? where account = :account and n = ?",
                row.email.flags(),
                String.join(SEPARATOR, new TreeSet<>(row.words)),
                row.email.n());
    }

    public static void delete(SqlWriter sql, Collection<Long> numbers) {
        sql.updateIn("delete from mail_hidden where account = :account and n in (??)", numbers);
    }
}
