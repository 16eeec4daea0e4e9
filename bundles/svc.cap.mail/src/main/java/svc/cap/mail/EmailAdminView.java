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

/** The messages of an account, for operators: what lists show of them, and nothing of what they say. */
@Component
public final class EmailsView implements AdminView {

    private static final int MOST_VALUES = 100_000;

    private final Json.Binding json;

    /** Reads with this. */
    @Activate
    public EmailsView(@Reference Json json) {
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
                        after(Email.LETTER, cursor),
                        limit + 1);
        long total = snapshot.sql()
                .select(
                        "SELECT sum(entries) FROM mail_block WHERE account = :account AND list = 0",
                        row -> row.number(1))
                .get(0);
        return Page.of(found, limit, total, email -> String.valueOf(email.get("id")));
    }

    /** The number that a cursor says. */
    static long after(char letter, Optional<String> cursor) {
        return cursor.isEmpty() ? 0 : ObjectId.number(letter, cursor.get()).orElseThrow(Page::badCursor);
    }

    private Map<String, Object> email(Row row) {
        Summary summary = new Summary(requireNonNull(row.bytes(4)));
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("id", ObjectId.text(Email.LETTER, row.number(1)));
        members.put("subject", value(summary, "subject") instanceof String subject ? subject : "");
        members.put("from", people(value(summary, "from")));
        members.put("received_at", Instant.ofEpochSecond(row.number(2)).toString());
        members.put("size", row.number(3));
        return members;
    }

    private @Nullable Object value(Summary summary, String property) {
        return json.read(summary.json(property), MOST_VALUES);
    }

    private static String people(@Nullable Object addresses) {
        StringJoiner people = new StringJoiner(", ");
        if (addresses instanceof List<?> list) {
            for (Object one : list) {
                Map<?, ?> address = (Map<?, ?>) requireNonNull(one);
                Object shown = address.get("name");
                people.add(
                        shown == null
                                ? String.valueOf(address.get("email"))
                                : shown + " <" + address.get("email") + ">");
            }
        }
        return people.toString();
    }
}
