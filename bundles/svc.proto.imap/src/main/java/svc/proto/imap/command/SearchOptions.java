package svc.proto.imap.command;

import java.util.Optional;
import java.util.Set;

/**
 * The options of RETURN in SEARCH and SORT (RFC 4731, RFC 5182, RFC 6203, RFC 9394).
 *
 * @param extended whether RETURN is present: the response is ESEARCH
 * @param results what to return; {@code RETURN ()} means ALL
 * @param partial the range of the results to return
 */
public record SearchOptions(boolean extended, Set<SearchResult> results, Optional<PartialRange> partial) {

    /** A command without RETURN. */
    public static final SearchOptions NONE = new SearchOptions(false, Set.of(), Optional.empty());

    /** A command whose response is ESEARCH with all results. */
    public static final SearchOptions EXTENDED = new SearchOptions(true, Set.of(SearchResult.ALL), Optional.empty());

    /** Copies the set. */
    public SearchOptions {
        results = Set.copyOf(results);
    }

    /** A result of a search. */
    public enum SearchResult {
        /** The lowest number. */
        MIN,
        /** The highest number. */
        MAX,
        /** All numbers. */
        ALL,
        /** The number of results. */
        COUNT,
        /** The server keeps the result as {@code $}. */
        SAVE,
        /** The relevancy scores of the results (RFC 6203 §4). */
        RELEVANCY
    }
}
