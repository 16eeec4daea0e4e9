package svc.auth.dpop;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import svc.auth.crypto.TokenHash;

/**
 * Records used proofs for as long as they could be replayed. Capacity is limited per key and in total. If the capacity
 * is exhausted, a proof is refused, because removing another proof would permit its replay. Thread-safe.
 */
@Component(service = SeenProofs.class)
public final class SeenProofs {

    private static final int ALL = 262_144;
    private static final int OF_ONE_KEY = 16_384;
    private static final long SLOT_SECONDS = 60;

    private final int most;
    private final int mostOfOne;
    private final TreeMap<Long, Map<String, Set<Name>>> slots = new TreeMap<>();
    private final Map<String, Integer> counts = new HashMap<>();
    private int count;
    private long forgotten = Long.MIN_VALUE;

    @Activate
    public SeenProofs() {
        this(ALL, OF_ONE_KEY);
    }

    SeenProofs(int most, int mostOfOne) {
        this.most = most;
        this.mostOfOne = mostOfOne;
    }

    /** The first half of the hash of a {@code jti}. It has a fixed size, and is long enough to be unique. */
    private record Name(long left, long right) {
        static Name of(String jti) {
            TokenHash hash = TokenHash.of(jti);
            return new Name(hash.a(), hash.b());
        }
    }

    /**
     * Records the use of a proof. Throws if the proof was used before or the capacity is exhausted.
     *
     * @param key the thumbprint of the key of the proof
     * @param jti the unique identifier of the proof
     * @param end the second since 1970 from which the proof is no longer valid
     * @param now the current second since 1970
     */
    void spend(String key, String jti, long end, long now) throws InvalidProofException {
        Name name = Name.of(jti);
        synchronized (this) {
            forget(now);
            long slot = Math.floorDiv(end + SLOT_SECONDS - 1, SLOT_SECONDS);
            // If the clock was set back, used proofs that end at this time may already have been deleted, so this proof
            // may have been used before.
            if (slot <= forgotten || seen(key, name)) {
                throw new InvalidProofException(ProofError.REPEATED);
            } else if (count >= most || counts.getOrDefault(key, 0) >= mostOfOne) {
                throw new InvalidProofException(ProofError.TOO_MANY);
            }
            slots.computeIfAbsent(slot, n -> new HashMap<>())
                    .computeIfAbsent(key, k -> new HashSet<>())
                    .add(name);
            counts.merge(key, 1, Integer::sum);
            count++;
        }
    }

    /**
     * Returns whether a proof with this key and identifier was used before, whatever the time in the proof was. There
     * are about a dozen slots to search.
     */
    private boolean seen(String key, Name name) {
        return slots.values().stream()
                .anyMatch(names -> names.getOrDefault(key, Set.of()).contains(name));
    }

    private void forget(long now) {
        long ended = Math.floorDiv(now, SLOT_SECONDS);
        while (!slots.isEmpty() && slots.firstKey() <= ended) {
            Map.Entry<Long, Map<String, Set<Name>>> slot = slots.pollFirstEntry();
            forgotten = Math.max(forgotten, slot.getKey());
            slot.getValue().forEach((key, names) -> {
                counts.computeIfPresent(key, (k, n) -> n == names.size() ? null : n - names.size());
                count -= names.size();
            });
        }
    }

    /** Returns the number of recorded proofs. */
    synchronized int size() {
        return count;
    }
}
