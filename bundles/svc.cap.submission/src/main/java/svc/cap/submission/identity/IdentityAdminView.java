package svc.cap.submission;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.json.Json;
import svc.api.operation.AdminView;
import svc.api.operation.Page;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;

/** What operators see of identities: names and addresses, no signature. */
@Component
public final class IdentitiesView implements AdminView {

    private final IdentityRows rows;

    /** Of these. */
    @Activate
    public IdentitiesView(@Reference Json json) {
        this.rows = new IdentityRows(json);
    }

    @Override
    public String name() {
        return "identities";
    }

    @Override
    public Page<Map<String, Object>> list(Snapshot snapshot, int limit, Optional<String> cursor) {
        long after = cursor.isEmpty()
                ? 0
                : ObjectId.number(Identity.LETTER, cursor.get()).orElseThrow(Page::badCursor);
        List<Long> numbers = IdentityRows.numbers(snapshot.sql(), Integer.MAX_VALUE);
        List<Map<String, Object>> found = new TreeMap<>(rows.among(snapshot.sql(), numbers))
                .tailMap(after, false).entrySet().stream()
                        .limit(limit + 1L)
                        .map(entry -> members(entry.getKey(), entry.getValue()))
                        .toList();
        return Page.of(found, limit, numbers.size(), one -> String.valueOf(one.get("id")));
    }

    private static Map<String, Object> members(long n, Identity identity) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("id", ObjectId.text(Identity.LETTER, n));
        members.put("name", identity.name());
        members.put("email", identity.email());
        members.put("may_delete", !identity.main());
        return members;
    }
}
