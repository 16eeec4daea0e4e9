package svc.backup.write;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import svc.api.time.Clock;
import svc.backup.api.BackupTarget.StoredObject;
import svc.backup.format.BackupException;
import svc.backup.format.DamagedObjectException;
import svc.backup.format.Layout;
import svc.backup.format.Repository;

/**
 * The lock of the only writer of a repository. Each holder creates an object with the next number. If a holder finds
 * another object beside its own, it does not write.
 */
public final class RepositoryLock implements Closeable {

    /** A lock that was not renewed for so long can be taken over. */
    private static final Duration LIFETIME = Duration.ofHours(24);

    private static final Duration RENEWAL = Duration.ofHours(1);

    private final Repository repository;
    private final Clock clock;
    private final String host;
    private String name;
    private Instant renewed;

    /**
     * The process that has the lock.
     *
     * @param host its machine
     * @param time when it took or renewed the lock
     */
    public record Holder(String host, Instant time) {}

    private RepositoryLock(Repository repository, Clock clock, String host, String name, Instant time) {
        this.repository = repository;
        this.clock = clock;
        this.host = host;
        this.name = name;
        this.renewed = time;
    }

    /**
     * Takes the lock.
     *
     * @param host the name of this machine, which other writers see
     * @param takeOver whether a lock of another writer is taken over even if it is recent
     * @throws BackupException another writer has the lock
     */
    public static RepositoryLock take(Repository repository, Clock clock, String host, boolean takeOver)
            throws IOException {
        List<String> earlier = locks(repository);
        Instant now = clock.now();
        if (!earlier.isEmpty() && !takeOver) {
            requireOld(repository, earlier.get(earlier.size() - 1), now);
        }
        RepositoryLock lock = new RepositoryLock(repository, clock, host, next(earlier), now);
        lock.write(lock.name, now);
        List<String> others = locks(repository);
        others.removeAll(earlier);
        others.remove(lock.name);
        if (!others.isEmpty()) {
            lock.close();
            throw new BackupException("Another process began to write to the repository at the same time.");
        }
        for (String old : earlier) {
            repository.target().delete(old);
        }
        return lock;
    }

    /**
     * Returns the process that has the lock; empty if the repository is not locked. After a crash, a server finds its own
     * lock and can take it over.
     *
     * @throws BackupException the lock cannot be read
     */
    public static Optional<Holder> holder(Repository repository) throws IOException {
        List<String> locks = locks(repository);
        return locks.isEmpty() ? Optional.empty() : Optional.of(holder(repository, locks.get(locks.size() - 1)));
    }

    private static Holder holder(Repository repository, String name) throws IOException {
        try {
            return repository.read(name, Holder.class);
        } catch (DamagedObjectException e) {
            throw new BackupException("The lock of the repository cannot be read. If no other process writes to the"
                    + " repository, take over the lock.");
        }
    }

    private static void requireOld(Repository repository, String name, Instant now) throws IOException {
        Holder holder = holder(repository, name);
        if (holder.time().plus(LIFETIME).isAfter(now)) {
            throw new BackupException("A process on " + holder.host() + " has the lock of the repository since "
                    + holder.time() + ". If this process has ended, take over the lock, or wait until "
                    + holder.time().plus(LIFETIME) + ".");
        }
    }

    /**
     * Checks that this process still has the lock, and renews it each hour.
     *
     * @throws BackupException another process has taken over the lock
     */
    public void keep() throws IOException {
        if (!locks(repository).equals(List.of(name))) {
            throw new BackupException("Another process has taken over the lock of the repository.");
        }
        Instant now = clock.now();
        if (Duration.between(renewed, now).compareTo(RENEWAL) >= 0) {
            String old = name;
            String fresh = next(List.of(old));
            write(fresh, now);
            name = fresh;
            renewed = now;
            repository.target().delete(old);
        }
    }

    private void write(String object, Instant time) throws IOException {
        if (!repository.write(object, new Holder(host, time))) {
            throw new BackupException("Another process has just taken the lock of the repository.");
        }
    }

    private static List<String> locks(Repository repository) throws IOException {
        return new ArrayList<>(repository.target().list(Layout.LOCK).stream()
                .map(StoredObject::name)
                .filter(Layout::isKnown)
                .toList());
    }

    private static String next(List<String> earlier) {
        int number = earlier.isEmpty() ? 0 : Integer.parseInt(Layout.id(earlier.get(earlier.size() - 1)));
        return Layout.LOCK + String.format(Locale.ROOT, "%08d", number + 1);
    }

    /** Releases the lock. */
    @Override
    public void close() throws IOException {
        repository.target().delete(name);
    }
}
