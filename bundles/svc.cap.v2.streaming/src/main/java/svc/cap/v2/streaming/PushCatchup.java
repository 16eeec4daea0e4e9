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
import svc.api.jmap.Call;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.jmap.Sights;
import svc.api.jmap.Views;
import svc.api.push.PushStates;
import svc.api.store.Changes.Updated;
import svc.api.store.ObjectId;
import svc.api.store.State;
import svc.api.store.Store;

/** Push/catchup: what happened to all types at once since a push state. */
@Component(service = MethodHandler.class)
public final class Catchup implements MethodHandler<Catchup.Arguments, Map<String, @Nullable Object>> {

    private final Store store;
    private final Sights sights;
    private final Views views;
    private final PushStates states;
    private final JmapLimits limits;

    /** Reads there. */
    @Activate
    public Catchup(
            @Reference Store store,
            @Reference Sights sights,
            @Reference Views views,
            @Reference PushStates states,
            @Reference JmapLimits limits) {
        this.store = store;
        this.sights = sights;
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
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public Map<String, @Nullable Object> handle(Call call, Arguments arguments) {
        OwnAccount.need(call, arguments.accountId(), "Push states are of the own account. Ask Foo/changes in others.");
        Set<String> types = types(call.caller(), arguments.types());
        int max = max(arguments.maxChanges());
        return store.read(call.scope(arguments.accountId(), Access.READ), snapshot -> {
            Walk walk = new Walk(snapshot, types);
            String since = arguments.sinceState();
            Walk.Page page = since == null
                    ? new Walk.Page(List.of(), Place.at(walk.now()), false)
                    : page(walk, types, states.read(call.caller(), since).map(Place::of), max);
            return answer(call.caller(), arguments, page);
        });
    }

    private static Walk.Page page(Walk walk, Set<String> types, Optional<Place> known, int max) {
        Set<String> lost = known.map(place -> walk.lost(place.with(types))).orElse(types);
        if (!lost.isEmpty() || known.isEmpty()) {
            throw new MethodError("cannotCalculateChanges", null, Map.of("types", List.copyOf(lost)));
        }
        return walk.page(known.get(), max);
    }

    private Set<String> types(Caller caller, @Nullable List<String> asked) {
        Set<String> shown = new TreeSet<>(sights.of(caller).types());
        if (asked == null) {
            return shown;
        }
        if (!shown.containsAll(asked)) {
            throw MethodError.invalidArguments(
                    "The argument types names a type that this account does not have. Take such as have a /get.");
        }
        return new TreeSet<>(asked);
    }

    private int max(@Nullable Long asked) {
        if (asked != null && asked < 1) {
            throw MethodError.invalidArguments("The argument maxChanges must be 1 or more.");
        }
        return (int) Math.min(asked == null ? Long.MAX_VALUE : asked, limits.maxChanges());
    }

    private Map<String, @Nullable Object> answer(Caller caller, Arguments arguments, Walk.Page page) {
        Map<String, Object> changes = new LinkedHashMap<>();
        page.parts()
                .forEach(part -> views.of(caller, part.type())
                        .ifPresent(view -> changes.put(part.type(), members(part, view.letter()))));
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("accountId", arguments.accountId());
        answer.put("oldState", arguments.sinceState());
        answer.put(
                "newState", states.text(caller, page.next().from(), page.next().rest()));
        answer.put("hasMoreChanges", page.more());
        answer.put("changes", changes);
        return answer;
    }

    private static Map<String, Object> members(Walk.Part part, char letter) {
        State before = part.before();
        boolean begins = before.unread()
                .filter(rest -> rest.births() && rest.after() == before.sequence())
                .isPresent();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("oldState", (begins ? new State(before.epoch(), before.sequence()) : before).toString());
        members.put("newState", part.changes().until().toString());
        members.put("created", ids(letter, part.changes().created()));
        members.put(
                "updated",
                ids(letter, part.changes().updated().stream().map(Updated::n).toList()));
        members.put("destroyed", ids(letter, part.changes().destroyed()));
        return members;
    }

    private static List<String> ids(char letter, List<Long> numbers) {
        return numbers.stream().map(n -> ObjectId.text(letter, n)).toList();
    }
}
