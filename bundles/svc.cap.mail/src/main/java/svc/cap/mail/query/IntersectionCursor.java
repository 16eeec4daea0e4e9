package svc.cap.mail.query;

import java.util.List;
import java.util.Set;
import svc.api.store.Sql;
import svc.cap.mail.table.EmailRows;
import svc.cap.mail.table.InMailboxRows;
import svc.cap.mail.table.OrderedList;
import svc.cap.mail.table.ReceivedKey;

/**
 * A cursor over the emails that match a text and are in a mailbox. If a page of the text matches has no email in the
 * mailbox, the cursor skips to the next email of the mailbox. Not thread-safe.
 */
final class IntersectionCursor implements EmailCursor {

    private final Sql sql;
    private final long mailbox;
    private final EmailCursor texts;
    private final boolean ascending;
    private final Runnable checkpoint;

    IntersectionCursor(Sql sql, long mailbox, EmailCursor texts, boolean ascending, Runnable checkpoint) {
        this.sql = sql;
        this.mailbox = mailbox;
        this.texts = texts;
        this.ascending = ascending;
        this.checkpoint = checkpoint;
    }

    @Override
    public List<Long> next(int max) {
        List<Long> portion = texts.next(max);
        while (!portion.isEmpty()) {
            Set<Long> here = InMailboxRows.containedIn(sql, mailbox, portion);
            if (!here.isEmpty()) {
                return portion.stream().filter(here::contains).toList();
            }
            if (!goOn(portion.get(portion.size() - 1))) {
                return List.of();
            }
            checkpoint.run();
            portion = texts.next(max);
        }
        return portion;
    }

    /** Skips to the email of the mailbox that follows an email. Returns false if no email follows. */
    private boolean goOn(long n) {
        EmailRows.Email last = EmailRows.find(sql, List.of(n)).get(n);
        if (last == null) {
            return true;
        }
        List<ReceivedKey> following = ascending
                ? OrderedList.EMAILS.ascending(sql, mailbox, new ReceivedKey(last.received(), n + 1), 1, 0)
                : OrderedList.EMAILS.descending(sql, mailbox, last.key(), 1, 0);
        following.forEach(texts::skip);
        return !following.isEmpty();
    }
}
