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
 * What is kept of each sign-in: in memory, until the sign-in ends or the server does. Any thread.
 *
 * @param <S> what that is
 */
final class SignIns<S extends SignIns.Kept> {

    private static final Duration SWEEP = Duration.ofMinutes(10);

    private final Directory directory;
    private final Clock clock;
    private final Function<Caller, S> begin;
    private final Runnable swept;
    private final Map<Key, S> kept = new LinkedHashMap<>(16, 0.75f, true);
    private Clock.@Nullable Alarm alarm;

    private record Key(long account, String device) {

        static Key of(Caller caller) {
            return new Key(caller.account().n(), caller.device());
        }
    }

    /** What is kept of one. */
    interface Kept {

        /** Whose it is. */
        Caller caller();

        /** Whether anybody listens: such a one does not end. */
        boolean open();
    }

    /**
     * Nothing is kept yet.
     *
     * @param begin makes what is kept of a sign-in
     * @param swept runs each time after those that have ended were forgotten
     */
    SignIns(Directory directory, Clock clock, Function<Caller, S> begin, Runnable swept) {
        this.directory = directory;
        this.clock = clock;
        this.begin = begin;
        this.swept = swept;
        this.alarm = clock.after(SWEEP, this::sweep);
    }

    synchronized void stop() {
        if (alarm != null) {
            alarm.cancel();
            alarm = null;
        }
    }

    /** That of a caller. */
    synchronized S of(Caller caller) {
        return kept.computeIfAbsent(Key.of(caller), key -> begin.apply(caller));
    }

    /** All, first that of which nobody asked for the longest time. */
    synchronized List<S> all() {
        return new ArrayList<>(kept.values());
    }

    /** Forgets one. */
    synchronized void remove(S one) {
        kept.remove(Key.of(one.caller()), one);
    }

    /** Forgets those who have signed out. */
    private void sweep() {
        synchronized (this) {
            if (alarm == null) {
                return;
            }
            alarm = clock.after(SWEEP, this::sweep);
        }
        for (S one : all()) {
            if (!one.open() && !directory.present(one.caller())) {
                remove(one);
            }
        }
        swept.run();
    }
}
