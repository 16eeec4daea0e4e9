package svc.cap.mail;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Component;
import svc.api.operation.AdminView;
import svc.api.operation.Page;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.cap.mail.mailbox.Mailbox;
import svc.cap.mail.mailbox.MailboxRows;

/** Admin view of the mailboxes of an account with their counts. */
@Component
public final class MailboxAdminView implements AdminView {

    @Override
    public String name() {
        return "mailboxes";
    }

    @Override
    public Page<Map<String, Object>> list(Snapshot snapshot, int limit, Optional<String> cursor) {
        long after = EmailAdminView.numberOfCursor(Mailbox.LETTER, cursor);
        List<Mailbox> all = MailboxRows.all(snapshot.sql(), Integer.MAX_VALUE);
        List<Map<String, Object>> found = all.stream()
                .filter(mailbox -> mailbox.n() > after)
                .limit(limit + 1L)
                .map(MailboxAdminView::members)
                .toList();
        return Page.of(found, limit, all.size(), mailbox -> String.valueOf(mailbox.get("id")));
    }

    private static Map<String, Object> members(Mailbox mailbox) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("id", ObjectId.format(Mailbox.LETTER, mailbox.n()));
        members.put("name", mailbox.core().name());
        if (mailbox.core().parent() != 0) {
            members.put(
                    "parent_id", ObjectId.format(Mailbox.LETTER, mailbox.core().parent()));
        }
        mailbox.core().role().ifPresent(role -> members.put("role", role));
        members.put("total_emails", mailbox.counts().emails());
        members.put("unread_emails", mailbox.counts().unread());
        members.put("total_threads", mailbox.counts().threads());
        members.put("unread_threads", mailbox.counts().unreadThreads());
        return members;
    }
}
