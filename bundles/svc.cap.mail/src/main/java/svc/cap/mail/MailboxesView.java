package svc.cap.mail;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Component;
import svc.api.operation.AdminView;
import svc.api.operation.Page;
import svc.api.store.ObjectId;
import svc.api.store.Row;
import svc.api.store.Snapshot;

/** The mailboxes of an account with their counts, for operators. */
@Component
public final class MailboxesView implements AdminView {

    @Override
    public String name() {
        return "mailboxes";
    }

    @Override
    public Page<Map<String, Object>> list(Snapshot snapshot, int limit, Optional<String> cursor) {
        List<Map<String, Object>> found = snapshot.sql()
                .select(
                        "SELECT n, name, parent, role, emails, unread, threads, unread_threads FROM mailbox"
                                + " WHERE account = :account AND n > ? ORDER BY n LIMIT ?",
                        MailboxesView::mailbox,
                        EmailsView.after(Given.MAILBOX, cursor),
                        limit + 1);
        long total = snapshot.sql()
                .select("SELECT count(*) FROM mailbox WHERE account = :account", row -> row.number(1))
                .get(0);
        return Page.of(found, limit, total, mailbox -> String.valueOf(mailbox.get("id")));
    }

    private static Map<String, Object> mailbox(Row row) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("id", ObjectId.text(Given.MAILBOX, row.number(1)));
        members.put("name", requireNonNull(row.text(2)));
        if (row.number(3) != 0) {
            members.put("parent_id", ObjectId.text(Given.MAILBOX, row.number(3)));
        }
        String role = row.text(4);
        if (role != null) {
            members.put("role", role);
        }
        members.put("total_emails", row.number(5));
        members.put("unread_emails", row.number(6));
        members.put("total_threads", row.number(7));
        members.put("unread_threads", row.number(8));
        return members;
    }
}
