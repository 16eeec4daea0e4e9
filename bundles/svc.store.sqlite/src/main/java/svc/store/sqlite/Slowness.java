package svc.store.sqlite;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Names the units that keep the writer busy. The first of a name has more time: it is the one that loads the classes of its
 * path, for which nobody who reads the log can do anything. Used on the writer's thread only.
 */
final class Slowness {

    private static final Logger LOG = LoggerFactory.getLogger("svc.store.slow");
    private static final Duration SLOW = Duration.ofMillis(20);
    private static final Duration SLOW_AT_FIRST = Duration.ofMillis(250);
    private static final int MOST_NAMES = 1_000;

    private final Set<String> known = new HashSet<>();

    void judge(String name, Duration took) {
        boolean first = known.size() < MOST_NAMES && known.add(name);
        if (took.compareTo(first ? SLOW_AT_FIRST : SLOW) > 0) {
            LOG.warn("{} kept the writer busy for {} ms", name, took.toMillis());
        }
    }
}
