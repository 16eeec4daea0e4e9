package svc.api.search;

import java.util.List;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.store.Scope;
import svc.api.store.Snapshot;

/**
 * Full-text search for objects. The index reads the change log itself, and the result of a search matches the snapshot,
 * including changes that were committed just before.
 *
 * <p>Threading: thread-safe. Lifecycle: registered from the beginning of a start. A lost index is rebuilt while the
 * server runs.
 */
@ProviderType
public interface SearchIndex {

    /**
     * Searches for objects of a type. The caller must close the result; a search that throws leaves nothing open.
     *
     * @param snapshot the snapshot to search; the result must be closed before it ends
     * @param type a type that has a {@link SearchSource}
     * @param query the query
     * @param pace called from time to time during long work; it can throw to end the search
     * @throws IllegalArgumentException the type has no search source or no such field, or the query has too many parts
     */
    SearchResult find(Snapshot snapshot, String type, SearchQuery query, Runnable pace);

    /**
     * Schedules a new read of the texts of objects, for texts that changed without an entry in the change log. The work
     * runs in the background and continues after a restart; results remain valid meanwhile. Must not be called inside a
     * transaction or snapshot.
     *
     * @param scope the account of the objects
     * @param type a type that has a {@link SearchSource}
     * @param numbers the objects, which need not exist any more; empty for all
     * @return false if the index was busy for too long; then nothing was scheduled
     * @throws IllegalArgumentException the type has no search source
     */
    boolean reindex(Scope scope, String type, Set<Long> numbers);

    /**
     * Returns the version of the index format. The version increases with each change of the format that earlier
     * versions of the server cannot read. The server then sets existing indexes aside and builds new indexes. An
     * earlier version of the server refuses to start with the new indexes.
     */
    int generation();

    /**
     * Returns the places in a text that match the words and phrases of a query, in order and without overlaps. Parts of
     * the query inside a {@link SearchQuery.Not} are ignored.
     *
     * @param type the type
     * @param query the query
     * @param field the field of the text; not one of {@link SearchField.Kind#NAMED}
     * @param text the text
     */
    List<Highlight> highlights(String type, SearchQuery query, String field, String text);

    /**
     * A matching place in a text.
     *
     * @param start the index of the first character
     * @param end the index after the last character
     */
    record Highlight(int start, int end) {}
}
