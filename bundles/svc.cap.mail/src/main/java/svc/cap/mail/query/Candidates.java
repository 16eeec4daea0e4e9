package svc.cap.mail;

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

/**
 * Some messages that may be results, with what conditions ask of them. Their rows are read when a condition needs them, of those
 * alone that are still left; the rest once, for all. For one thread.
 */
final class Candidates {

    private final Sql sql;
    private final TextAnswers texts;
    private final Set<Long> all;
    private final Map<Long, EmailRows.Email> rows = new HashMap<>();
    private Map<Long, Set<Long>> mailboxes = Map.of();
    private boolean placed;
    private Map<Long, List<EmailRows.Member>> members = Map.of();
    private boolean threaded;

    Candidates(Sql sql, TextAnswers texts, List<Long> numbers) {
        this.sql = sql;
        this.texts = texts;
        this.all = new HashSet<>(numbers);
    }

    /** Messages whose rows are known, for clauses that ask for no texts. */
    Candidates(Sql sql, List<EmailRows.Email> known) {
        this.sql = sql;
        this.texts = TextAnswers.NONE;
        known.forEach(row -> rows.put(row.n(), row));
        this.all = Set.copyOf(rows.keySet());
    }

    /** Those that match a clause, by number. */
    Map<Long, EmailRows.Email> rows(Clause clause) {
        Set<Long> found = read(matching(all, clause));
        rows.keySet().retainAll(found);
        return rows;
    }

    /** Those that match a clause; that they are there was known before. */
    Set<Long> matching(Clause clause) {
        return matching(all, clause);
    }

    /** Reads the rows of some of them; those that have one. */
    private Set<Long> read(Set<Long> among) {
        Set<Long> unread = kept(among, n -> !rows.containsKey(n));
        if (!unread.isEmpty()) {
            rows.putAll(EmailRows.among(sql, unread));
        }
        return kept(among, rows::containsKey);
    }

    private EmailRows.Email row(long n) {
        return requireNonNull(rows.get(n));
    }

    private Set<Long> matching(Set<Long> among, Clause clause) {
        if (among.isEmpty()) {
            return among;
        }
        if (clause instanceof Clause.And and) {
            Set<Long> left = among;
            for (Clause part : and.parts()) {
                left = matching(left, part);
            }
            return left;
        } else if (clause instanceof Clause.Or or) {
            Set<Long> found = new HashSet<>();
            or.parts().forEach(part -> found.addAll(matching(without(among, found), part)));
            return found;
        } else if (clause instanceof Clause.Not not) {
            return without(among, matching(among, not.part()));
        } else if (clause instanceof Clause.Text text) {
            return texts.among(text, among);
        } else if (clause instanceof Clause.InMailbox in) {
            return InMailboxRows.in(sql, in.mailbox(), among);
        } else if (clause instanceof Clause.Elsewhere elsewhere) {
            return kept(among, n -> !elsewhere.mailboxes().containsAll(where(n)));
        }
        return ofRows(read(among), clause);
    }

    private Set<Long> ofRows(Set<Long> among, Clause clause) {
        if (clause instanceof Clause.Has has) {
            return having(among, has.keyword());
        } else if (clause instanceof Clause.InThread thread) {
            return inThread(among, thread);
        }
        return kept(among, n -> simple(row(n), clause));
    }

    private static Set<Long> without(Set<Long> all, Set<Long> some) {
        return kept(all, n -> !some.contains(n));
    }

    private static Set<Long> kept(Set<Long> all, Predicate<Long> rule) {
        Set<Long> kept = new HashSet<>();
        for (Long n : all) {
            if (rule.test(n)) {
                kept.add(n);
            }
        }
        return kept;
    }

    private boolean simple(EmailRows.Email row, Clause clause) {
        if (clause instanceof Clause.Received received) {
            return row.received() >= received.from() && row.received() < received.before();
        } else if (clause instanceof Clause.Size size) {
            return row.size() >= size.from() && row.size() < size.below();
        }
        return (row.flags() & Flags.ATTACHMENT) != 0;
    }

    private Set<Long> where(long n) {
        if (!placed) {
            mailboxes = InMailboxRows.of(sql, all);
            placed = true;
        }
        return mailboxes.getOrDefault(n, Set.of());
    }

    /** Those that have a keyword. */
    private Set<Long> having(Set<Long> among, String keyword) {
        int bit = Flags.bit(keyword);
        if (bit != 0) {
            return kept(among, n -> (row(n).flags() & bit) != 0);
        }
        Set<Long> more = kept(among, n -> (row(n).flags() & Flags.MORE) != 0);
        return KeywordRows.having(sql, keyword, more);
    }

    /** Those in whose threads messages have a keyword. */
    private Set<Long> inThread(Set<Long> among, Clause.InThread clause) {
        if (!threaded) {
            Set<Long> threads = new HashSet<>();
            read(all);
            rows.values().forEach(row -> threads.add(row.thread()));
            members = new HashMap<>();
            EmailRows.members(sql, threads)
                    .forEach(member -> members.computeIfAbsent(member.thread(), n -> new ArrayList<>())
                            .add(member));
            threaded = true;
        }
        Set<Long> threads = new HashSet<>();
        among.forEach(n -> threads.add(row(n).thread()));
        Set<Long> having = membersHaving(threads, clause.keyword());
        return kept(among, n -> {
            List<EmailRows.Member> thread = members.getOrDefault(row(n).thread(), List.of());
            return clause.all()
                    ? thread.stream()
                            .allMatch(member -> having.contains(member.key().n()))
                    : thread.stream()
                            .anyMatch(member -> having.contains(member.key().n()));
        });
    }

    /** The messages of threads that have a keyword. */
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
        return bit != 0 ? found : KeywordRows.having(sql, keyword, more);
    }
}
