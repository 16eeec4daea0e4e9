package svc.cap.mail.query;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import svc.api.store.Sql;
import svc.cap.mail.mailbox.VisibleContainers;
import svc.cap.mail.table.EmailRows;
import svc.cap.mail.table.Flags;
import svc.cap.mail.table.InMailboxRows;
import svc.cap.mail.table.KeywordRows;

/**
 * Emails that may match a filter, with the data to evaluate conditions. When a condition needs email rows, only the
 * rows of the remaining emails are read. All other data is read once for all emails. Not thread-safe.
 */
final class Candidates {

    private final Sql sql;
    private final TextMatches texts;
    private final VisibleContainers visible;
    private final Set<Long> all;
    private final Map<Long, EmailRows.Email> rows = new HashMap<>();
    private Map<Long, Set<Long>> mailboxes = Map.of();
    private boolean placed;
    private Map<Long, List<EmailRows.Member>> members = Map.of();
    private boolean threaded;

    /**
     * Creates candidates.
     *
     * @param visible the mailboxes and labels that the caller sees; other emails have no effect on others of their
     *     threads
     */
    Candidates(Sql sql, TextMatches texts, VisibleContainers visible, List<Long> numbers) {
        this.visible = visible;
        this.sql = sql;
        this.texts = texts;
        this.all = new HashSet<>(numbers);
    }

    /** Creates candidates from rows that are already read, for filters without text conditions. */
    Candidates(Sql sql, VisibleContainers visible, List<EmailRows.Email> known) {
        this.visible = visible;
        this.sql = sql;
        this.texts = TextMatches.NONE;
        known.forEach(row -> rows.put(row.n(), row));
        this.all = Set.copyOf(rows.keySet());
    }

    /** Returns the rows of the emails that exist and match a filter, by number. */
    Map<Long, EmailRows.Email> rows(EmailFilter filter) {
        Set<Long> found = read(matching(all, filter));
        rows.keySet().retainAll(found);
        return rows;
    }

    /** Returns the emails that match a filter. All candidates must exist. */
    Set<Long> matching(EmailFilter filter) {
        return matching(all, filter);
    }

    /** Reads the missing rows of some emails. Returns the emails that exist. */
    private Set<Long> read(Set<Long> among) {
        Set<Long> unread = retain(among, n -> !rows.containsKey(n));
        if (!unread.isEmpty()) {
            rows.putAll(EmailRows.find(sql, unread));
        }
        return retain(among, rows::containsKey);
    }

    private EmailRows.Email row(long n) {
        return requireNonNull(rows.get(n));
    }

    private Set<Long> matching(Set<Long> among, EmailFilter filter) {
        if (among.isEmpty()) {
            return among;
        }
        if (filter instanceof EmailFilter.And and) {
            Set<Long> remaining = among;
            for (EmailFilter part : and.parts()) {
                remaining = matching(remaining, part);
            }
            return remaining;
        } else if (filter instanceof EmailFilter.Or or) {
            Set<Long> found = new HashSet<>();
            or.parts().forEach(part -> found.addAll(matching(difference(among, found), part)));
            return found;
        } else if (filter instanceof EmailFilter.Not not) {
            return difference(among, matching(among, not.part()));
        } else if (filter instanceof EmailFilter.Text text) {
            return texts.matchesAmong(text, among);
        } else if (filter instanceof EmailFilter.InMailbox in) {
            return InMailboxRows.containedIn(sql, in.mailbox(), among);
        } else if (filter instanceof EmailFilter.IsVisible) {
            return visible.emails(sql, among);
        } else if (filter instanceof EmailFilter.InMailboxOtherThan otherThan) {
            return retain(among, n -> !otherThan.mailboxes().containsAll(mailboxesOf(n)));
        }
        return matchingRows(read(among), filter);
    }

