package svc.core;

import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Access;
import svc.api.jmap.MethodError;
import svc.api.jmap.Query;
import svc.api.jmap.QueryPlan;
import svc.api.jmap.Verb;
import svc.api.json.JsonSink;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.core.DerivedMethods.Ground;

/** Foo/query (RFC 8620 §5.5). */
final class QueryMethod implements Method.Runner {

    private static final Set<String> ARGUMENTS =
            Set.of("accountId", "filter", "sort", "position", "anchor", "anchorOffset", "limit", "calculateTotal");

    private final Ground ground;
    private final KnownType type;

    QueryMethod(Ground ground, KnownType type) {
        this.ground = ground;
        this.type = type;
    }

    /** The part of the results that a client wants to see. */
    private record Window(
            long position,
            @Nullable String anchor,
            long offset,
            @Nullable Long limit,
            boolean total) {

        static Window of(Arguments arguments) {
            return new Window(
                    arguments.integer("position"),
                    arguments.text("anchor"),
                    arguments.integer("anchorOffset"),
                    arguments.unsigned("limit"),
                    arguments.truth("calculateTotal"));
        }
    }

    @Override
    public void run(RunningCall call, Map<String, @Nullable Object> given, JsonSink out) {
        Arguments arguments = new Arguments(given, ARGUMENTS, type.further(Verb.QUERY));
        Sight sight = type.entered(Sight.of(call, "accountId", arguments.text("accountId"), Access.READ));
        Query query = new QueryReader(call, sight).read(arguments);
        Window window = Window.of(arguments);
        ground.store().read(sight.scope(), snapshot -> {
            QueryPlan plan = type.source().plan(snapshot, query);
            write(call, sight, snapshot, plan, window, out);
            return plan;
        });
    }

    private void write(RunningCall call, Sight sight, Snapshot snapshot, QueryPlan plan, Window window, JsonSink out) {
        int most = ground.limits().maxQueryLimit();
        int limit = (int) Math.min(window.limit() == null ? most : window.limit(), most);
        int position = position(call, plan, window);
        out.object().member("accountId", sight.accountId());
        out.member("queryState", sight.text(QueryStates.now(snapshot, type.name(), plan)));
        out.name("canCalculateChanges").truth(plan.ranks());
        out.name("position").number(position);
        out.name("ids").array();
        long[] ids = limit == 0 ? new long[0] : plan.ids(position, limit);
        for (long n : ids) {
            out.text(ObjectId.text(type.shape().letter(), n));
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

    private int position(RunningCall call, QueryPlan plan, Window window) {
        if (window.anchor() != null) {
            OptionalInt rank = ObjectId.number(type.shape().letter(), call.id(window.anchor())).stream()
                    .mapToObj(plan::rank)
                    .findFirst()
                    .orElse(OptionalInt.empty());
            int at = rank.orElseThrow(() -> new MethodError("anchorNotFound", null));
            return clamp(at + window.offset());
        }
        return window.position() >= 0 ? clamp(window.position()) : clamp(plan.total() + window.position());
    }

    private static int clamp(long position) {
        return (int) Math.max(0, Math.min(position, Integer.MAX_VALUE));
    }
}
