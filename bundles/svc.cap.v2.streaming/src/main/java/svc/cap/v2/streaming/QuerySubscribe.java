package svc.cap.v2.streaming;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.jmap.Call;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.jmap.Queries;
import svc.api.jmap.Queries.Question;
import svc.api.jmap.Queries.Result;
import svc.api.json.Json;

/** Query/subscribe: a part of the results of a query, and from then on what changes of it, on the streams of patches. */
@Component(service = MethodHandler.class)
public final class QuerySubscribe implements MethodHandler<QuerySubscribe.Arguments, Map<String, @Nullable Object>> {

    /** What a client can show at once. */
    static final int MOST_IDS = 500;

    private static final int LONGEST_QUERY = 8_192;

    private final Queries queries;
    private final Subscribers subscribers;
    private final JmapLimits limits;
    private final Json.Binding json;

    /** Asks there. */
    @Activate
    public QuerySubscribe(
            @Reference Queries queries,
            @Reference Subscribers subscribers,
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
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public Map<String, @Nullable Object> handle(Call call, Arguments arguments) {
        OwnAccount.need(
                call, arguments.accountId(), "Queries are followed in the own account. Ask Foo/query in others.");
        Window window = arguments.window() == null ? new Window(null, null) : arguments.window();
        int position = number("position", window.position(), 0, Integer.MAX_VALUE);
        int most = Math.min(MOST_IDS, limits.maxQueryLimit());
        int limit = number("limit", window.limit(), most, most);
        Question question = question(call, arguments.query(), position, limit);
        if (subscribers.of(call.caller()).full()) {
            throw tooMany();
        }
        Result found = queries.answer(call.caller(), question, QueryWatch.LONGEST);
        Subscription made = new Subscription(subscribers.number(), question, position, found);
        if (!subscribers.add(call.caller(), made)) {
            throw tooMany();
        }
        subscribers.of(call.caller()).wake();
        return answer(arguments, subscribers.id(made), position, limit, found);
    }

    private static int number(String name, @Nullable Long given, int otherwise, int most) {
        if (given != null && given < 0) {
            throw MethodError.invalidArguments("The argument window has a negative " + name + ". Count from 0.");
        }
        return given == null ? otherwise : (int) Math.min(given, most);
    }

    private Question question(Call call, Asked asked, int position, int limit) {
        Map<String, @Nullable Object> arguments = new LinkedHashMap<>();
        arguments.put("filter", asked.filter());
        arguments.put("sort", asked.sort());
        if (json.text(arguments).length() > LONGEST_QUERY) {
            throw new MethodError(
                    "unsupportedFilter",
                    "The query is too long to be followed. Make it shorter than " + LONGEST_QUERY + " characters.");
        }
        if (asked.collapseThreads() != null) {
            arguments.put("collapseThreads", asked.collapseThreads());
        }
        arguments.put("position", (long) position);
        arguments.put("limit", (long) limit);
        return new Question(call.using(), asked.type(), arguments);
    }

    private static MethodError tooMany() {
        return new MethodError(
                "overQuota",
                "This sign-in follows " + Subscriptions.MOST + " queries already. End one with Query/unsubscribe.",
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
