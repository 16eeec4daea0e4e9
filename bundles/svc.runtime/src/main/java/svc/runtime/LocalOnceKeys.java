package svc.runtime;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.shared.OnceKeys;
import svc.api.time.Clock;

/**
 * The keys for one use of a server with one process, in memory. Capacity is limited per owner and in total. Keys are kept
 * in slots of a minute, by the end of their validity.
 */
@Component(service = OnceKeys.class)
public final class LocalOnceKeys implements OnceKeys {

    private static final int ALL = 262_144;
    private static final int OF_ONE_OWNER = 16_384;
    private static final long SLOT_SECONDS = 60;

    private final Clock clock;
    private final int most;
    private final int mostOfOne;
    private final TreeMap<Long, Map<Owner, Set<Name>>> slots = new TreeMap<>();
    private final Map<Owner, Integer> counts = new HashMap<>();
    private int count;
    private long forgotten = Long.MIN_VALUE;

    @Activate
    public LocalOnceKeys(@Reference Clock clock) {
        this(clock, ALL, OF_ONE_OWNER);
    }

    LocalOnceKeys(Clock clock, int most, int mostOfOne) {
        this.clock = clock;
        this.most = most;
        this.mostOfOne = mostOfOne;
    }

    private record Owner(String realm, String name) {}

    /** The first half of the hash of a key: enough to be unique, and of fixed size. */
    private record Name(long left, long right) {
        static Name of(String key) {
            try {
                ByteBuffer hash = ByteBuffer.wrap(
                        MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8)));
                return new Name(hash.getLong(), hash.getLong());
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Override
    public Result register(String realm, String owner, String key, Instant until) {
        Name name = Name.of(key);
        Owner of = new Owner(realm, owner);
        synchronized (this) {
            forget(clock.now().getEpochSecond());
            long slot = Math.floorDiv(until.getEpochSecond() + SLOT_SECONDS - 1, SLOT_SECONDS);
            // If the clock was set back, the keys of that time may already have been deleted.
            if (slot <= forgotten || isUsed(of, name)) {
                return Result.USED;
            } else if (count >= most || counts.getOrDefault(of, 0) >= mostOfOne) {
                return Result.FULL;
            }
            slots.computeIfAbsent(slot, any -> new HashMap<>())
                    .computeIfAbsent(of, any -> new HashSet<>())
                    .add(name);
            counts.merge(of, 1, Integer::sum);
            count++;
            return Result.FIRST;
        }
    }

    /** Returns whether the owner used the key before, with any end. About a dozen slots are searched. */
    private boolean isUsed(Owner owner, Name name) {
        return slots.values().stream()
                .anyMatch(names -> names.getOrDefault(owner, Set.of()).contains(name));
    }

    private void forget(long now) {
        long ended = Math.floorDiv(now, SLOT_SECONDS);
        while (!slots.isEmpty() && slots.firstKey() <= ended) {
            Map.Entry<Long, Map<Owner, Set<Name>>> slot = slots.pollFirstEntry();
            forgotten = Math.max(forgotten, slot.getKey());
            slot.getValue().forEach((owner, names) -> {
                counts.computeIfPresent(owner, (same, n) -> n == names.size() ? null : n - names.size());
                count -= names.size();
            });
        }
    }

    /** Returns the number of keys. */
    synchronized int size() {
        return count;
    }
}
