package svc.cap.mail;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.json.Json;
import svc.api.operation.AdminView;
import svc.api.operation.Page;
import svc.api.store.ObjectId;
import svc.api.store.Row;
import svc.api.store.Snapshot;
import svc.cap.mail.capability.EmailType;
import svc.cap.mail.message.EmailSummary;

/** Admin view of the emails of an account: id, subject, sender, date and size. It shows no message content. */
@Component
public final class EmailAdminView implements AdminView {

    private static final int MOST_VALUES = 100_000;

    private final Json.Binding json;

    @Activate
    public EmailAdminView(@Reference Json json) {
        this.json = json.binding(Json.Names.EXACT);
    }

    @Override
    public String name() {
        return "emails";
    }

    @Override
    public Page<Map<String, Object>> list(Snapshot snapshot, int limit, Optional<String> cursor) {
        List<Map<String, Object>> found = snapshot.sql()
                .select(
                        "SELECT e.n, e.received, e.size, t.summary FROM email e JOIN email_text t"
                                + " ON t.account = e.account AND t.n = e.n"
                                + " WHERE e.account = :account AND e.n > ? ORDER BY e.n LIMIT ?",
                        this::email,
                        numberOfCursor(EmailType.LETTER, cursor),
                        limit + 1);
        long total = snapshot.sql().number("SELECT sum(entries) FROM mail_block WHERE account = :account AND list = 0");
        return Page.of(found, limit, total, email -> String.valueOf(email.get("id")));
    }

    /** Returns the object number in a cursor, or 0 if there is no cursor. */
    static long numberOfCursor(char letter, Optional<String> cursor) {
        return cursor.isEmpty() ? 0 : ObjectId.parse(letter, cursor.get()).orElseThrow(Page::badCursor);
    }

    private Map<String, Object> email(Row row) {
        EmailSummary summary = new EmailSummary(requireNonNull(row.getBytes(4)));
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("id", ObjectId.format(EmailType.LETTER, row.getLong(1)));
        members.put("subject", value(summary, "subject") instanceof String subject ? subject : "");
        members.put("from", addressNames(value(summary, "from")));
        members.put("received_at", Instant.ofEpochSecond(row.getLong(2)).toString());
        members.put("size", row.getLong(3));
        return members;
    }

    private @Nullable Object value(EmailSummary summary, String property) {
        return json.read(summary.json(property), MOST_VALUES);
    }

    private static String addressNames(@Nullable Object addresses) {
        StringJoiner names = new StringJoiner(", ");
        if (addresses instanceof List<?> list) {
            for (Object one : list) {
                Map<?, ?> address = (Map<?, ?>) requireNonNull(one);
                Object shown = address.get("name");
                names.add(
                        shown == null
                                ? String.valueOf(address.get("email"))
                                : shown + " <" + address.get("email") + ">");
            }
        }
        return names.toString();
    }
}
