package svc.proto.imap.search;

import java.io.IOException;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.LongStream;
import svc.proto.imap.command.SearchOptions;
import svc.proto.imap.command.SearchOptions.SearchResult;
import svc.proto.imap.grammar.NumberSet;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.response.SearchResponse;
import svc.proto.imap.state.SelectedMailbox;

/**
 * Saves and writes the results of SEARCH and SORT.
 *
 * @param selected the mailbox
 * @param tag the tag of the command
 * @param uid whether the client wants UIDs
 * @param options the options of RETURN
 * @param modSeq whether the client searched for a mod-sequence value
 * @param relevance the relevancy scores, if the client asked for them
 */
record SearchResults(
        SelectedMailbox selected, String tag, boolean uid, SearchOptions options, boolean modSeq, Relevance relevance) {

    /**
     * Writes the response.
     *
     * @param name the name of the response without RETURN
     * @param found the UIDs, in ascending order or, for SORT, sorted
     * @param extended whether the response is ESEARCH also without RETURN
     */
    void write(ResponseWriter out, String name, long[] found, boolean extended) throws IOException {
        Set<SearchResult> wanted = options.results();
        NumberSet referenced = wanted.contains(SearchResult.SAVE) || modSeq ? referenced(found) : NumberSet.EMPTY;
        if (wanted.contains(SearchResult.SAVE)) {
            selected.save(referenced);
            if (wanted.size() == 1 && options.partial().isEmpty()) {
                return; // RFC 9051 §6.4.4: SAVE alone suppresses the response.
            }
        }
        Long highest = modSeq ? new MailboxRows(selected).highestModSeq(referenced) : null;
        long[] numbers =
                uid ? found : Arrays.stream(found).map(selected.view()::number).toArray();
        if (options.extended() || extended) {
            int[] scores = wanted.contains(SearchResult.RELEVANCY)
                    ? LongStream.of(found).mapToInt(relevance::score).toArray()
                    : new int[0];
            SearchOptions asked = options.extended() ? options : SearchOptions.EXTENDED;
            SearchResponse.extended(out, tag, uid, asked, numbers, scores, highest);
        } else {
            SearchResponse.plain(out, name, numbers, highest);
        }
    }

    /**
     * Returns the messages that the command saves, and whose highest mod-sequence value it returns: those of MIN, MAX and
     * PARTIAL if they are all that the client wants, otherwise all (RFC 9051 §6.4.4.1, RFC 9394 §3.2, RFC 4731 §3.2).
     */
    private NumberSet referenced(long[] found) {
        Set<SearchResult> wanted = options.results();
        boolean parts = wanted.contains(SearchResult.MIN)
                || wanted.contains(SearchResult.MAX)
                || options.partial().isPresent();
        if (!parts
                || wanted.contains(SearchResult.ALL)
                || wanted.contains(SearchResult.COUNT)
                || wanted.contains(SearchResult.RELEVANCY)) {
            return set(Arrays.stream(found));
        }
        LongStream some = options.partial()
                .map(range -> Arrays.stream(found, range.from(found.length), range.to(found.length)))
                .orElse(LongStream.empty());
        if (found.length > 0 && wanted.contains(SearchResult.MIN)) {
            some = LongStream.concat(some, LongStream.of(found[0]));
        }
        if (found.length > 0 && wanted.contains(SearchResult.MAX)) {
            some = LongStream.concat(some, LongStream.of(found[found.length - 1]));
        }
        return set(some);
    }

    private static NumberSet set(LongStream uids) {
        return NumberSet.of(uids.sorted().distinct().toArray());
    }
}
