package svc.cap.submission.identity;

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

/** Admin view of identities: names and addresses, without signatures. */
@Component
public final class IdentityAdminView implements AdminView {

    private final IdentityRows rows;

    @Activate
    public IdentityAdminView(@Reference Json json) {
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
                : ObjectId.parse(Identity.LETTER, cursor.get()).orElseThrow(Page::badCursor);
        List<Long> numbers = rows.numbers(snapshot, 0, Integer.MAX_VALUE);
        List<Map<String, Object>> found = new TreeMap<>(rows.read(snapshot, numbers))
                .tailMap(after, false).entrySet().stream()
                        .limit(limit + 1L)
                        .map(entry -> members(entry.getKey(), entry.getValue()))
                        .toList();
        return Page.of(found, limit, numbers.size(), one -> String.valueOf(one.get("id")));
    }

    private static Map<String, Object> members(long n, Identity identity) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("id", ObjectId.format(Identity.LETTER, n));
        members.put("name", identity.name());
        members.put("email", identity.email());
        members.put("may_delete", identity.mayDelete());
        return members;
    }
}
