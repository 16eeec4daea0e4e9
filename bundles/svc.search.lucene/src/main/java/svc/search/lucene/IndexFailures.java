package svc.search.lucene;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which indexes cannot follow. Each is told once, however often it is tried, and once more when it follows again; where many have one
 * cause, as when the disk is full, the first tells all of it. For the thread that follows.
 */
final class Troubles {

    private static final Logger LOG = LoggerFactory.getLogger(Troubles.class);

    private final Map<IndexKey, String> causes = new HashMap<>();
    private final Set<String> told = new HashSet<>();

    void met(IndexKey key, Exception e) {
        String cause = e.toString();
        if (cause.equals(causes.put(key, cause))) {
            return;
        }
        String what = "The search index of {} in account {} cannot follow now; it tries again until it can: {}";
        if (told.add(cause)) {
            LOG.warn(what, key.type(), key.account(), cause, e);
        } else {
            LOG.warn(what, key.type(), key.account(), cause);
        }
    }

    void over(IndexKey key) {
        if (forget(key)) {
            LOG.info("The search index of {} in account {} follows again", key.type(), key.account());
        }
    }

    /** Its account is gone; whether it could not follow. */
    boolean forget(IndexKey key) {
        boolean known = causes.remove(key) != null;
        if (causes.isEmpty()) {
            told.clear();
        }
        return known;
    }
}