    private Set<Long> matchingRows(Set<Long> among, EmailFilter filter) {
        if (filter instanceof EmailFilter.HasKeyword has) {
            return withKeyword(among, has.keyword());
        } else if (filter instanceof EmailFilter.InThread thread) {
            return inThread(among, thread);
        }
        return retain(among, n -> simple(row(n), filter));
    }

    private static Set<Long> difference(Set<Long> all, Set<Long> portion) {
        return retain(all, n -> !portion.contains(n));
    }

    private static Set<Long> retain(Set<Long> all, Predicate<Long> rule) {
        Set<Long> kept = new HashSet<>();
        for (Long n : all) {
            if (rule.test(n)) {
                kept.add(n);
            }
        }
        return kept;
    }

    private boolean simple(EmailRows.Email row, EmailFilter filter) {
        if (filter instanceof EmailFilter.ReceivedBetween received) {
            return row.received() >= received.from() && row.received() < received.before();
        } else if (filter instanceof EmailFilter.SizeBetween size) {
            return row.size() >= size.from() && row.size() < size.below();
        }
        return (row.flags() & Flags.ATTACHMENT) != 0;
    }

    private Set<Long> mailboxesOf(long n) {
        if (!placed) {
            mailboxes = InMailboxRows.of(sql, all);
            placed = true;
        }
        Set<Long> of = mailboxes.getOrDefault(n, Set.of());
        return visible.among(of);
    }

    private Set<Long> withKeyword(Set<Long> among, String keyword) {
        int bit = Flags.bit(keyword);
        if (bit != 0) {
            return retain(among, n -> (row(n).flags() & bit) != 0);
        }
        Set<Long> more = retain(among, n -> (row(n).flags() & Flags.MORE) != 0);
        return KeywordRows.withKeyword(sql, keyword, more);
    }

    /** Returns the emails in whose thread all emails, or at least one email, have a keyword. */
    private Set<Long> inThread(Set<Long> among, EmailFilter.InThread filter) {
        if (!threaded) {
            Set<Long> threads = new HashSet<>();
            read(all);
            rows.values().forEach(row -> threads.add(row.thread()));
            members = new HashMap<>();
            visible(EmailRows.members(sql, threads))
                    .forEach(member -> members.computeIfAbsent(member.thread(), n -> new ArrayList<>())
                            .add(member));
            threaded = true;
        }
        Set<Long> threads = new HashSet<>();
        among.forEach(n -> threads.add(row(n).thread()));
        Set<Long> having = membersHaving(threads, filter.keyword());
        return retain(among, n -> {
            List<EmailRows.Member> thread = members.getOrDefault(row(n).thread(), List.of());
            return filter.all()
                    ? thread.stream()
                            .allMatch(member -> having.contains(member.key().n()))
                    : thread.stream()
                            .anyMatch(member -> having.contains(member.key().n()));
        });
    }

    private List<EmailRows.Member> visible(List<EmailRows.Member> all) {
        if (visible.isAll()) {
            return all;
        }
        List<Long> numbers = all.stream().map(member -> member.key().n()).toList();
        Set<Long> seen = visible.emails(sql, numbers);
        return all.stream().filter(member -> seen.contains(member.key().n())).toList();
    }

    /** Returns those emails of the threads that have a keyword. */
    private Set<Long> membersHaving(Collection<Long> threads, String keyword) {
        List<EmailRows.Member> all = threads.stream()
                .flatMap(thread -> members.getOrDefault(thread, List.of()).stream())
                .toList();
        int bit = Flags.bit(keyword);
        Set<Long> found = new HashSet<>();
        Set<Long> more = new HashSet<>();
        for (EmailRows.Member member : all) {
            if (bit != 0 && (member.flags() & bit) != 0) {
                found.add(member.key().n());
            } else if (bit == 0 && (member.flags() & Flags.MORE) != 0) {
                more.add(member.key().n());
            }
        }
        return bit != 0 ? found : KeywordRows.withKeyword(sql, keyword, more);
    }
}
