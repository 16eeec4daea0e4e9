package svc.cap.v2.streaming;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.time.Clock;

/**
 * Data of each sign-in, kept in memory until the sign-in or the server ends. Thread-safe.
 *
 * @param <S> the type of the data
 */
final class SignInRegistry<S extends SignInRegistry.Entry> {

    private static final Duration SWEEP = Duration.ofMinutes(10);

    private final Directory directory;
    private final Clock clock;
    private final Function<Caller, S> begin;
    private final Runnable onRemoved;
    private final Map<Key, S> kept = new LinkedHashMap<>(16, 0.75f, true);
    private Clock.@Nullable Alarm alarm;

    private record Key(long account, String device) {

        static Key of(Caller caller) {
            return new Key(caller.account().n(), caller.device());
        }
    }

    /** The data of one sign-in in a registry. */
    interface Entry {

        /** Returns the caller of the sign-in. */
        Caller caller();

        /** Returns whether a stream is open; an entry with an open stream is not removed. */
        boolean open();
    }

    /**
     * Creates an empty registry.
     *
     * @param begin creates the data of a sign-in
     * @param onRemoved runs each time after ended sign-ins were removed
     */
    SignInRegistry(Directory directory, Clock clock, Function<Caller, S> begin, Runnable onRemoved) {
        this.directory = directory;
        this.clock = clock;
        this.begin = begin;
        this.onRemoved = onRemoved;
        this.alarm = clock.schedule(SWEEP, this::sweep);
    }

    synchronized void stop() {
        if (alarm != null) {
            alarm.cancel();
            alarm = null;
        }
    }

    /** Returns the data of a caller's sign-in. */
    synchronized S of(Caller caller) {
        return kept.computeIfAbsent(Key.of(caller), key -> begin.apply(caller));
    }

    /** Returns all entries. Entries that were unused for the longest time come first. */
    synchronized List<S> all() {
        return new ArrayList<>(kept.values());
    }

    /** Removes an entry. */
    synchronized void remove(S one) {
        kept.remove(Key.of(one.caller()), one);
    }

    /** Removes the entries whose sign-in has ended. */
    private void sweep() {
        synchronized (this) {
            if (alarm == null) {
                return;
            }
            alarm = clock.schedule(SWEEP, this::sweep);
        }
        for (S one : all()) {
            if (!one.open() && !directory.isActive(one.caller())) {
                remove(one);
            }
        }
        onRemoved.run();
    }
}
