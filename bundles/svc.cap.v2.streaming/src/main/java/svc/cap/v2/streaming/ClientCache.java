package svc.cap.v2.streaming;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Caller;
import svc.api.jmap.Witness.Served;

/** What the client of one sign-in holds of its own account, the objects that were touched last. Any thread. */
final class DeviceSession implements SignIns.Kept {

    private final Caller caller;
    private final int most;
    private final Map<Thing, Held> held = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<String, Long> forgotten = new HashMap<>();
    private final List<Patches> streams = new CopyOnWriteArrayList<>();
    private long newest;

    DeviceSession(Caller caller, int most) {
        this.caller = caller;
        this.most = most;
    }

    @Override
    public Caller caller() {
        return caller;
    }

    /** Those who tell this client what changes. */
    List<Patches> streams() {
        return streams;
    }

    @Override
    public boolean open() {
        return !streams.isEmpty();
    }

    /** A {@code /get} gave it objects. */
    synchronized void served(Served served) {
        Held now = new Held(served.state(), Held.GET);
        served.numbers().forEach(n -> put(new Thing(served.type(), n), now));
    }

    /** It was given an object. */
    synchronized void put(Thing thing, Held now) {
        held.put(thing, now);
        newest = Math.max(newest, thing.n());
        if (held.size() > most) {
            Iterator<Thing> eldest = held.keySet().iterator();
            forget(eldest.next());
            eldest.remove();
        }
    }

    private void forget(Thing thing) {
        forgotten.merge(thing.type(), thing.n(), Math::max);
    }

    /** Forgets everything. */
    synchronized void clear() {
        held.keySet().forEach(this::forget);
        held.clear();
        newest = 0;
    }

    synchronized @Nullable Held of(Thing thing) {
        return held.get(thing);
    }

    synchronized int size() {
        return held.size();
    }

    /**
     * What it holds of objects that were born after a number, by type. A client can hold an object that its stream has never heard
     * of; when that dies, the log of changes does not mention it any more. That one was told so does not help another stream.
     */
    synchronized Map<String, Set<Long>> bornAfter(long number, Collection<String> types) {
        Map<String, Set<Long>> found = new HashMap<>();
        if (newest > number) {
            for (Thing thing : held.keySet()) {
                if (thing.n() > number && types.contains(thing.type())) {
                    found.computeIfAbsent(thing.type(), type -> new HashSet<>()).add(thing.n());
                }
            }
        }
        return found;
    }

    /** The types of which an object was forgotten that was born after a number. */
    synchronized Set<String> forgottenAfter(long number) {
        Set<String> types = new HashSet<>();
        forgotten.forEach((type, n) -> {
            if (n > number) {
                types.add(type);
            }
        });
        return types;
    }
}
