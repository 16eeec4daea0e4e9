package svc.blobs.files.disk;

import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.backup.BlobHolds;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;
import svc.api.time.Clock;

/** The holds of this process. A hold must end with its process, so the holds are kept in memory. */
@Component
public final class LocalBlobHolds implements BlobHolds {

    private static final Logger LOG = LoggerFactory.getLogger(LocalBlobHolds.class);

    private final Store store;
    private final Clock clock;
    private final Set<Hold> holds = ConcurrentHashMap.newKeySet();

    @Activate
    public LocalBlobHolds(@Reference Store store, @Reference Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    @Override
    public BlobHold hold(String reason, Instant until) {
        Hold hold = new Hold(reason, clock.now().plus(LONGEST), until);
        holds.add(hold);
        // Removals check the holds in their transaction. After this transaction, all that began before the hold are
        // committed, and a later snapshot does not refer to what they removed.
        store.write(Scope.system(), TransactionCallback.named("svc.blobs.files: wait for removals", tx -> true));
        return hold;
    }

    @Override
    public boolean isHeld() {
        return holds.stream().anyMatch(Hold::isInForce);
    }

    private final class Hold implements BlobHold {

        private final String reason;
        private final Instant latest;
        private Instant end;
        private boolean ended;

        Hold(String reason, Instant latest, Instant until) {
            this.reason = reason;
            this.latest = latest;
            this.end = bounded(until);
        }

        private Instant bounded(Instant until) {
            return until.isAfter(latest) ? latest : until;
        }

        @Override
        public synchronized Instant renew(Instant until) {
            if (!isInForce()) {
                throw new IllegalStateException("The hold of blobs for " + reason + " ended at " + end
                        + ": files may have been removed since.");
            }
            end = bounded(until);
            return end;
        }

        @Override
        public synchronized boolean isInForce() {
            if (!ended && !clock.now().isBefore(end)) {
                LOG.warn("The hold of blobs for {} ended at {}, before its work was done", reason, end);
                close();
            }
            return !ended;
        }

        @Override
        public synchronized void close() {
            ended = true;
            holds.remove(this);
        }
    }
}
