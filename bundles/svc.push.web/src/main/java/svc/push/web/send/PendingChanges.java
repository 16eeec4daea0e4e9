package svc.push.web;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import svc.api.identity.Caller;
import svc.api.jmap.Sights;
import svc.api.jmap.Sights.Seen;
import svc.api.store.State;
import svc.api.store.Store;

/**
 * What a client does not know of its account.
 *
 * @param accountId the account
 * @param moved the types with the states that a {@code /get} would tell
 * @param at what it knows once it was told
 */
record News(String accountId, Map<String, String> moved, Told at) {

    /** So many types with their states fit into a message, however long their names are. */
    private static final int TOGETHER = 35;

    /** Reads it. */
    static News of(Caller caller, Told told, Optional<Set<String>> wanted, Sights sights, Store store) {
        Seen own = sights.of(caller);
        return store.read(own.scope(), snapshot -> {
            Map<String, String> moved = new TreeMap<>();
            long epoch = snapshot.state("Any").epoch();
            long sequence = 0;
            for (String type : own.types()) {
                State state = snapshot.state(type);
                sequence = Math.max(sequence, state.sequence());
                if (told.misses(state)
                        && wanted.map(types -> types.contains(type)).orElse(true)) {
                    moved.put(type, state.toString());
                }
            }
            return new News(own.accountId(), moved, new Told(epoch, sequence));
        });
    }

    /** The objects to send, one after the other (RFC 8620 §7.1), each with the names of its types. */
    List<StateChange> objects() {
        List<StateChange> objects = new ArrayList<>();
        Map<String, String> some = new TreeMap<>();
        moved.forEach((type, state) -> {
            some.put(type, state);
            if (some.size() == TOGETHER) {
                objects.add(object(some));
                some.clear();
            }
        });
        if (!some.isEmpty()) {
            objects.add(object(some));
        }
        return objects;
    }

    private StateChange object(Map<String, String> states) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("@type", "StateChange");
        members.put("changed", Map.of(accountId, new TreeMap<>(states)));
        return new StateChange(String.join(" ", states.keySet()), members);
    }

    /**
     * One of them.
     *
     * @param types the names of the types: a later object of the same ones says all that this one says
     * @param members the object
     */
    record StateChange(String types, Map<String, Object> members) {}
}
