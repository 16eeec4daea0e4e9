package svc.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Access;
import svc.api.jmap.MethodError;
import svc.api.jmap.SetError;
import svc.api.jmap.Shape.Property;
import svc.api.jmap.Verb;
import svc.api.json.JsonSink;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.core.DerivedMethods.Ground;
import svc.core.SetMethod.Moves;

/** Foo/copy (RFC 8620 §5.4): reads in one account, creates in another, and lets a destroy follow if it shall. */
final class CopyMethod implements Method.Runner {

    private static final Set<String> ARGUMENTS = Set.of(
            "fromAccountId",
            "ifFromInState",
            "accountId",
            "ifInState",
            "create",
            "onSuccessDestroyOriginal",
            "destroyFromIfInState");

    private final Ground ground;
    private final KnownType type;
    private final PlainObjects objects;

    CopyMethod(Ground ground, KnownType type) {
        this.ground = ground;
        this.type = type;
        this.objects = new PlainObjects(type, ground.json());
    }

    @Override
    public void run(RunningCall call, Map<String, @Nullable Object> given, JsonSink out) {
        Arguments arguments = new Arguments(given, ARGUMENTS, type.further(Verb.COPY));
        Sight from = type.entered(from(call, arguments));
        Sight sight = type.entered(Sight.of(call, "accountId", arguments.text("accountId"), Access.WRITE));
        if (from.scope().equals(sight.scope())) {
            throw MethodError.invalidArguments("The accounts to copy from and into must not be one.");
        }
        Map<String, @Nullable Object> create = Arguments.required("create", arguments.map("create"));
        if (create.size() > ground.limits().maxObjectsInSet()) {
            throw new MethodError("requestTooLarge", "There are too many objects to copy in one call.");
        }
        Originals originals = new Originals(call, from, create);
        ground.store().read(from.scope(), snapshot -> {
            SetMethod.demand(from, arguments.text("ifFromInState"), snapshot.state(type.name()));
            originals.read(snapshot);
            return originals;
        });
        AskedChanges asked = new AskedChanges(type, call);
        asked.take(originals.copies, null, null);
        originals.refused.forEach((key, error) -> {
            PendingChange.Create pending = asked.creates().get(key);
            if (pending != null) {
                pending.refuse(error);
            }
        });
        SetWork work = new SetWork(type, new SetWork.Asker(call, sight, arguments.more()), asked, ground);
        Moves moves = new SetMethod(ground, type).make(sight, asked, work, arguments.text("ifInState"));
        work.publish();
        out.object().member("fromAccountId", from.accountId()).member("accountId", sight.accountId());
        out.member("oldState", sight.text(moves.before())).member("newState", sight.text(moves.after()));
        SetAnswer answer = new SetAnswer(out);
        answer.created(asked.creates(), work::id);
        answer.refused("notCreated", asked.creates());
        out.end();
        if (arguments.truth("onSuccessDestroyOriginal")) {
            destroyOriginals(call, from, originals, asked, arguments.text("destroyFromIfInState"));
        }
    }

    private static Sight from(RunningCall call, Arguments arguments) {
        try {
            return Sight.of(call, "fromAccountId", arguments.text("fromAccountId"), Access.READ);
        } catch (MethodError e) {
            throw e.type().equals("accountNotFound")
                    ? new MethodError("fromAccountNotFound", null)
                    : e.type().equals("accountNotSupportedByMethod")
                            ? new MethodError("fromAccountNotSupportedByMethod", null)
                            : e;
        }
    }

    private void destroyOriginals(
            RunningCall call, Sight from, Originals originals, AskedChanges asked, @Nullable String ifInState) {
        List<String> ids = new ArrayList<>();
        asked.creates().forEach((key, create) -> {
            if (create.made()) {
                ids.add(ObjectId.text(type.shape().letter(), originals.numbers.getOrDefault(key, 0L)));
            }
        });
        Map<String, @Nullable Object> arguments = new LinkedHashMap<>();
        arguments.put("accountId", from.accountId());
        arguments.put("ifInState", ifInState);
        arguments.put("destroy", ids);
        call.then(Verb.SET.of(type.name()), arguments);
    }

    /** The objects to copy, with what shall be different about them. */
    private final class Originals {
        private final RunningCall call;
        private final Sight from;
        private final Map<String, Long> numbers = new LinkedHashMap<>();
        private final Map<String, Map<String, @Nullable Object>> changes = new LinkedHashMap<>();
        private final Map<String, @Nullable Object> copies = new LinkedHashMap<>();
        private final Map<String, SetError> refused = new LinkedHashMap<>();

        Originals(RunningCall call, Sight from, Map<String, @Nullable Object> create) {
            this.call = call;
            this.from = from;
            create.forEach((key, value) -> {
                if (!(value instanceof Map<?, ?> members) || !(members.get("id") instanceof String id)) {
                    throw MethodError.invalidArguments(
                            "Each member of the argument create must be an object with the id of the original.");
                }
                Map<String, @Nullable Object> different = new LinkedHashMap<>(Plain.object(members));
                different.remove("id");
                changes.put(key, different);
                numbers.put(
                        key, ObjectId.number(type.shape().letter(), call.id(id)).orElse(0));
            });
        }

        void read(Snapshot snapshot) {
            Map<Long, Map<String, @Nullable Object>> found = objects.read(
                    snapshot,
                    numbers.values(),
                    type.shape().properties().stream()
                            .filter(property -> !property.onDemand())
                            .map(Property::name)
                            .collect(Collectors.toSet()),
                    from.reach(),
                    call.caller());
            numbers.forEach((key, n) -> {
                Map<String, @Nullable Object> original = found.get(n);
                Map<String, @Nullable Object> copy = new LinkedHashMap<>();
                if (original == null) {
                    refused.put(key, SetError.notFound());
                } else {
                    copy.putAll(original);
                    copy.keySet().removeAll(serverSet());
                    copy.putAll(changes.getOrDefault(key, Map.of()));
                }
                copies.put(key, copy);
            });
        }

        private List<String> serverSet() {
            return type.shape().properties().stream()
                    .filter(Property::serverSet)
                    .map(Property::name)
                    .toList();
        }
    }
}
