package svc.push.web.send;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import svc.api.identity.Caller;
import svc.api.jmap.observe.ReadableTypes;
import svc.api.jmap.observe.ReadableTypes.ReadableAccount;
import svc.api.push.SharedStates.States;
import svc.api.store.State;
import svc.api.store.Store;
import svc.push.web.subscription.DeliveredState;

/**
 * The changes that a client has not received.
 *
 * @param changed the new states by account id and type, as {@code /get} returns them
 * @param at the delivered state after these changes
 */
public record PendingChanges(Map<String, Map<String, String>> changed, DeliveredState at) {

    /** The number of types that fit with their states into one message, even if their names have the maximum length. */
    private static final int TOGETHER = 35;

    /** Reads the pending changes of the client's own account from the store. */
    public static PendingChanges of(
            Caller caller,
            DeliveredState delivered,
            Optional<Set<String>> wanted,
            ReadableTypes readableTypes,
            Store store) {
        ReadableAccount account = readableTypes.of(caller);
        return store.read(account.scope(), snapshot -> {
            Map<String, String> changed = new TreeMap<>();
            long epoch = snapshot.state("Any").epoch();
            long sequence = 0;
            for (String type : account.types()) {
                State state = snapshot.state(type);
                sequence = Math.max(sequence, state.sequence());
                if (delivered.isOlderThan(state)
                        && wanted.map(types -> types.contains(type)).orElse(true)) {
                    changed.put(type, state.toString());
                }
            }
            return new PendingChanges(
                    changed.isEmpty() ? Map.of() : Map.of(account.accountId(), changed),
                    new DeliveredState(epoch, sequence));
        });
    }

    /** Returns these changes together with those of shared accounts. */
    PendingChanges and(States current, States received) {
        Map<String, Map<String, String>> all =
                new TreeMap<>(current.without(received).byAccount());
        changed.forEach((account, states) ->
                all.computeIfAbsent(account, own -> new TreeMap<>()).putAll(states));
        return new PendingChanges(all, at.withShared(current.hash()));
    }

    /** Returns the StateChange objects to send, in order (RFC 8620 §7.1). */
    List<StateChange> objects() {
        List<StateChange> objects = new ArrayList<>();
        changed.forEach((account, states) -> {
            Map<String, String> some = new TreeMap<>();
            states.forEach((type, state) -> {
                some.put(type, state);
                if (some.size() == TOGETHER) {
                    objects.add(object(account, some));
                    some.clear();
                }
            });
            if (!some.isEmpty()) {
                objects.add(object(account, some));
            }
        });
        return objects;
    }

    private static StateChange object(String account, Map<String, String> states) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("@type", "StateChange");
        members.put("changed", Map.of(account, new TreeMap<>(states)));
        return new StateChange(account, String.join(" ", states.keySet()), members);
    }

    /**
     * One StateChange object.
     *
     * @param account the id of the account
     * @param types the names of the types; at the push service, a later object with the same account and types replaces
     *     this object if it is not yet delivered
     * @param members the members of the object
     */
    record StateChange(String account, String types, Map<String, Object> members) {}
}
