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
import svc.api.jmap.observe.ObjectObserver.ServedObjects;

/**
 * The versions of the most recently used objects of the account that the client of one sign-in has received.
 * Thread-safe.
 */
final class ClientCache implements SignInRegistry.Entry {

    private final Caller caller;
    private final int max;
    private final Map<ObjectKey, CachedVersion> version = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<String, Long> forgottenAt = new HashMap<>();
    private final List<PatchStream> streams = new CopyOnWriteArrayList<>();
    private long newest;

    ClientCache(Caller caller, int max) {
        this.caller = caller;
        this.max = max;
    }

    @Override
    public Caller caller() {
        return caller;
    }

    /** Returns the open streams of the sign-in. */
    List<PatchStream> streams() {
        return streams;
    }

    @Override
    public boolean open() {
        return !streams.isEmpty();
    }

    /** Records the objects that a {@code /get} returned. */
    synchronized void served(ServedObjects objects) {
        CachedVersion now = new CachedVersion(objects.state(), CachedVersion.GET, null);
        objects.numbers().forEach(n -> put(new ObjectKey(objects.type(), n), now));
    }

    /** Records that the client received an object. */
    synchronized void put(ObjectKey key, CachedVersion now) {
        version.put(key, now.after(version.get(key)));
        newest = Math.max(newest, key.n());
        if (version.size() > max) {
            Iterator<ObjectKey> oldest = version.keySet().iterator();
            remove(oldest.next());
            oldest.remove();
        }
    }

    private void remove(ObjectKey key) {
        forgottenAt.merge(key.type(), key.n(), Math::max);
    }

    /** Removes all versions. */
    synchronized void clear() {
        version.keySet().forEach(this::remove);
        version.clear();
        newest = 0;
    }

    synchronized @Nullable CachedVersion of(ObjectKey key) {
        return version.get(key);
    }

    synchronized int size() {
        return version.size();
    }

    /**
     * Returns the objects in the cache whose number is above the given number, by type. A client can hold an object
     * that its stream never sent. If such an object was created and destroyed after the position of the stream, the
     * change log does not report it. The objects are returned for each stream, because the events of another stream may
     * not have reached the client.
     */
    synchronized Map<String, Set<Long>> createdAfter(long number, Collection<String> types) {
        Map<String, Set<Long>> found = new HashMap<>();
        if (newest > number) {
            for (ObjectKey key : version.keySet()) {
                if (key.n() > number && types.contains(key.type())) {
                    found.computeIfAbsent(key.type(), type -> new HashSet<>()).add(key.n());
                }
            }
        }
        return found;
    }

    /** Returns the types of which an object with a number above the given number was removed from the cache. */
    synchronized Set<String> evictedAfter(long number) {
        Set<String> types = new HashSet<>();
        forgottenAt.forEach((type, n) -> {
            if (n > number) {
                types.add(type);
            }
        });
        return types;
    }
}
