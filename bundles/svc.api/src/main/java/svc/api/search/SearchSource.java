package svc.api.search;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.osgi.annotation.versioning.ConsumerType;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.Snapshot;

/**
 * The texts of the objects of a type. Register it as a service, and they can be searched: the index asks for them when the log of
 * changes says that there are new ones.
 *
 * <p>Threading: any thread, several at once, never the one that writes. Lifecycle: when the service goes, what was indexed stays
 * for the time when it comes back.
 */
@ConsumerType
public interface SearchSource {

    /** The type, such as {@code Email}. */
    String type();

    /** The fields that the texts have. Always the same for one {@link #edition}. */
    List<SearchField> fields();

    /**
     * Grows when the same objects would bring other texts than before: then all are indexed anew.
     */
    default int edition() {
        return 1;
    }

    /** The facets of a change after which an object has other texts; empty when the texts of an object never change. */
    default Optional<Facets> touches() {
        return Optional.empty();
    }

    /** The numbers of the objects that live, rising, those beyond {@code after}, at most {@code max}. */
    List<Long> numbers(Snapshot snapshot, long after, int max);

    /**
     * Hands over the texts of those objects that live, one after another, in any order. Reads by itself what it needs; may be
     * called while a snapshot of the scope is open on the thread, never within a transaction. An object whose texts cannot be read
     * is handed over with those that can.
     */
    void read(Scope scope, Collection<Long> numbers, Consumer<SearchDocument> documents);
}
