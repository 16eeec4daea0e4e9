package svc.push;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.Sights.Seen;

/** How far a client was told of its account: a number, whatever happened there. Guarded by its feed. */
final class Standing {

    private static final long NOTHING = -1;

    private final Track track;
    private Seen seen;
    private long up = NOTHING;
    private Set<String> owed = Set.of();
    private @Nullable PushState told;

    /** Of a client that knows nothing. */
    Standing(Track track, Seen seen) {
        this.track = track;
        this.seen = seen;
    }

    /**
     * What stands in the account.
     *
     * @param changed what the client does not know of it, by the names of types
     * @param at the push state of it
     */
    record Gathered(Map<String, String> changed, PushState at) {}

    Track track() {
        return track;
    }

    Seen seen() {
        return seen;
    }

    /** The client knows what stands now, or, where it tells a push state, what stood then. */
    void begin(Optional<String> since) {
        Gathered now = gather(type -> false);
        if (since.isEmpty()) {
            settle(now);
        } else {
            PushState.parse(since.get())
                    .filter(known -> known.account() == seen.scope().n())
                    .ifPresent(known -> resume(known, now.at()));
        }
    }

    /** Of before a restore, of what was lost in one, or of other types, it says nothing. */
    private void resume(PushState known, PushState now) {
        told = known;
        if (known.epoch() == now.epoch() && known.sequence() <= now.sequence() && known.types() == now.types()) {
            up = known.sequence();
        }
    }

    /** The account is seen like this from now on. */
    void look(Seen now) {
        // Of types that show up, whatever became of them before was told to nobody.
        Set<String> more = new HashSet<>(now.types());
        more.removeAll(seen.types());
        more.addAll(owed);
        owed = Set.copyOf(more);
        seen = now;
    }

    /** What is new of the types that are wanted. */
    Gathered gather(Predicate<String> wanted) {
        Track.News news = track.since(seen.types(), up, owed);
        Map<String, String> changed = new TreeMap<>();
        news.moved().forEach((type, state) -> {
            if (wanted.test(type)) {
                changed.put(type, state.toString());
            }
        });
        long types = PushState.shown(seen.types());
        return new Gathered(changed, new PushState(seen.scope().n(), news.epoch(), news.sequence(), types));
    }

    /** The client knows all of this. */
    void settle(Gathered now) {
        up = now.at().sequence();
        owed = Set.of();
        told = now.at();
    }

    /** How far the client was told; empty when nobody knows. */
    Optional<PushState> told() {
        return Optional.ofNullable(told);
    }
}
