package svc.core.methods;

import java.util.Arrays;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Access;
import svc.api.jmap.MethodError;
import svc.api.jmap.StandardMethod;
import svc.api.jmap.query.Query;
import svc.api.jmap.query.QueryPlan;
import svc.api.json.JsonWriter;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.core.dispatch.AccountContext;
import svc.core.dispatch.MethodArguments;
import svc.core.dispatch.MethodCallContext;
import svc.core.dispatch.RegisteredMethod;
import svc.core.dispatch.RegisteredType;
import svc.core.methods.StandardMethods.Services;

/** Implements Foo/query (RFC 8620 §5.5). */
final class QueryMethod implements RegisteredMethod.Runner {

    private static final Set<String> ARGUMENTS =
            Set.of("accountId", "filter", "sort", "position", "anchor", "anchorOffset", "limit", "calculateTotal");

    private final Services services;
    private final RegisteredType type;

    QueryMethod(Services services, RegisteredType type) {
        this.services = services;
        this.type = type;
    }

    /** The requested part of the results. */
    private record Window(
            long position,
            @Nullable String anchor,
            long offset,
            @Nullable Long limit,
            boolean total) {

        static Window of(MethodArguments arguments) {
            return new Window(
                    arguments.integer("position"),
                    arguments.text("anchor"),
                    arguments.integer("anchorOffset"),
                    arguments.unsigned("limit"),
                    arguments.truth("calculateTotal"));
        }
    }

    @Override
    public void run(MethodCallContext call, Map<String, @Nullable Object> given, JsonWriter out) {
        MethodArguments arguments = new MethodArguments(given, ARGUMENTS, type.extraArguments(StandardMethod.QUERY));
        AccountContext account =
                call.enter(type, AccountContext.of(call, "accountId", arguments.text("accountId"), Access.READ));
        Query query = new QueryParser(call, account).read(arguments);
        Window window = Window.of(arguments);
        services.store().read(account.scope(), snapshot -> {
            try (QueryPlan plan = type.source().plan(snapshot, query)) {
                write(call, VisibleObjects.of(type, account), snapshot, plan, window, out);
            }
            return true;
        });
    }

    private void write(
            MethodCallContext call,
            VisibleObjects visible,
            Snapshot snapshot,
            QueryPlan plan,
            Window window,
            JsonWriter out) {
        int most = services.limits().maxQueryLimit();
        int limit = (int) Math.min(window.limit() == null ? most : window.limit(), most);
        long position = position(call, plan, window);
        QueryStates states = new QueryStates(call.catalogue(), visible, snapshot, plan);
        out.beginObject().stringMember("accountId", visible.account().accountId());
        out.stringMember("queryState", visible.text(states.now()));
        out.name("canCalculateChanges").bool(plan.hasCheapPositions());
        out.name("position").number(position);
        out.name("ids").beginArray();
        long[] ids = limit == 0 ? new long[0] : plan.ids((int) Math.min(position, Integer.MAX_VALUE), limit);
        requireVisible(visible, snapshot, ids);
        for (long n : ids) {
            out.string(ObjectId.format(type.descriptor().idPrefix(), n));
        }
        out.end();
        if (window.total()) {
            out.name("total").number(plan.total());
        }
        if (window.limit() == null || window.limit() > most) {
            out.name("limit").number(most);
        }
        out.end();
    }

    /** Fails if a plan returns an object that the caller may not see. */
    private void requireVisible(VisibleObjects visible, Snapshot snapshot, long[] ids) {
        if (!visible.isAll()
                && visible.among(snapshot, Arrays.stream(ids).boxed().toList()).size() < ids.length) {
            throw new IllegalStateException(type.name() + ": a query returned an object that is not visible");
        }
    }

    private long position(MethodCallContext call, QueryPlan plan, Window window) {
        if (window.anchor() != null) {
            OptionalInt rank = ObjectId.parse(type.descriptor().idPrefix(), call.resolveId(window.anchor())).stream()
                    .mapToObj(plan::position)
                    .findFirst()
                    .orElse(OptionalInt.empty());
            int at = rank.orElseThrow(() -> new MethodError("anchorNotFound", null));
            return Math.max(0, at + window.offset());
        }
        return window.position() >= 0 ? window.position() : Math.max(0, plan.total() + window.position());
    }
}
