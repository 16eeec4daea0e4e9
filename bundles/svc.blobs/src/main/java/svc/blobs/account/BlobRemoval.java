package svc.blobs.account;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobStore;
import svc.api.blob.BlobStore.CommittedBlob;
import svc.api.blob.BlobStore.PendingBlob;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.blobs.account.OrganizationBlobRows.OrganizationBlob;

/**
 * Removes bytes at once, without regard to their age, unless an account of the organization holds them. Thread-safe.
 *
 * <p>The bytes are removed after a snapshot has shown that no account holds them. So that no account begins to hold them
 * in between, removals and {@link #commit} of the same blob exclude each other. A copy needs an account that holds the
 * blob, so it cannot begin in between either.
 */
@Component(service = BlobRemoval.class)
public final class BlobRemoval {

    private final Store store;
    private final BlobStore bytes;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition ended = lock.newCondition();
    private final Map<OrganizationBlob, Integer> removals = new HashMap<>();
    private final Map<OrganizationBlob, Integer> commits = new HashMap<>();

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
        begin(places);
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
            end(removals, places);
        }
    }

    /** Prevents further commits of the blobs, and waits for those that have begun. */
    private void begin(Collection<OrganizationBlob> places) {
        lock.lock();
        try {
            places.forEach(place -> removals.merge(place, 1, Integer::sum));
            while (places.stream().anyMatch(commits::containsKey)) {
                ended.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    private void end(Map<OrganizationBlob, Integer> running, Collection<OrganizationBlob> places) {
        lock.lock();
        try {
            places.forEach(
                    place -> running.compute(place, (key, count) -> count == null || count == 1 ? null : count - 1));
            ended.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Runs a transaction that commits blobs and the rows of accounts that hold them. Waits for removals of these blobs that
     * have begun; those that begin later wait for the transaction, which must not remove blobs itself.
     *
     * @return the result of the transaction; empty if the bytes of a blob were committed before (as a file), and have been
     *     removed since
     */
    <R> Optional<R> commit(String organization, Collection<PendingBlob> blobs, Supplier<R> transaction) {
        List<OrganizationBlob> places = blobs.stream()
                .map(blob -> new OrganizationBlob(organization, blob.id()))
                .toList();
        lock.lock();
        try {
            while (places.stream().anyMatch(removals::containsKey)) {
                ended.awaitUninterruptibly();
            }
            places.forEach(place -> commits.merge(place, 1, Integer::sum));
        } finally {
            lock.unlock();
        }
        try {
            boolean isRemoved = blobs.stream()
                    .anyMatch(blob -> blob instanceof CommittedBlob
                            && bytes.find(organization, blob.id()).isEmpty());
            return isRemoved ? Optional.empty() : Optional.of(transaction.get());
        } finally {
            end(commits, places);
        }
    }
}
