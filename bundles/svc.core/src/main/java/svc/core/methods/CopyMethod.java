package svc.core.methods;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Access;
import svc.api.jmap.CallContext;
import svc.api.jmap.MethodError;
import svc.api.jmap.SetError;
import svc.api.jmap.StandardMethod;
import svc.api.jmap.type.TypeDescriptor.Property;
import svc.api.json.JsonWriter;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.core.dispatch.AccountContext;
import svc.core.dispatch.MethodArguments;
import svc.core.dispatch.MethodCallContext;
import svc.core.dispatch.RegisteredMethod;
import svc.core.dispatch.RegisteredType;
import svc.core.methods.SetMethod.StateChange;
import svc.core.methods.StandardMethods.Services;
import svc.core.objects.PlainValues;

/**
 * Implements Foo/copy (RFC 8620 §5.4): reads objects in one account and creates copies in another. On request, an
 * implicit Foo/set destroys the originals.
 */
final class CopyMethod implements RegisteredMethod.Runner {

    private static final Set<String> ARGUMENTS = Set.of(
            "fromAccountId",
            "ifFromInState",
            "accountId",
            "ifInState",
            "create",
            "onSuccessDestroyOriginal",
            "destroyFromIfInState");

    private final Services services;
    private final RegisteredType type;
    private final SetMethod set;
    private final PropertyCheck properties;

    CopyMethod(Services services, RegisteredType type) {
        this.services = services;
        this.type = type;
        this.set = new SetMethod(services, type);
        this.properties = new PropertyCheck(services, type);
    }

    @Override
    public void run(MethodCallContext call, Map<String, @Nullable Object> given, JsonWriter out) {
        MethodArguments arguments = new MethodArguments(given, ARGUMENTS, type.extraArguments(StandardMethod.COPY));
        AccountContext from = type.entered(from(call, arguments));
        AccountContext account =
                type.entered(AccountContext.of(call, "accountId", arguments.text("accountId"), Access.WRITE));
        if (from.scope().equals(account.scope())) {
            throw MethodError.invalidArguments("fromAccountId and accountId must be different accounts.");
        }
        Map<String, @Nullable Object> create = MethodArguments.required("create", arguments.map("create"));
        if (create.size() > services.limits().maxObjectsInSet()) {
            throw new MethodError("requestTooLarge", "Too many objects to copy in one call.");
        }
        Originals originals = new Originals(call, from, create);
        VisibleObjects visible = VisibleObjects.of(type, from);
        services.store().read(from.scope(), snapshot -> {
            SetMethod.requireState(visible, arguments.text("ifFromInState"), visible.state(snapshot));
            originals.read(snapshot);
            return originals;
        });
        SetArguments asked = originals.requested();
        SetExecution execution = new SetExecution(
                type,
                new SetExecution.SetCall(call, account, account.context(call, arguments.more())),
                asked,
                services);
        properties.check(call, account, asked);
        SetMethod.rejectCreates(execution.visible(), asked);
        StateChange states = set.make(account, asked, execution, arguments.text("ifInState"));
        execution.publish();
        out.beginObject()
                .stringMember("fromAccountId", from.accountId())
                .stringMember("accountId", account.accountId())
                .stringMember("oldState", execution.visible().text(states.before()))
                .stringMember("newState", execution.visible().text(states.after()));
        SetResponseWriter answer = new SetResponseWriter(out);
        answer.created(asked.creates(), execution::id);
        answer.refused("notCreated", asked.creates());
        out.end();
        if (arguments.truth("onSuccessDestroyOriginal")) {
            destroyOriginals(call, from, originals, asked, arguments.text("destroyFromIfInState"));
        }
    }

    private static AccountContext from(MethodCallContext call, MethodArguments arguments) {
        try {
            return AccountContext.of(call, "fromAccountId", arguments.text("fromAccountId"), Access.READ);
        } catch (MethodError e) {
            throw e.type().equals("accountNotFound")
                    ? new MethodError("fromAccountNotFound", null)
                    : e.type().equals("accountNotSupportedByMethod")
                            ? new MethodError("fromAccountNotSupportedByMethod", null)
                            : e;
        }
    }

    private void destroyOriginals(
            MethodCallContext call,
            AccountContext from,
            Originals originals,
            SetArguments asked,
            @Nullable String ifInState) {
        List<String> ids = new ArrayList<>();
        asked.creates().forEach((key, create) -> {
            if (create.made()) {
                ids.add(ObjectId.format(type.descriptor().idPrefix(), originals.numbers.getOrDefault(key, 0L)));
            }
        });
        Map<String, @Nullable Object> arguments = new LinkedHashMap<>();
        arguments.put("accountId", from.accountId());
        arguments.put("ifInState", ifInState);
        arguments.put("destroy", ids);
        call.addImplicitCall(StandardMethod.SET.nameFor(type.name()), arguments);
    }

    /** The objects to copy, and the property values of the client that replace values of the originals. */
    private final class Originals {
        private final MethodCallContext call;
        private final AccountContext from;
        private final Map<String, Long> numbers = new LinkedHashMap<>();
        private final Map<String, Map<String, @Nullable Object>> changes = new LinkedHashMap<>();
        private final Map<String, @Nullable Object> copies = new LinkedHashMap<>();
        private final Map<String, SetError> refused = new LinkedHashMap<>();

        Originals(MethodCallContext call, AccountContext from, Map<String, @Nullable Object> create) {
            this.call = call;
            this.from = from;
            create.forEach((key, value) -> {
                if (!(value instanceof Map<?, ?> members) || !(members.get("id") instanceof String id)) {
                    throw MethodError.invalidArguments(
                            "Each member of the argument create must be an object with the id of the original.");
                }
                Map<String, @Nullable Object> different = new LinkedHashMap<>(PlainValues.object(members));
                different.remove("id");
                changes.put(key, different);
                numbers.put(
                        key,
                        ObjectId.parse(type.descriptor().idPrefix(), call.resolveId(id))
                                .orElse(0));
            });
        }

        /** Returns the creates of the copies; those without an original are rejected. */
        SetArguments requested() {
            SetArguments asked = SetArguments.of(type, call, copies, null, null);
            refused.forEach((key, error) -> {
                PendingChange.Create pending = asked.creates().get(key);
                if (pending != null) {
                    pending.reject(error);
                }
            });
            return asked;
        }

        void read(Snapshot snapshot) {
            Map<Long, Map<String, @Nullable Object>> found = new PlainObjectReader(type, services.json())
                    .read(
                            snapshot,
                            VisibleObjects.of(type, from).among(snapshot, numbers.values()),
                            type.descriptor().properties().stream()
                                    .filter(property -> !property.onDemand() && !property.isServerSet())
                                    .map(Property::name)
                                    .collect(Collectors.toSet()),
                            new CallContext(call.caller(), from.accessible(), Map.of(), urn -> true));
            numbers.forEach((key, n) -> {
                Map<String, @Nullable Object> original = found.get(n);
                Map<String, @Nullable Object> copy = new LinkedHashMap<>();
                if (original == null) {
                    refused.put(key, SetError.notFound());
                } else {
                    copy.putAll(original);
                    copy.putAll(changes.getOrDefault(key, Map.of()));
                }
                copies.put(key, copy);
            });
        }
    }
}
