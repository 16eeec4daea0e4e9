package svc.cap.v2.streaming;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Access;
import svc.api.identity.Caller;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.jmap.observe.ObjectReader;
import svc.api.jmap.observe.ReadableTypes;
import svc.api.jmap.observe.ReadableTypes.ReadableAccount;
import svc.api.push.PushStateCodec;
import svc.api.store.Changes.Updated;
import svc.api.store.ObjectId;
import svc.api.store.State;
import svc.api.store.Store;

/** {@code Push/catchup}: returns the changes of all types since a push state. */
@Component(service = MethodHandler.class)
public final class PushCatchup implements MethodHandler<PushCatchup.Arguments, Map<String, @Nullable Object>> {

    private final Store store;
    private final ReadableTypes readableTypes;
    private final ObjectReader views;
    private final PushStateCodec states;
    private final JmapLimits limits;

    @Activate
    public PushCatchup(
            @Reference Store store,
            @Reference ReadableTypes readableTypes,
            @Reference ObjectReader views,
            @Reference PushStateCodec states,
            @Reference JmapLimits limits) {
        this.store = store;
        this.readableTypes = readableTypes;
        this.views = views;
        this.states = states;
        this.limits = limits;
    }

    record Arguments(
            String accountId,
            @Nullable String sinceState,
            @Nullable List<String> types,
            @Nullable Long maxChanges) {}

    @Override
    public String method() {
        return "Push/catchup";
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
                "Push states exist only for the user's own account. Use Foo/changes for other accounts.");
        Set<String> types = types(call.caller(), arguments.types());
        int max = max(arguments.maxChanges());
        return store.read(call.scope(arguments.accountId(), Access.READ), snapshot -> {
            ChangesPager pager = new ChangesPager(snapshot, types);
            String since = arguments.sinceState();
            ChangesPager.Page page = since == null
                    ? new ChangesPager.Page(List.of(), ChangesPosition.at(pager.now()), false)
                    : page(pager, types, states.decode(call.caller(), since).map(ChangesPosition::of), max);
            return answer(call.caller(), arguments, page);
        });
    }

    private static ChangesPager.Page page(
            ChangesPager pager, Set<String> types, Optional<ChangesPosition> known, int max) {
        Set<String> missing =
                known.map(position -> pager.expired(position.with(types))).orElse(types);
        if (!missing.isEmpty() || known.isEmpty()) {
            throw new MethodError("cannotCalculateChanges", null, Map.of("types", List.copyOf(missing)));
        }
        return pager.page(known.get(), max);
    }

    private Set<String> types(Caller caller, @Nullable List<String> requested) {
        ReadableAccount own = readableTypes.of(caller);
        Set<String> shown = new TreeSet<>(own.types());
        shown.removeAll(own.pushOnlyTypes());
        if (requested == null) {
            return shown;
        }
        if (!shown.containsAll(requested)) {
            throw MethodError.invalidArguments(
                    "The argument types has an unknown type. Use types that have a /get method.");
        }
        return new TreeSet<>(requested);
    }

    private int max(@Nullable Long asked) {
        if (asked != null && asked < 1) {
            throw MethodError.invalidArguments("The argument maxChanges must be 1 or more.");
        }
        return (int) Math.min(asked == null ? Long.MAX_VALUE : asked, limits.maxChanges());
    }

    private Map<String, @Nullable Object> answer(Caller caller, Arguments arguments, ChangesPager.Page page) {
        Map<String, Object> changes = new LinkedHashMap<>();
        page.parts()
                .forEach(part -> views.of(caller, part.type())
                        .ifPresent(view -> changes.put(part.type(), members(part, view.idPrefix()))));
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("accountId", arguments.accountId());
        answer.put("oldState", arguments.sinceState());
        answer.put(
                "newState",
                states.encode(caller, page.next().from(), page.next().rest()));
        answer.put("hasMoreChanges", page.more());
        answer.put("changes", changes);
        return answer;
    }

    private static Map<String, Object> members(ChangesPager.Part part, char letter) {
        State before = part.before();
        boolean begins = before.continuation()
                .filter(continuation -> continuation.births() && continuation.after() == before.sequence())
                .isPresent();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("oldState", (begins ? new State(before.epoch(), before.sequence()) : before).toString());
        members.put("newState", part.changes().newState().toString());
        members.put("created", ids(letter, part.changes().created()));
        members.put(
                "updated",
                ids(letter, part.changes().updated().stream().map(Updated::n).toList()));
        members.put("destroyed", ids(letter, part.changes().destroyed()));
        return members;
    }

    private static List<String> ids(char letter, List<Long> numbers) {
        return numbers.stream().map(n -> ObjectId.format(letter, n)).toList();
    }
}
