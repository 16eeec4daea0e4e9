package svc.core;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Access;
import svc.api.jmap.MethodError;
import svc.api.jmap.Verb;
import svc.api.json.JsonSink;
import svc.api.store.State;
import svc.api.store.Transaction;
import svc.api.store.Writing;
import svc.core.DerivedMethods.Ground;

/** Foo/set (RFC 8620 §5.3). What is expensive happens before, outside the store or on a snapshot; the write itself is short. */
final class SetMethod implements Method.Runner {

    private static final Set<String> ARGUMENTS = Set.of("accountId", "ifInState", "create", "update", "destroy");

    private final Ground ground;
    private final KnownType type;

    SetMethod(Ground ground, KnownType type) {
        this.ground = ground;
        this.type = type;
    }

    @Override
    public void run(RunningCall call, Map<String, @Nullable Object> given, JsonSink out) {
        Arguments arguments = new Arguments(given, ARGUMENTS, type.further(Verb.SET));
        Sight sight = type.entered(Sight.of(call, "accountId", arguments.text("accountId"), Access.WRITE));
        AskedChanges asked = new AskedChanges(type, call);
        asked.take(arguments.map("create"), arguments.map("update"), arguments.texts("destroy"));
        if (asked.size() > ground.limits().maxObjectsInSet()) {
            throw new MethodError(
                    "requestTooLarge",
                    "A call may create, update and destroy " + ground.limits().maxObjectsInSet()
                            + " objects at most, all together.");
        }
        SetWork work = new SetWork(type, new SetWork.Asker(call, sight, arguments.more()), asked, ground);
        Moves moves = make(sight, asked, work, arguments.text("ifInState"));
        work.publish();
        type.source().made(call, sight.reach(), work.kept(), arguments.more());
        out.object().member("accountId", sight.accountId());
        out.member("oldState", sight.text(moves.before)).member("newState", sight.text(moves.after));
        work.writeTo(out);
        out.end();
    }

    /** How the state moved. */
    record Moves(State before, State after) {}

    /** Makes the changes in one transaction; with nothing to change it only looks at the state. */
    Moves make(Sight sight, AskedChanges asked, SetWork work, @Nullable String ifInState) {
        work.gather();
        State seen = ground.store().read(sight.scope(), snapshot -> {
            State state = snapshot.state(type.name());
            demand(sight, ifInState, state);
            work.prepare(snapshot);
            return state;
        });
        if (asked.idle()) {
            return new Moves(seen, seen);
        }
        return ground.store()
                .write(sight.scope(), Writing.named(type.name() + "/set", tx -> write(tx, sight, work, ifInState)));
    }

    private Moves write(Transaction tx, Sight sight, SetWork work, @Nullable String ifInState) {
        State before = tx.state(type.name());
        demand(sight, ifInState, before);
        work.apply(tx);
        return new Moves(before, tx.state(type.name()));
    }

    static void demand(Sight sight, @Nullable String ifInState, State state) {
        if (ifInState != null && !ifInState.equals(sight.text(state))) {
            throw new MethodError("stateMismatch", "The objects changed; the state is " + sight.text(state) + " now.");
        }
    }
}
