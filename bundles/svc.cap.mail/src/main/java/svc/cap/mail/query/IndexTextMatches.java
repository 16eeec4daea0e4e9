package svc.cap.mail.query;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import svc.api.search.SearchIndex;
import svc.api.search.SearchResult;
import svc.api.store.Snapshot;
import svc.cap.mail.search.TextConditions;
import svc.cap.mail.table.ReceivedKey;

/**
 * Evaluates text conditions with the search index, by one search for each {@code EmailFilter.Text}. Not thread-safe.
 */
final class IndexTextMatches implements TextMatches {

    private final SearchIndex index;
    private final Snapshot snapshot;
    private final Runnable checkpoint;
    private final Map<EmailFilter, SearchResult> answers = new HashMap<>();

    IndexTextMatches(SearchIndex index, Snapshot snapshot, Runnable checkpoint) {
        this.index = index;
        this.snapshot = snapshot;
        this.checkpoint = checkpoint;
    }

    private SearchResult answer(EmailFilter.Text filter) {
        return answers.computeIfAbsent(
                filter, key -> TextConditions.find(index, snapshot, filter.filter(), checkpoint));
    }

    @Override
    public Set<Long> matchesAmong(EmailFilter.Text filter, Set<Long> numbers) {
        long[] results = numbers.stream().mapToLong(Long::longValue).toArray();
        Set<Long> found = new HashSet<>();
        Arrays.stream(answer(filter).matching(results)).forEach(found::add);
        return found;
    }

    @Override
    public int maxMatches(EmailFilter.Text filter) {
        return answer(filter).upperBound();
    }

    @Override
    public EmailCursor openCursor(EmailFilter.Text filter, boolean ascending) {
        SearchResult.Cursor cursor = answer(filter).cursor(ascending);
        return new EmailCursor() {
            @Override
            public List<Long> next(int max) {
                return Arrays.stream(cursor.next(max)).boxed().toList();
            }

            @Override
            public void skip(ReceivedKey place) {
                cursor.skip(place.received(), place.n());
            }
        };
    }

    @Override
    public boolean isExact(EmailFilter filter) {
        if (filter instanceof EmailFilter.Text text) {
            return answer(text).isComplete();
        } else if (filter instanceof EmailFilter.And and) {
            return and.parts().stream().allMatch(this::isExact);
        } else if (filter instanceof EmailFilter.Or or) {
            return or.parts().stream().allMatch(this::isExact);
        }
        return !(filter instanceof EmailFilter.Not not) || isExact(not.part());
    }

    @Override
    public void close() {
        answers.values().forEach(SearchResult::close);
    }
}
