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
 * Service that supplies the searchable texts of the objects of a type. Register it as a service. The index reads the
 * texts when the change log contains changes of the type.
 *
 * <p>Threading: called concurrently from any thread except the writer thread. Lifecycle: when the service is
 * unregistered, the indexed texts are kept until it is registered again.
 */
@ConsumerType
public interface SearchSource {

    /** Returns the type, such as {@code Email}. */
    String type();

    /** Returns the fields of the texts. They must not change for the same {@link #version}. */
    List<SearchField> fields();

    /**
     * Returns the version of the texts. It must increase if the same objects would produce other texts; all objects are
     * then indexed again.
     */
    default int version() {
        return 1;
    }

    /** Returns the facets whose changes affect the texts; empty if the texts of an object never change. */
    default Optional<Facets> indexedFacets() {
        return Optional.empty();
    }

    /**
     * Returns the numbers of existing objects in ascending order: those greater than {@code after}, at most
     * {@code max}.
     */
    List<Long> numbers(Snapshot snapshot, long after, int max);

    /**
     * Passes the texts of the existing objects among the given ones to the consumer, one by one, in any order. The
     * method opens its own snapshots to read the data. It can be called while a snapshot of the scope is open on the
     * thread, but not inside a transaction. An object with damaged or lost texts is passed with its readable texts.
     *
     * @throws TextsUnavailableException texts cannot be read now
     */
    void read(Scope scope, Collection<Long> numbers, Consumer<SearchDocument> documents);
}
