package svc.api.search;

import java.util.List;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.store.Scope;
import svc.api.store.Snapshot;

/**
 * Finds objects by their texts. It follows the log of changes by itself: whoever changes objects tells it nothing, and an answer
 * holds for the snapshot it was asked on, also of what changed a moment before.
 *
 * <p>Threading: any thread, several at once. Lifecycle: there from the beginning of a start; an index that was lost is built
 * anew while the server runs.
 */
@ProviderType
public interface SearchIndex {

    /**
     * Looks for objects of a type.
     *
     * @param snapshot whose objects, and as of when; the answer is valid as long as it is
     * @param type a type that has a {@link SearchSource}
     * @param query what to look for
     * @param pace to be run now and then during long work; may throw to end it
     * @throws IllegalArgumentException when nobody offers texts of this type, they have no such field, or the
     *     query has more parts than people ask for
     */
    SearchAnswer find(Snapshot snapshot, String type, SearchQuery query, Runnable pace);

    /**
     * Has the texts of objects read anew, although nothing tells that they changed: in the background, and also after a restart.
     * Answers hold meanwhile as always. To be called outside any work of the store.
     *
     * @param type a type that has a {@link SearchSource}
     * @param numbers the objects; one that lives no more is no mistake. Empty for all
     * @return false when the index is busy for longer than anybody waits; then nothing was written down
     * @throws IllegalArgumentException when nobody offers texts of this type
     */
    boolean renew(Scope scope, String type, Set<Long> numbers);

    /**
     * What the indexes on the disk are like: grows when an earlier version could not read them. Then those that are there are set
     * aside and built anew, and an earlier version refuses to start on the new ones.
     */
    int generation();

    /**
     * Where a text of a field is what a query looks for: the words and phrases in it, in their order, none over another. What
     * stands under a {@link SearchQuery.Not} is looked for nowhere.
     *
     * @param type the type
     * @param field the name of the field that the text is from; not one of {@link SearchField.Kind#NAMED}
     */
    List<Mark> marks(String type, SearchQuery query, String field, String text);

    /**
     * A place in a text.
     *
     * @param start the first character
     * @param end the one after the last
     */
    record Mark(int start, int end) {}
}
