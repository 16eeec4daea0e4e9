package svc.search.lucene;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.search.lucene.index.IndexKey;

/**
 * Tracks the indexes whose updates fail, and logs them. A failure is logged once, not for each retry, and the recovery
 * is logged, too. If many indexes fail for one reason, such as a full disk, only the first log entry has the stack
 * trace. Not thread-safe.
 */
final class IndexFailures {

    private static final Logger LOG = LoggerFactory.getLogger(IndexFailures.class);

    private final Map<IndexKey, String> causes = new HashMap<>();
    private final Set<String> reported = new HashSet<>();

    void failed(IndexKey key, Exception e) {
        String cause = e.toString();
        if (cause.equals(causes.put(key, cause))) {
            return;
        }
        String message = "The search index of {} in account {} cannot be updated; the update will be retried: {}";
        if (reported.add(cause)) {
            LOG.warn(message, key.type(), key.account(), cause, e);
        } else {
            LOG.warn(message, key.type(), key.account(), cause);
        }
    }

    void recovered(IndexKey key) {
        if (forget(key)) {
            LOG.info("The search index of {} in account {} is updated again", key.type(), key.account());
        }
    }

    /** Removes the index, for example because its account was erased. Returns whether its updates failed before. */
    boolean forget(IndexKey key) {
        boolean known = causes.remove(key) != null;
        if (causes.isEmpty()) {
            reported.clear();
        }
        return known;
    }
}
