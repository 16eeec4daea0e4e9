package svc.cap.mail;

import java.util.ArrayList;
import java.util.List;
import svc.api.store.Sql;

/** Goes through messages in the order of their {@link Key}, one way or the other, as far as somebody asks. For one thread. */
@FunctionalInterface
interface Walk {

    /** The numbers of the next ones, at most so many; none when there are no more. */
    List<Long> next(int most);

    /** Leaves out what stands before a place, where that costs less than to go there. */
    default void skip(Key place) {
        // goes on where it is
    }

    /** Along a list, within a stretch of time: from a second on and before another. */
    static Walk along(Sql sql, MailList list, long mailbox, Clause.Received within, boolean rising) {
        Key from = within.from() == Long.MIN_VALUE ? Key.FIRST : new Key(within.from(), 0);
        Key before = within.before() == Long.MAX_VALUE ? Key.LAST : new Key(within.before(), 0);
        return keys(
                from,
                before,
                rising,
                (bound, most) -> rising
                        ? list.rising(sql, mailbox, bound, most, 0)
                        : list.falling(sql, mailbox, bound, most, 0));
    }

    /** Along the messages under a word. */
    static Walk word(Sql sql, long word, Clause.Received within, boolean rising) {
        Key from = within.from() == Long.MIN_VALUE ? Key.FIRST : new Key(within.from(), 0);
        Key before = within.before() == Long.MAX_VALUE ? Key.LAST : new Key(within.before(), 0);
        return keys(from, before, rising, (bound, most) -> KeywordRows.page(sql, word, bound, most, rising));
    }

    /** A page of keys: rising from a bound on, falling before it. */
    interface Pages {
        List<Key> page(Key bound, int most);
    }

    private static Walk keys(Key from, Key before, boolean rising, Pages pages) {
        return new Walk() {
            private Key bound = rising ? from : before;
            private boolean over;

            @Override
            public List<Long> next(int most) {
                if (over) {
                    return List.of();
                }
                List<Key> page = pages.page(bound, most);
                over = page.size() < most;
                List<Long> numbers = new ArrayList<>(page.size());
                for (Key key : page) {
                    if (key.compareTo(from) < 0 || key.compareTo(before) >= 0) {
                        over = true;
                        break;
                    }
                    numbers.add(key.n());
                }
                if (!page.isEmpty()) {
                    Key last = page.get(page.size() - 1);
                    bound = rising ? new Key(last.received(), last.n() + 1) : last;
                }
                return numbers;
            }
        };
    }

    /** Through messages that are known already. */
    static Walk through(List<Long> numbers) {
        return new Walk() {
            private int at;

            @Override
            public List<Long> next(int most) {
                List<Long> some = numbers.subList(at, Math.min(numbers.size(), at + most));
                at += some.size();
                return some;
            }
        };
    }
}
