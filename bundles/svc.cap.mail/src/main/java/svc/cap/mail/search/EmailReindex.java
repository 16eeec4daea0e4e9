package svc.cap.mail.search;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Access;
import svc.api.identity.AccessibleAccount;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.search.SearchIndex;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.cap.mail.capability.EmailType;
import svc.cap.mail.capability.MailV2Capability;
import svc.cap.mail.table.EmailRows;
import svc.cap.mail.table.ListBlockRows;
import svc.cap.mail.table.ListDeltas;

/** {@code Email/reindex} (V2-01): schedules some or all emails to be indexed again in the background. */
@Component(service = MethodHandler.class)
public final class EmailReindex implements MethodHandler<EmailReindex.Arguments, Map<String, @Nullable Object>> {

    private final Store store;
    private final SearchIndex index;
    private final JmapLimits limits;

    @Activate
    public EmailReindex(@Reference Store store, @Reference SearchIndex index, @Reference JmapLimits limits) {
        this.store = store;
        this.index = index;
        this.limits = limits;
    }

    record Arguments(String accountId, @Nullable List<String> ids) {}

    @Override
    public String method() {
        return "Email/reindex";
    }

    @Override
    public String capability() {
        return MailV2Capability.URN;
    }

    @Override
    public Map<String, @Nullable Object> handle(MethodCall call, Arguments arguments) {
        AccessibleAccount accessible = call.account(arguments.accountId(), Access.WRITE);
        Scope scope = call.scope(arguments.accountId(), Access.WRITE);
        List<String> ids = arguments.ids();
        List<String> notFound = new ArrayList<>();
        long queued = ids == null ? all(scope) : reindexPortion(scope, named(call, ids), notFound);
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("accountId", accessible.id());
        answer.put("queued", queued);
        answer.put("notFound", notFound);
        return answer;
    }

    private Set<String> named(MethodCall call, List<String> ids) {
        if (ids.size() > limits.maxObjectsInSet()) {
            throw new MethodError(
                    "requestTooLarge",
                    "A call can name at most " + limits.maxObjectsInSet() + " emails; ids: null means all emails.");
        }
        Set<String> named = new LinkedHashSet<>();
        ids.forEach(id -> named.add(call.resolveId(id)));
        return named;
    }

    private long all(Scope scope) {
        long messages = store.read(
                scope, snapshot -> ListBlockRows.total(snapshot.sql(), ListDeltas.emails(ListDeltas.ACCOUNT)));
        if (messages > 0) {
            reindex(scope, Set.of());
        }
        return messages;
    }

    private long reindexPortion(Scope scope, Set<String> ids, List<String> notFound) {
        Map<String, Long> numbers = new LinkedHashMap<>();
        ids.forEach(id -> numbers.put(id, ObjectId.parse(EmailType.LETTER, id).orElse(0)));
        Set<Long> existing = store.read(
                scope,
                snapshot -> EmailRows.find(snapshot.sql(), numbers.values()).keySet());
        numbers.forEach((id, n) -> {
            if (!existing.contains(n)) {
                notFound.add(id);
            }
        });
        if (!existing.isEmpty()) {
            reindex(scope, existing);
        }
        return existing.size();
    }

    private void reindex(Scope scope, Set<Long> numbers) {
        if (!index.reindex(scope, EmailType.TYPE, numbers)) {
            throw new MethodError("serverUnavailable", "The search index of the account is busy. Try again later.");
        }
    }
}
