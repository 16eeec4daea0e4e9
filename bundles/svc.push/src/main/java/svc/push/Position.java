package svc.push;

import java.util.HashSet;
import java.util.Set;
import svc.api.jmap.Sights.Seen;

/** How far somebody was told of one account. Guarded by its feed. */
final class Position {

    private static final long NOTHING = -1;

    private final Track track;
    private Seen seen;
    private long told = NOTHING;
    private Set<String> owed = Set.of();

    Position(Track track, Seen seen) {
        this.track = track;
        this.seen = seen;
    }

    Track track() {
        return track;
    }

    Seen seen() {
        return seen;
    }

    boolean isOf(long account) {
        return seen.scope().n() == account;
    }

    /** What is not known yet. */
    Track.News news() {
        return track.since(seen.types(), told, owed);
    }

    /** Everything up to a number is known, and what was owed. */
    void settle(long sequence) {
        told = sequence;
        owed = Set.of();
    }

    /** The account is seen otherwise from now on. */
    void look(Seen now) {
        if (now.mark().equals(seen.mark())) {
            // Of types that show up, whatever became of them before was told to nobody.
            Set<String> more = new HashSet<>(now.types());
            more.removeAll(seen.types());
            more.addAll(owed);
            owed = Set.copyOf(more);
        } else {
            told = NOTHING; // each of its states reads otherwise now
        }
        seen = now;
    }
}
