package svc.store.memory;

import java.util.ArrayList;
import java.util.List;
import svc.api.store.Facets;

/**
 * What is known of an object: its lives and the last change of each facet. Never changed, only replaced.
 *
 * @param lives its lives, the oldest first; purged ones are missing
 * @param changed the number of its last change
 * @param facets the number of the last change of each facet
 */
record Thing(List<Life> lives, long changed, List<Long> facets) {

    /** Stands for the end of a life that has not ended. */
    static final long ALIVE = Long.MAX_VALUE;

    /**
     * A life.
     *
     * @param born its first number
     * @param died the first number at which it lived no more
     */
    record Life(long born, long died) {

        boolean at(long seq) {
            return born <= seq && seq < died;
        }
    }

    static Thing born(long seq, Facets touched) {
        return new Thing(List.of(new Life(seq, ALIVE)), seq, touch(List.of(0L, 0L, 0L, 0L), seq, touched));
    }

    /** The number of its last change in one of these facets; 0 for none. */
    long changed(Facets some) {
        long last = 0;
        for (int i = 0; i < Facets.LIMIT; i++) {
            last = some.has(i) ? Math.max(last, facets.get(i)) : last;
        }
        return last;
    }

    boolean alive() {
        return lives.get(lives.size() - 1).died() == ALIVE;
    }

    /** When its last life began. */
    long lastBorn() {
        return lives.get(lives.size() - 1).born();
    }

    /** When its last life ended. */
    long lastDied() {
        return lives.get(lives.size() - 1).died();
    }

    boolean aliveAt(long seq) {
        return lives.stream().anyMatch(life -> life.at(seq));
    }

    /** When the life began that it lived at {@code seq}. */
    long bornBefore(long seq) {
        return lives.stream()
                .filter(life -> life.at(seq))
                .mapToLong(Life::born)
                .findFirst()
                .orElseThrow();
    }

    /** When it last died, not after {@code seq}. */
    long diedBefore(long seq) {
        return lives.stream()
                .mapToLong(Life::died)
                .filter(died -> died <= seq)
                .max()
                .orElseThrow();
    }

    Thing touched(long seq, Facets touched) {
        return new Thing(lives, seq, touch(facets, seq, touched));
    }

    Thing reborn(long seq) {
        List<Life> more = new ArrayList<>(lives);
        more.add(new Life(seq, ALIVE));
        return new Thing(List.copyOf(more), seq, touch(facets, seq, Facets.ALL));
    }

    Thing dead(long seq) {
        List<Life> ended = new ArrayList<>(lives);
        Life last = ended.remove(ended.size() - 1);
        ended.add(new Life(last.born(), seq));
        return new Thing(List.copyOf(ended), seq, facets);
    }

    /** Without the lives that ended at or below the floor. */
    Thing purged(long floor) {
        return new Thing(lives.stream().filter(life -> life.died() > floor).toList(), changed, facets);
    }

    private static List<Long> touch(List<Long> facets, long seq, Facets touched) {
        List<Long> now = new ArrayList<>(facets);
        for (int i = 0; i < Facets.LIMIT; i++) {
            if (touched.has(i)) {
                now.set(i, seq);
            }
        }
        return List.copyOf(now);
    }
}
