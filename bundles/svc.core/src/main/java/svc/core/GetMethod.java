package svc.core;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Access;
import svc.api.jmap.MethodError;
import svc.api.jmap.Witness.Served;
import svc.api.json.JsonSink;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.api.store.State;
import svc.core.DerivedMethods.Ground;

/** Foo/get (RFC 8620 §5.1). Many objects are read in several short snapshots, after the state: a delta since it tells the rest. */
final class GetMethod implements Method.Runner {

    private static final Set<String> ARGUMENTS = Set.of("accountId", "ids", "properties");
    private static final int CHUNK = 64;

    private final Ground ground;
    private final KnownType type;

    GetMethod(Ground ground, KnownType type) {
        this.ground = ground;
        this.type = type;
    }

    @Override
    public void run(RunningCall call, Map<String, @Nullable Object> given, JsonSink out) {
        Arguments arguments = new Arguments(given, ARGUMENTS);
        Sight sight = Sight.of(call, "accountId", arguments.text("accountId"), Access.READ);
        Wanted wanted = Wanted.of(type, call, sight, arguments.texts("properties"));
        Asked asked = asked(call, arguments.texts("ids"));
        ObjectWriter writer = new ObjectWriter(type, wanted, out);
        Begun begun = ground.store().read(sight.scope(), snapshot -> {
            State state = snapshot.state(type.name());
            out.object().member("accountId", sight.accountId());
            out.member("state", sight.text(state));
            out.name("list").array();
            List<Long> numbers = asked.everything ? all(snapshot) : List.copyOf(asked.numbers);
            writer.write(snapshot, numbers.subList(0, Math.min(CHUNK, numbers.size())));
            return new Begun(state, numbers);
        });
        List<Long> rest = begun.numbers();
        for (int i = CHUNK; i < rest.size(); i += CHUNK) {
            call.breathe();
            List<Long> chunk = rest.subList(i, Math.min(i + CHUNK, rest.size()));
            ground.store().read(sight.scope(), snapshot -> {
                writer.write(snapshot, chunk);
                return chunk;
            });
        }
        asked.missing(type.shape().letter(), writer.written());
        out.end().name("notFound").value(asked.notFound).end();
        if (!ground.witnesses().none()) {
            ground.witnesses()
                    .served(new Served(
                            call.caller(),
                            sight.scope(),
                            type.name(),
                            begun.state(),
                            wanted.names(),
                            writer.written()));
        }
    }

    /** What is known after the first snapshot. */
    private record Begun(State state, List<Long> numbers) {}

    private List<Long> all(Snapshot snapshot) {
        int most = ground.limits().maxObjectsInGet();
        List<Long> all = type.source().all(snapshot, most + 1);
        if (all.size() > most) {
            throw tooLarge(most);
        }
        return all;
    }

    private static MethodError tooLarge(int most) {
        return new MethodError(
                "requestTooLarge", "A call may get " + most + " objects at most. Ask for some at a time.");
    }

    private Asked asked(RunningCall call, @Nullable List<String> ids) {
        Asked asked = new Asked(ids == null);
        if (ids == null) {
            return asked;
        }
        if (ids.size() > ground.limits().maxObjectsInGet()) {
            throw tooLarge(ground.limits().maxObjectsInGet());
        }
        for (String id : new LinkedHashSet<>(ids)) {
            OptionalLong n = ObjectId.number(type.shape().letter(), call.id(id));
            if (n.isPresent()) {
                asked.numbers.add(n.getAsLong());
            } else {
                asked.notFound.add(id);
            }
        }
        return asked;
    }

    /** What a client asked for. */
    private static final class Asked {
        private final boolean everything;
        private final Set<Long> numbers = new LinkedHashSet<>();
        private final List<String> notFound = new ArrayList<>();

        Asked(boolean everything) {
            this.everything = everything;
        }

        void missing(char letter, Set<Long> written) {
            for (Long n : numbers) {
                if (!written.contains(n)) {
                    notFound.add(ObjectId.text(letter, n));
                }
            }
        }
    }
}
