package svc.core.methods;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Access;
import svc.api.jmap.MethodError;
import svc.api.jmap.StandardMethod;
import svc.api.jmap.observe.ObjectObserver.ServedObjects;
import svc.api.jmap.type.DataOwner;
import svc.api.jmap.type.TypeSource.ReadTask;
import svc.api.json.JsonWriter;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.State;
import svc.core.dispatch.AccountContext;
import svc.core.dispatch.MethodArguments;
import svc.core.dispatch.MethodCallContext;
import svc.core.dispatch.RegisteredMethod;
import svc.core.dispatch.RegisteredType;
import svc.core.methods.StandardMethods.Services;

/**
 * Implements Foo/get (RFC 8620 §5.1). Reads objects in chunks, each in a short snapshot. The state is read in the first
 * snapshot: Foo/changes since that state reports all later changes. Data outside the database is loaded before each
 * snapshot.
 */
final class GetMethod implements RegisteredMethod.Runner {

    private static final Set<String> ARGUMENTS = Set.of("accountId", "ids", "properties");
    private static final int CHUNK = 64;

    private final Services services;
    private final RegisteredType type;

    GetMethod(Services services, RegisteredType type) {
        this.services = services;
        this.type = type;
    }

    @Override
    public void run(MethodCallContext call, Map<String, @Nullable Object> given, JsonWriter out) {
        MethodArguments arguments = new MethodArguments(given, ARGUMENTS, type.extraArguments(StandardMethod.GET));
        AccountContext account =
                call.enter(type, AccountContext.of(call, "accountId", arguments.text("accountId"), Access.READ));
        RequestedProperties wanted =
                RequestedProperties.of(type, call, account, arguments.texts("properties"), arguments.more());
        Asked asked = asked(call, arguments.texts("ids"));
        ObjectWriter writer = new ObjectWriter(type, wanted, out);
        VisibleObjects visible = VisibleObjects.of(type, account);
        List<Long> first = chunk(List.copyOf(asked.numbers), 0);
        ReadTask portion = open(account, wanted, visible.isAll() ? first : List.of());
        FirstRead firstRead = services.store().read(account.scope(), snapshot -> {
            State state = visible.state(snapshot);
            out.beginObject().stringMember("accountId", account.accountId());
            out.stringMember("state", visible.text(state));
            out.name("list").beginArray();
            if (!first.isEmpty() && visible.isAll()) {
                writer.write(snapshot, first, portion);
            }
            return new FirstRead(state, asked.everything ? all(visible, snapshot) : List.copyOf(asked.numbers));
        });
        List<Long> rest = firstRead.numbers();
        for (int i = visible.isAll() ? first.size() : 0; i < rest.size(); i += CHUNK) {
            if (i > 0) {
                call.flushIfLarge();
            }
            write(visible, wanted, chunk(rest, i), writer);
        }
        asked.missing(type.descriptor().idPrefix(), writer.written());
        out.end().name("notFound").value(asked.notFound).end();
        notifyObservers(call, account, firstRead.state(), wanted, writer);
    }

    private void notifyObservers(
            MethodCallContext call,
            AccountContext account,
            State state,
            RequestedProperties wanted,
            ObjectWriter writer) {
        if (!services.observers().none() && type.source().owner() == DataOwner.ACCOUNT) {
            services.observers()
                    .served(new ServedObjects(
                            call.caller(), account.scope(), type.name(), state, wanted.names(), writer.written()));
        }
    }

    /**
     * Writes the visible objects of a chunk. Data outside the database is loaded for visible objects only. If an object
     * becomes invisible in the meantime, the data of the others is loaded again.
     */
    private void write(VisibleObjects visible, RequestedProperties wanted, List<Long> numbers, ObjectWriter writer) {
        Scope scope = visible.account().scope();
        List<Long> opened =
                visible.isAll() ? numbers : services.store().read(scope, snapshot -> visible.among(snapshot, numbers));
        boolean written = opened.isEmpty();
        while (!written) {
            List<Long> chunk = opened;
            ReadTask task = open(visible.account(), wanted, chunk);
            opened = services.store().read(scope, snapshot -> {
                List<Long> still = visible.among(snapshot, chunk);
                if (still.size() == chunk.size()) {
                    writer.write(snapshot, chunk, task);
                }
                return still;
            });
            written = opened.isEmpty() || opened.size() == chunk.size();
        }
    }

    /** The result of the first snapshot. */
    private record FirstRead(State state, List<Long> numbers) {}

    private ReadTask open(AccountContext account, RequestedProperties wanted, List<Long> numbers) {
        return type.source().openRead(account.scope(), numbers, wanted.own());
    }

    private static List<Long> chunk(List<Long> numbers, int from) {
        return numbers.subList(from, Math.min(from + CHUNK, numbers.size()));
    }

    private List<Long> all(VisibleObjects visible, Snapshot snapshot) {
        int most = services.limits().maxObjectsInGet();
        List<Long> all = visible.numbers(snapshot, most + 1);
        if (all.size() > most) {
            throw tooLarge(most);
        }
        return all;
    }

    private static MethodError tooLarge(int most) {
        return new MethodError(
                "requestTooLarge", "A call may get " + most + " objects at most. Split the ids over several calls.");
    }

    private Asked asked(MethodCallContext call, @Nullable List<String> ids) {
        Asked asked = new Asked(ids == null);
        if (ids == null) {
            return asked;
        }
        if (ids.size() > services.limits().maxObjectsInGet()) {
            throw tooLarge(services.limits().maxObjectsInGet());
        }
        for (String id : new LinkedHashSet<>(ids)) {
            OptionalLong n = ObjectId.parse(type.descriptor().idPrefix(), call.resolveId(id));
            if (n.isPresent()) {
                asked.numbers.add(n.getAsLong());
            } else {
                asked.notFound.add(id);
            }
        }
        return asked;
    }

    /** The ids that a client requested. */
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
                    notFound.add(ObjectId.format(letter, n));
                }
            }
        }
    }
}
