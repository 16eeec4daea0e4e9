package svc.cap.mail;

import java.util.List;
import java.util.Set;
import svc.api.store.Sql;

/**
 * Goes along messages that match a text, and stops at those that are in a mailbox. Where many of them are elsewhere,
 * it goes on where the list of the mailbox does. For one thread.
 */
final class MeetingWalk implements Walk {

    private final Sql sql;
    private final long mailbox;
    private final Walk texts;
    private final boolean rising;
    private final Runnable pace;

    MeetingWalk(Sql sql, long mailbox, Walk texts, boolean rising, Runnable pace) {
        this.sql = sql;
        this.mailbox = mailbox;
        this.texts = texts;
        this.rising = rising;
        this.pace = pace;
    }

    @Override
    public List<Long> next(int most) {
        List<Long> some = texts.next(most);
        while (!some.isEmpty()) {
            Set<Long> here = InMailboxRows.in(sql, mailbox, some);
            if (!here.isEmpty()) {
                return some.stream().filter(here::contains).toList();
            }
            if (!goOn(some.get(some.size() - 1))) {
                return List.of();
            }
            pace.run();
            some = texts.next(most);
        }
        return some;
    }

    /** Goes to where the mailbox has something after a message; whether it has. */
    private boolean goOn(long n) {
        EmailRows.Email last = EmailRows.among(sql, List.of(n)).get(n);
        if (last == null) {
            return true;
        }
        List<Key> following = rising
                ? MailList.EMAILS.rising(sql, mailbox, new Key(last.received(), n + 1), 1, 0)
                : MailList.EMAILS.falling(sql, mailbox, last.key(), 1, 0);
        following.forEach(texts::skip);
        return !following.isEmpty();
    }
}
