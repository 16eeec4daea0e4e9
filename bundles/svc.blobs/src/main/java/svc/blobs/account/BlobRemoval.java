package svc.blobs.account;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobStore;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.blobs.account.OrganizationBlobRows.OrganizationBlob;

/**
 * Removes bytes at once, without regard to their age, unless an account of the organization holds them. Thread-safe.
 *
 * <p>The bytes are removed after a snapshot has shown that no account holds them. In between, an account may write the
 * same bytes and its row. Such an account calls {@link #survives} after its commit.
 */
@Component(service = BlobRemoval.class)
public final class BlobRemoval {

    private final Store store;
    private final BlobStore bytes;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition ended = lock.newCondition();
    private final Map<OrganizationBlob, Integer> running = new HashMap<>();
    private long begun;

    @Activate
    public BlobRemoval(@Reference Store store, @Reference BlobStore bytes) {
        this.store = store;
        this.bytes = bytes;
    }

    /**
     * Removes bytes. Returns the blobs whose bytes remain, because the timestamp of their file or pack is unreadable or
     * in the future.
     */
    public Set<OrganizationBlob> remove(Collection<OrganizationBlob> places) {
        mark(places, 1);
        try {
            Set<OrganizationBlob> free = new LinkedHashSet<>(places);
            store.read(
                    Scope.system(),
                    snapshot -> free.removeIf(place -> OrganizationBlobRows.held(snapshot.sql(), place)));
            free.stream()
                    .collect(groupingBy(
                            OrganizationBlob::organization,
                            mapping(OrganizationBlob::id, toCollection(LinkedHashSet::new))))
                    .forEach((organization, ids) -> bytes.removeAll(organization, ids, Instant.MAX)
                            .forEach(id -> free.remove(new OrganizationBlob(organization, id))));
            return free;
        } finally {
            mark(places, -1);
        }
    }

    private void mark(Collection<OrganizationBlob> places, int more) {
        lock.lock();
        try {
            begun += Math.max(0, more);
            places.forEach(place ->
                    running.merge(place, more, (before, change) -> before + change == 0 ? null : before + change));
            ended.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns a mark for {@link #survives}. Call this method before the bytes are written. */
    long mark() {
        lock.lock();
        try {
            return running.isEmpty() ? begun : -1;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns whether the bytes of a blob still exist, after its row was committed. From then on no removal begins;
     * those that began before have ended when this method returns. If no removal ran since the mark, the bytes exist.
     */
    boolean survives(OrganizationBlob place, long mark) {
        lock.lock();
        try {
            if (begun == mark) {
                return true;
            }
            while (running.containsKey(place)) {
                ended.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
        return bytes.find(place.organization(), place.id()).isPresent();
    }
}
