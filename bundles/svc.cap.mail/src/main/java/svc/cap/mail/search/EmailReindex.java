package svc.cap.mail;

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
import svc.api.identity.Reach;
import svc.api.jmap.Call;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.search.SearchIndex;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Store;

/** {@code Email/reindex} (V2-01): the texts of some messages, or of all, are read anew for the search, when nobody waits. */
@Component(service = MethodHandler.class)
public final class ReindexEmails implements MethodHandler<ReindexEmails.Arguments, Map<String, @Nullable Object>> {

    private final Store store;
    private final SearchIndex index;
    private final JmapLimits limits;

    /** Has them read by this. */
    @Activate
    public ReindexEmails(@Reference Store store, @Reference SearchIndex index, @Reference JmapLimits limits) {
        this.store = store;
        this.index = index;
        this.limits = limits;
    }

    /** The arguments of the method. */
    record Arguments(String accountId, @Nullable List<String> ids) {}

    @Override
    public String method() {
        return "Email/reindex";
    }

    @Override
    public String capability() {
        return SecondMailCapability.URN;
    }

    @Override
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public Map<String, @Nullable Object> handle(Call call, Arguments arguments) {
        Reach reach = call.reach(arguments.accountId(), Access.WRITE);
        Scope scope = call.scope(arguments.accountId(), Access.WRITE);
        List<String> ids = arguments.ids();
        List<String> notFound = new ArrayList<>();
        long queued = ids == null ? all(scope) : some(scope, named(call, ids), notFound);
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("accountId", reach.id());
        answer.put("queued", queued);
        answer.put("notFound", notFound);
        return answer;
    }

    private Set<String> named(Call call, List<String> ids) {
        if (ids.size() > limits.maxObjectsInSet()) {
            throw new MethodError(
                    "requestTooLarge",
                    "A call may name " + limits.maxObjectsInSet() + " messages at most; ids: null stands for all.");
        }
        Set<String> named = new LinkedHashSet<>();
        ids.forEach(id -> named.add(call.id(id)));
        return named;
    }

    private long all(Scope scope) {
        long messages = store.read(
                scope,
                snapshot -> BlockRows.all(snapshot.sql(), ListMoves.emails(ListMoves.ACCOUNT)).stream()
                        .mapToLong(BlockRows.Block::entries)
                        .sum());
        if (messages > 0) {
            renew(scope, Set.of());
        }
        return messages;
    }

    private long some(Scope scope, Set<String> ids, List<String> notFound) {
        Map<String, Long> numbers = new LinkedHashMap<>();
        ids.forEach(id -> numbers.put(id, ObjectId.number(Email.LETTER, id).orElse(0)));
        Set<Long> there = store.read(
                scope,
                snapshot -> EmailRows.among(snapshot.sql(), numbers.values()).keySet());
        numbers.forEach((id, n) -> {
            if (!there.contains(n)) {
                notFound.add(id);
            }
        });
        if (!there.isEmpty()) {
            renew(scope, there);
        }
        return there.size();
    }

    private void renew(Scope scope, Set<Long> numbers) {
        if (!index.renew(scope, Email.TYPE, numbers)) {
            throw new MethodError("serverUnavailable", "The search index of the account is busy now. Try again later.");
        }
    }
}
