package svc.proto.imap.search;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import svc.api.search.SearchIndex;
import svc.api.search.SearchQuery;
import svc.api.search.SearchResult;
import svc.api.store.Snapshot;
import svc.cap.mail.api.MailStore;
import svc.proto.imap.grammar.NumberSet;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.SelectedMailbox;

/**
 * Searches the index for emails of a mailbox. The index has the emails of the whole account: few results are looked up in
 * the mailbox, and few emails are looked up in the results.
 */
final class IndexSearch {

    private static final int AT_ONCE = 2_000;

    /** The cost of finding the UID of a result, in rows of a mailbox that are read at the same cost. */
    private static final int LOOKUP = 8;

    private final MailAccess access;
    private final SearchIndex index;
    private final MailboxRows rows;
    private boolean complete = true;

    IndexSearch(SelectedMailbox selected, MailboxRows rows) {
        this.access = selected.access();
        this.index = access.services().search();
        this.rows = rows;
    }

    /** Returns whether the index had all emails at each search. */
    boolean isComplete() {
        return complete;
    }

    /** Returns those of the emails that match. */
    NumberSet find(SearchQuery query, NumberSet among) {
        return access.read(snapshot -> {
            try (SearchResult result = index.find(snapshot, MailStore.TYPE, query, () -> {})) {
                complete &= result.isComplete();
                return result.upperBound() <= among.count() / LOOKUP
                        ? results(snapshot, result, among)
                        : members(snapshot, result, among);
            }
        });
    }

    /** Returns the results that are among the emails: for few results. */
    private NumberSet results(Snapshot snapshot, SearchResult result, NumberSet among) {
        NumberSet found = NumberSet.EMPTY;
        SearchResult.Cursor cursor = result.cursor(false);
        for (long[] next = cursor.next(AT_ONCE); next.length > 0; next = cursor.next(AT_ONCE)) {
            List<Long> numbers = LongStream.of(next).boxed().toList();
            found = UidSets.either(found, rows.withNumbers(snapshot, numbers, among));
        }
        return found;
    }

    /** Returns the emails that are among the results: for few emails. */
    private NumberSet members(Snapshot snapshot, SearchResult result, NumberSet among) {
        NumberSet.Builder found = new NumberSet.Builder();
        for (NumberSet slice : UidSets.slices(among, AT_ONCE)) {
            Map<Long, Long> numbers = rows.numbers(snapshot, slice);
            Set<Long> matching = LongStream.of(result.matching(
                            numbers.values().stream().mapToLong(Long::longValue).toArray()))
                    .boxed()
                    .collect(Collectors.toCollection(HashSet::new));
            numbers.forEach((uid, n) -> {
                if (matching.contains(n)) {
                    found.add(uid, uid);
                }
            });
        }
        return found.build();
    }
}
