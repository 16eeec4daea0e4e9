package svc.api.store;

import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Where everything is kept that must survive. Reads see one moment, writes are all or nothing and last, long work goes in
 * small slices.
 *
 * <p>Threading: every method may be called from any thread and blocks until its work is done. A write called from inside a
 * write, a read or a slice is refused with an {@link IllegalStateException}; so is a read from inside a write, which has
 * its {@link Transaction} to read with. A read inside a read sees the same moment.
 *
 * <p>Lifecycle: there from the moment the schema is migrated until the server stops; afterwards every method throws a
 * {@link StoreProblem} of the kind {@link StoreProblem.Kind#STOPPED}. In a process that runs one command without a server it
 * is there from the beginning, so that operations which stand on it can be declared, but closed: until a command that needs
 * it has opened it, every method throws one of the kind {@link StoreProblem.Kind#CLOSED}. So nothing reads or writes while it
 * is being activated; what works on its own accord begins at the moment {@code ready} of a start.
 */
@ProviderType
public interface Store {

    /**
     * Runs {@code work} on a snapshot: what had been committed when it began, whatever others write meanwhile. Runs on the
     * caller's thread. The work must be short (a store may take a snapshot away that has been held for many seconds) and
     * must never write to the network.
     */
    <R> R read(Scope scope, Reading<R> work);

    /**
     * Runs {@code work} and commits what it did. When this returns, the change is on the disk and the new state readable;
     * when the work throws, nothing of it stays and its exception comes through.
     *
     * <p>The work may run on a thread of the store. It must not wait for anything, do no input or output of its own, and
     * leave everything expensive (parsing, hashing, encoding) to the time before.
     */
    <R> R write(Scope scope, Writing<R> work);

    /** Like {@link #write(Scope, Writing)} over several scopes in one transaction. */
    <R> R write(Set<Scope> scopes, JointWriting<R> work);

    /**
     * Runs long work in small slices, each a transaction of its own, when no write waits (and now and then when many do).
     * Returns at once. The slice keeps its progress in its own rows or fields, so that after a restart it can be begun
     * again where it was: a store does not remember jobs.
     */
    Job job(Scope scope, Slice slice);

    /**
     * Overwrites what is left on the disk of what was deleted: carries the write-ahead log over into the database and cuts it
     * to nothing. Waits a moment for readers.
     *
     * @return false while a reader still sees what was; try again later
     */
    default boolean forgetDeleted() {
        return true;
    }
}
