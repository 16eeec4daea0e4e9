package svc.cap.mail.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import svc.api.store.Sql;
import svc.cap.mail.query.EmailFilter.ReceivedBetween;
import svc.cap.mail.table.KeywordRows;
import svc.cap.mail.table.OrderedList;
import svc.cap.mail.table.ReceivedKey;

/**
 * A cursor over emails in the order of their {@link ReceivedKey}, ascending or descending. It reads only what the
 * caller requests. Not thread-safe.
 */
@FunctionalInterface
interface EmailCursor {

    /** Returns up to {@code max} further emails, or an empty list at the end. */
    List<Long> next(int max);

    /** Skips the emails before a key, if skipping costs less than reading them. */
    default void skip(ReceivedKey place) {
        // By default, the emails are read instead of skipped.
    }

    /** Returns a cursor over a list, within a range of {@code receivedAt}. */
    static EmailCursor ofList(Sql sql, OrderedList list, long mailbox, ReceivedBetween range, boolean ascending) {
        return keys(range, ascending, pages(sql, list, mailbox, ascending));
    }

    private static Pages pages(Sql sql, OrderedList list, long mailbox, boolean ascending) {
        return (bound, max) ->
                ascending ? list.ascending(sql, mailbox, bound, max, 0) : list.descending(sql, mailbox, bound, max, 0);
    }

    /** Returns a cursor over the emails that are in one of the mailboxes, or are indexed under one of the words. */
    static EmailCursor ofContainers(
            Sql sql, Set<Long> mailboxes, List<Long> words, ReceivedBetween range, boolean ascending) {
        List<Pages> lists = new ArrayList<>();
        mailboxes.forEach(mailbox -> lists.add(pages(sql, OrderedList.EMAILS, mailbox, ascending)));
        words.forEach(word -> lists.add((bound, max) -> KeywordRows.page(sql, word, bound, max, ascending)));
        return keys(range, ascending, new MergedLists(lists, ascending));
    }

    /** Returns a cursor over the emails that the keyword index contains under a keyword. */
    static EmailCursor ofKeyword(Sql sql, long word, ReceivedBetween range, boolean ascending) {
        return keys(range, ascending, (bound, max) -> KeywordRows.page(sql, word, bound, max, ascending));
    }

    /** A function that reads a page of keys: ascending from a bound, or descending before it. */
    interface Pages {
        List<ReceivedKey> page(ReceivedKey bound, int max);
    }

    private static EmailCursor keys(ReceivedBetween range, boolean ascending, Pages pages) {
        ReceivedKey from = range.from() == Long.MIN_VALUE ? ReceivedKey.FIRST : new ReceivedKey(range.from(), 0);
        ReceivedKey before = range.before() == Long.MAX_VALUE ? ReceivedKey.LAST : new ReceivedKey(range.before(), 0);
        return new EmailCursor() {
            private ReceivedKey bound = ascending ? from : before;
            private boolean finished;

            @Override
            public List<Long> next(int max) {
                if (finished) {
                    return List.of();
                }
                List<ReceivedKey> page = pages.page(bound, max);
                finished = page.size() < max;
                List<Long> numbers = new ArrayList<>(page.size());
                for (ReceivedKey key : page) {
                    if (key.compareTo(from) < 0 || key.compareTo(before) >= 0) {
                        finished = true;
                        break;
                    }
                    numbers.add(key.n());
                }
                if (!page.isEmpty()) {
                    ReceivedKey last = page.get(page.size() - 1);
                    bound = ascending ? new ReceivedKey(last.received(), last.n() + 1) : last;
                }
                return numbers;
            }
        };
    }

    /** Returns a cursor over a given list of emails. */
    static EmailCursor ofNumbers(List<Long> numbers) {
        return new EmailCursor() {
            private int at;

            @Override
            public List<Long> next(int max) {
                List<Long> portion = numbers.subList(at, Math.min(numbers.size(), at + max));
                at += portion.size();
                return portion;
            }
        };
    }
}
