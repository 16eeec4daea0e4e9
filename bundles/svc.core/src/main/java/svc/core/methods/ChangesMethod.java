package svc.core;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Access;
import svc.api.jmap.MethodError;
import svc.api.jmap.Verb;
import svc.api.json.JsonSink;
import svc.api.store.Changes;
import svc.api.store.Changes.Updated;
import svc.api.store.Facets;
import svc.api.store.ObjectId;
import svc.api.store.State;
import svc.core.DerivedMethods.Ground;

/** Foo/changes (RFC 8620 §5.2). */
final class ChangesMethod implements Method.Runner {

    private static final Set<String> ARGUMENTS = Set.of("accountId", "sinceState", "maxChanges");

    private final Ground ground;
    private final KnownType type;

    ChangesMethod(Ground ground, KnownType type) {
        this.ground = ground;
        this.type = type;
    }

    @Override
    public void run(RunningCall call, Map<String, @Nullable Object> given, JsonSink out) {
        Arguments arguments = new Arguments(given, ARGUMENTS, type.further(Verb.CHANGES));
        Sight sight = type.entered(Sight.of(call, "accountId", arguments.text("accountId"), Access.READ));
        String since = arguments.needed("sinceState");
        int max = max(arguments.unsigned("maxChanges"));
        State state = sight.state(since).orElseThrow(ChangesMethod::lost);
        Changes changes = ground.store()
                .read(sight.scope(), snapshot -> snapshot.changes(type.name(), state, max))
                .orElseThrow(ChangesMethod::lost);
        out.object().member("accountId", sight.accountId()).member("oldState", since);
        out.member("newState", sight.text(changes.until()));
        out.name("hasMoreChanges").truth(changes.more());
        char letter = type.shape().letter();
        out.name("created").array();
        changes.created().forEach(n -> out.text(ObjectId.text(letter, n)));
        out.end().name("updated").array();
        changes.updated().stream().map(Updated::n).forEach(n -> out.text(ObjectId.text(letter, n)));
        out.end().name("destroyed").array();
        changes.destroyed().forEach(n -> out.text(ObjectId.text(letter, n)));
        out.end();
        if (!type.shape().facets().isEmpty()) {
            out.name("updatedProperties")
                    .value(updatedProperties(changes.updated()).orElse(null));
        }
        out.end();
    }

    /** RFC 8621 §2.2: the properties of the facets that changed, where those of all of them are known. */
    private Optional<List<String>> updatedProperties(List<Updated> updated) {
        Map<Integer, Set<String>> known = type.shape().facets();
        Set<String> names = new TreeSet<>();
        boolean told = IntStream.range(0, Facets.LIMIT)
                .filter(facet -> updated.stream().anyMatch(one -> one.facets().has(facet)))
                .allMatch(facet -> names.addAll(known.getOrDefault(facet, Set.of())));
        return told && !names.isEmpty() ? Optional.of(List.copyOf(names)) : Optional.empty();
    }

    private int max(@Nullable Long asked) {
        int most = ground.limits().maxChanges();
        if (asked == null) {
            return most;
        }
        if (asked == 0) {
            throw Arguments.wrong("maxChanges", "1 or more");
        }
        return (int) Math.min(asked, most);
    }

    /** CHG-09: not transient, so that the client starts anew. */
    static MethodError lost() {
        return new MethodError("cannotCalculateChanges", null);
    }
}
