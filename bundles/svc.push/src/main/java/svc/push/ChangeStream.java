package svc.push;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.jmap.Sights;
import svc.api.jmap.Sights.Seen;
import svc.api.push.Stream;
import svc.api.time.Clock;
import svc.push.Standing.Gathered;

/**
 * Somebody who stays connected. It knows how far the client was told; whoever writes to the client asks for what is new when the
 * client can take it. So a slow client costs no more than a quick one, and ends at what stands in the store in any case. Any
 * thread.
 */
final class Feed implements Stream {

    /** The first change goes out at once; those that follow within this time go out together. */
    private static final Duration PAUSE = Duration.ofMillis(250);

    private static final int FEW = 100;
    private static final int LONGEST = 64;

    private final Caller caller;
    private final Serial serial;
    private final Ground ground;
    private volatile Predicate<String> wanted = type -> false;
    private volatile boolean armed;
    private volatile boolean over;
    private volatile long stamp;
    private volatile Instant until;
    private @Nullable Standing standing;
    private long lastTold;

    /** What all of them stand on. */
    record Ground(
            Sights sights, Directory directory, Tracks tracks, Clock clock, Executor writers, Consumer<Feed> gone) {}

    /**
     * Follows nothing yet.
     *
     * @param work run when there may be something new, or nothing any more
     */
    Feed(Caller caller, Runnable work, Ground ground) {
        this.caller = caller;
        this.serial = new Serial(ground.writers(), work);
        this.ground = ground;
        this.stamp = ground.sights().stamp(caller.account().organization());
        this.until = ground.directory().until(caller).orElse(Instant.MIN);
        this.lastTold = ground.clock().nanos() - PAUSE.toNanos();
    }

    Caller caller() {
        return caller;
    }

    @Override
    public synchronized void follow(Optional<Set<String>> types, Optional<String> since) {
        rest();
        if (!over) {
            Seen seen = ground.sights().of(caller);
            wanted = types.<Predicate<String>>map(names -> kept(names, seen)::contains)
                    .orElse(type -> true);
            Standing begun = new Standing(ground.tracks().join(seen.scope(), this), seen);
            standing = begun;
            begun.begin(since);
            poke();
        }
    }

    /** A type may be hidden for a while; of very many names only those are kept that mean something now. */
    private static Set<String> kept(Set<String> names, Seen seen) {
        return names.size() <= FEW
                ? names.stream().filter(name -> name.length() <= LONGEST).collect(Collectors.toSet())
                : seen.types().stream().filter(names::contains).collect(Collectors.toSet());
    }

    @Override
    public synchronized void rest() {
        wanted = type -> false;
        if (standing != null) {
            ground.tracks().leave(standing.track(), this);
            standing = null;
        }
    }

    @Override
    public void close() {
        end();
        ground.gone().accept(this);
    }

    private synchronized void end() {
        over = true;
        rest();
    }

    /** How far the client was told; empty when nobody knows. */
    synchronized Optional<PushState> told() {
        return Optional.ofNullable(standing).flatMap(Standing::told);
    }

    @Override
    public Optional<String> told(Optional<String> rest) {
        return told().map(state -> state.with(rest));
    }

    @Override
    public synchronized boolean over() {
        look();
        return over;
    }

    @Override
    public void poke() {
        serial.poke();
    }

    /** A change was heard of. */
    void heard(Set<String> types) {
        // While an alarm is set there is no need: what it finds then holds this change too.
        if (!armed && types.stream().anyMatch(wanted)) {
            poke();
        }
    }

    /** Looks whether the caller may have ceased to be, or may see something else by now. */
    void watch() {
        if (!over && stale()) {
            poke();
        }
    }

    private boolean stale() {
        return ground.sights().stamp(caller.account().organization()) != stamp
                || !ground.clock().now().isBefore(until);
    }

    @Override
    public synchronized Optional<Moved> next() {
        look();
        if (standing == null) {
            return Optional.empty();
        }
        Gathered now = standing.gather(wanted);
        if (now.changed().isEmpty()) {
            standing.settle(now);
            return Optional.empty();
        }
        long nanos = ground.clock().nanos();
        long wait = lastTold + PAUSE.toNanos() - nanos;
        if (wait > 0) {
            later(wait);
            return Optional.empty();
        }
        standing.settle(now);
        lastTold = nanos;
        return Optional.of(new Moved(
                Map.of(standing.seen().accountId(), now.changed()), now.at().toString()));
    }

    private void later(long nanos) {
        if (!armed) {
            armed = true;
            ground.clock().after(Duration.ofNanos(nanos), () -> {
                armed = false;
                poke();
            });
        }
    }

    private void look() {
        if (over || !stale()) {
            return;
        }
        stamp = ground.sights().stamp(caller.account().organization());
        until = ground.directory().until(caller).orElse(Instant.MIN);
        if (!ground.clock().now().isBefore(until)) {
            end();
        } else if (standing != null) {
            standing.look(ground.sights().of(caller));
        }
    }
}
