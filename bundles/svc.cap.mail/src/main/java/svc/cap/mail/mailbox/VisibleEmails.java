package svc.cap.mail.mailbox;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import svc.api.store.Sql;
import svc.api.store.Visibility;
import svc.api.store.Visibility.InContainers;
import svc.cap.mail.table.EmailRows;
import svc.cap.mail.table.InMailboxRows;
import svc.cap.mail.table.KeywordDictionaryRows;
import svc.cap.mail.table.LabelKeyword;
import svc.cap.mail.table.ThreadInMailboxRows;

/** The emails and threads that are in visible containers: in a visible mailbox, or with a visible label. */
public final class VisibleEmails {

    private VisibleEmails() {}

    /** Returns those of the emails that are visible. */
    public static Set<Long> among(Sql sql, Visibility visibility, Collection<Long> emails) {
        if (!(visibility instanceof Visibility.InContainers in)) {
            return visibility instanceof Visibility.All ? Set.copyOf(emails) : Set.of();
        }
        Set<Long> visible = new HashSet<>();
        InMailboxRows.of(sql, emails).forEach((n, mailboxes) -> {
            if (mailboxes.stream().anyMatch(in.containers()::contains)) {
                visible.add(n);
            }
        });
        List<Long> others = emails.stream().filter(n -> !visible.contains(n)).toList();
        KeywordDictionaryRows.of(sql, others).forEach((n, words) -> {
            if (LabelKeyword.splitLabels(words.values(), new HashSet<>()).stream()
                    .anyMatch(in.containers()::contains)) {
                visible.add(n);
            }
        });
        return visible;
    }

    /** Returns those of the threads of which an email is visible. */
    public static Set<Long> threadsAmong(Sql sql, InContainers in, Collection<Long> threads) {
        Set<Long> visible = new HashSet<>();
        ThreadInMailboxRows.of(sql, threads).keySet().stream()
                .filter(place -> in.containers().contains(place.mailbox()))
                .forEach(place -> visible.add(place.thread()));
        List<EmailRows.Member> others = EmailRows.members(
                sql, threads.stream().filter(n -> !visible.contains(n)).toList());
        Set<Long> emails =
                among(sql, in, others.stream().map(member -> member.key().n()).toList());
        others.stream()
                .filter(member -> emails.contains(member.key().n()))
                .forEach(member -> visible.add(member.thread()));
        return visible;
    }

    /** Returns the numbers of the emails in containers; if there are more than {@code max}, at least so many of them. */
    public static List<Long> emails(Sql sql, InContainers in, int max) {
        return numbers(
                sql,
                in,
                max,
                "select n from in_mailbox where account = :account and mailbox = ? limit ?",
                "select n from keyword where account = :account and word = ? limit ?");
    }

    /** Returns the numbers of the threads in containers; if there are more than {@code max}, at least so many of them. */
    public static List<Long> threads(Sql sql, InContainers in, int max) {
        return numbers(
                sql,
                in,
                max,
                "select thread from thread_in_mailbox where account = :account and mailbox = ? limit ?",
                "select distinct e.thread from keyword k join email e on e.account = :account and e.n = k.n"
                        + " where k.account = :account and k.word = ? limit ?");
    }

    private static List<Long> numbers(Sql sql, InContainers in, int max, String ofMailbox, String ofLabel) {
        Set<Long> numbers = new TreeSet<>();
        for (long container : in.containers()) {
            OptionalLong label = KeywordDictionaryRows.number(sql, LabelKeyword.of(container));
            numbers.addAll(
                    label.isPresent()
                            ? sql.select(ofLabel, row -> row.getLong(1), label.getAsLong(), max)
                            : sql.select(ofMailbox, row -> row.getLong(1), container, max));
            if (numbers.size() >= max) {
                break;
            }
        }
        return List.copyOf(numbers);
    }
}
