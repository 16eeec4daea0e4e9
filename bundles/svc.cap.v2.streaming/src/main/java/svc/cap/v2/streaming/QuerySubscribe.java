package svc.cap.v2.streaming;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.jmap.query.QueryRunner;
import svc.api.jmap.query.QueryRunner.QueryRequest;
import svc.api.jmap.query.QueryRunner.Result;
import svc.api.json.Json;

/**
 * {@code Query/subscribe}: returns a part of the results of a query, and sends the changes of this part on the open
 * streams.
 */
@Component(service = MethodHandler.class)
public final class QuerySubscribe implements MethodHandler<QuerySubscribe.Arguments, Map<String, @Nullable Object>> {

    /** The maximum number of ids in a window. */
    static final int MOST_IDS = 500;

    private static final int LONGEST_QUERY = 8_192;

    private final QueryRunner queries;
    private final QuerySubscriptionRegistry subscribers;
    private final JmapLimits limits;
    private final Json.Binding json;

    @Activate
    public QuerySubscribe(
            @Reference QueryRunner queries,
            @Reference QuerySubscriptionRegistry subscribers,
            @Reference JmapLimits limits,
            @Reference Json json) {
        this.queries = queries;
        this.subscribers = subscribers;
        this.limits = limits;
        this.json = json.binding(Json.Names.EXACT);
    }

    record Arguments(
            String accountId, Asked query, @Nullable Window window) {}

    record Asked(
            String type,
            @Nullable Map<String, @Nullable Object> filter,
            @Nullable List<Map<String, @Nullable Object>> sort,
            @Nullable Boolean collapseThreads) {}

    record Window(@Nullable Long position, @Nullable Long limit) {}

    @Override
    public String method() {
        return "Query/subscribe";
    }

    @Override
    public String capability() {
        return StreamingCapability.URN;
    }

    @Override
    public Map<String, @Nullable Object> handle(MethodCall call, Arguments arguments) {
        OwnAccount.require(
                call,
                arguments.accountId(),
                "Queries can be subscribed only in the user's own account. Use Foo/query for other accounts.");
        Window window = arguments.window() == null ? new Window(null, null) : arguments.window();
        int position = number("position", window.position(), 0, Integer.MAX_VALUE);
        int max = Math.min(MOST_IDS, limits.maxQueryLimit());
        int limit = number("limit", window.limit(), max, max);
        QueryRequest query = toRequest(call, arguments.query(), position, limit);
        if (subscribers.of(call.caller()).isFull()) {
            throw tooMany();
        }
        Result found = queries.run(call.caller(), query, QueryWatch.LONGEST);
        QuerySubscription made = new QuerySubscription(subscribers.number(), query, position, found);
        if (!subscribers.add(call.caller(), made)) {
            throw tooMany();
        }
        subscribers.of(call.caller()).wake();
        return answer(arguments, subscribers.id(made), position, limit, found);
    }

    private static int number(String name, @Nullable Long given, int fallback, int max) {
        if (given != null && given < 0) {
            throw MethodError.invalidArguments(
                    "The argument window has a negative " + name + ". It must be 0 or more.");
        }
        return given == null ? fallback : (int) Math.min(given, max);
    }

    private QueryRequest toRequest(MethodCall call, Asked request, int position, int limit) {
        Map<String, @Nullable Object> arguments = new LinkedHashMap<>();
        arguments.put("filter", request.filter());
        arguments.put("sort", request.sort());
        if (json.text(arguments).length() > LONGEST_QUERY) {
            throw new MethodError(
                    "unsupportedFilter",
                    "The query is too long for a subscription. The limit is " + LONGEST_QUERY + " characters.");
        }
        if (request.collapseThreads() != null) {
            arguments.put("collapseThreads", request.collapseThreads());
        }
        arguments.put("position", (long) position);
        arguments.put("limit", (long) limit);
        return new QueryRequest(call.using(), request.type(), arguments);
    }

    private static MethodError tooMany() {
        return new MethodError(
                "overQuota",
                "This sign-in already has " + SignInSubscriptions.MOST
                        + " query subscriptions. End one with Query/unsubscribe.",
                Map.of("limit", "maxSubscriptions"));
    }

    private static Map<String, @Nullable Object> answer(
            Arguments arguments, String id, int position, int limit, Result found) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("accountId", arguments.accountId());
        answer.put("subscriptionId", id);
        answer.put("queryState", found.queryState());
        answer.put("position", position);
        answer.put("limit", limit);
        answer.put("ids", found.ids());
        return answer;
    }
}
