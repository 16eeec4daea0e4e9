package svc.auth;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/**
 * Remembers each proof that was used for as long as it could be used again. It has room for so many, of one key and of all;
 * when there is none, a proof is refused, because nothing that could come again may be forgotten. Any thread.
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

    /** With room for what a busy server sees in some minutes. */
    @Activate
    public SeenProofs() {
        this(ALL, OF_ONE_KEY);
    }

    SeenProofs(int most, int mostOfOne) {
        this.most = most;
        this.mostOfOne = mostOfOne;
    }

    /** Half of the hash of a {@code jti}: enough to tell them apart, and of one size. */
    private record Name(long left, long right) {
        static Name of(String jti) {
            TokenHash hash = TokenHash.of(jti);
            return new Name(hash.a(), hash.b());
        }
    }

    /**
     * Takes note that a proof is used.
     *
     * @param key its key's thumbprint
     * @param jti its name
     * @param end the second since 1970 from which on it is not good anyway
     * @param now the second of now
     */
    void spend(String key, String jti, long end, long now) throws BadProof {
        Name name = Name.of(jti);
        synchronized (this) {
            forget(now);
            long slot = Math.floorDiv(end + SLOT_SECONDS - 1, SLOT_SECONDS);
            Map<String, Set<Name>> names = slots.getOrDefault(slot, Map.of());
            // The clock was put back: what was seen at that time is not known any more.
            if (slot <= forgotten || names.getOrDefault(key, Set.of()).contains(name)) {
                throw new BadProof(Flaw.REPEATED);
            } else if (count >= most || counts.getOrDefault(key, 0) >= mostOfOne) {
                throw new BadProof(Flaw.TOO_MANY);
            }
            slots.computeIfAbsent(slot, n -> new HashMap<>())
                    .computeIfAbsent(key, k -> new HashSet<>())
                    .add(name);
            counts.merge(key, 1, Integer::sum);
            count++;
        }
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

    /** How many are remembered. */
    synchronized int size() {
        return count;
    }
}
