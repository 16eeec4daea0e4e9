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
import svc.api.jmap.TypeSource.Portion;
import svc.api.jmap.Verb;
import svc.api.jmap.Witness.Served;
import svc.api.json.JsonSink;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.api.store.State;
import svc.core.DerivedMethods.Ground;

/**
 * Foo/get (RFC 8620 §5.1). Objects are read in short snapshots, some at a time, none before the state: a delta since it tells the
 * rest. What does not lie in the database is fetched before each of them.
 */
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
        Arguments arguments = new Arguments(given, ARGUMENTS, type.further(Verb.GET));
        Sight sight = type.entered(Sight.of(call, "accountId", arguments.text("accountId"), Access.READ));
        Wanted wanted = Wanted.of(type, call, sight, arguments.texts("properties"), arguments.more());
        Asked asked = asked(call, arguments.texts("ids"));
        ObjectWriter writer = new ObjectWriter(type, wanted, out);
        List<Long> first = chunk(List.copyOf(asked.numbers), 0);
        Portion portion = open(sight, wanted, first);
        Begun begun = ground.store().read(sight.scope(), snapshot -> {
            State state = snapshot.state(type.name());
            out.object().member("accountId", sight.accountId());
            out.member("state", sight.text(state));
            out.name("list").array();
            if (!first.isEmpty()) {
                writer.write(snapshot, first, portion);
            }
            return new Begun(state, asked.everything ? all(snapshot) : List.copyOf(asked.numbers));
        });
        List<Long> rest = begun.numbers();
        for (int i = first.size(); i < rest.size(); i += CHUNK) {
            if (i > 0) {
                call.breathe();
            }
            List<Long> chunk = chunk(rest, i);
            Portion next = open(sight, wanted, chunk);
            ground.store().read(sight.scope(), snapshot -> {
                writer.write(snapshot, chunk, next);
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

    private Portion open(Sight sight, Wanted wanted, List<Long> numbers) {
        return type.source().open(sight.scope(), numbers, wanted.own());
    }

    private static List<Long> chunk(List<Long> numbers, int from) {
        return numbers.subList(from, Math.min(from + CHUNK, numbers.size()));
    }

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
