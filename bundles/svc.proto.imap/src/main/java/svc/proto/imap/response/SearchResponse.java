package svc.proto.imap.response;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.proto.imap.command.PartialRange;
import svc.proto.imap.command.SearchOptions;
import svc.proto.imap.command.SearchOptions.SearchResult;
import svc.proto.imap.grammar.NumberSet;

/** Writes the results of SEARCH, SORT and THREAD. */
public final class SearchResponse {

    private SearchResponse() {}

    /**
     * Writes ESEARCH (RFC 9051 §7.3.4). Results of an empty search other than COUNT and PARTIAL are left out.
     *
     * @param tag the tag of the command
     * @param uid whether the numbers are UIDs
     * @param options what the client asked for
     * @param all all results, in ascending order or, for SORT, sorted
     * @param scores the relevancy scores of the results, if the client asked for them
     * @param modSeq the highest mod-sequence value of the results, if the client searched for one (RFC 7162 §3.1.10)
     */
    public static void extended(
            ResponseWriter out,
            String tag,
            boolean uid,
            SearchOptions options,
            long[] all,
            int[] scores,
            @Nullable Long modSeq)
            throws IOException {
        Set<SearchResult> wanted = options.results();
        out.raw("* ESEARCH (TAG ").string(tag).raw(uid ? ") UID" : ")");
        if (all.length > 0) {
            if (wanted.contains(SearchResult.MIN)) {
                out.raw(" MIN ").number(all[0]);
            }
            if (wanted.contains(SearchResult.MAX)) {
                out.raw(" MAX ").number(all[all.length - 1]);
            }
            if (wanted.contains(SearchResult.ALL)) {
                out.raw(" ALL ");
                ranges(out, all, 0, all.length);
            }
        }
        if (wanted.contains(SearchResult.COUNT)) {
            out.raw(" COUNT ").number(all.length);
        }
        if (options.partial().isPresent()) {
            partial(out, all, options.partial().get());
        }
        if (wanted.contains(SearchResult.RELEVANCY) && all.length > 0) {
            relevancy(out, scores, options.partial());
        }
        if (modSeq != null && all.length > 0) {
            out.raw(" MODSEQ ").number(modSeq);
        }
        out.end();
    }

    private static void partial(ResponseWriter out, long[] all, PartialRange range) throws IOException {
        int from = range.from(all.length);
        int to = range.to(all.length);
        out.raw(" PARTIAL (").raw(range.toString()).raw(" ");
        if (from < to) {
            ranges(out, all, from, to);
        } else {
            out.raw("NIL");
        }
        out.raw(")");
    }

    /** Writes the scores of the results that the response contains (RFC 6203 §4). */
    private static void relevancy(ResponseWriter out, int[] scores, Optional<PartialRange> range) throws IOException {
        int from = range.map(part -> part.from(scores.length)).orElse(0);
        int to = range.map(part -> part.to(scores.length)).orElse(scores.length);
        out.raw(" RELEVANCY (");
        for (int i = from; i < to; i++) {
            out.raw(i == from ? "" : " ").number(scores[i]);
        }
        out.raw(")");
    }

    /** Writes numbers in their order; ascending neighbours as a range. */
    public static void ranges(ResponseWriter out, long[] numbers, int from, int to) throws IOException {
        int at = from;
        while (at < to) {
            int last = at;
            while (last + 1 < to && numbers[last + 1] == numbers[last] + 1) {
                last++;
            }
            out.raw(at == from ? "" : ",").number(numbers[at]);
            if (last > at) {
                out.raw(":").number(numbers[last]);
            }
            at = last + 1;
        }
    }

    /**
     * Writes SEARCH or SORT (RFC 3501 §7.2.5, RFC 5256 §4).
     *
     * @param name the name of the response
     * @param results the results
     * @param modSeq the highest mod-sequence value of the results, if the client searched for one (RFC 7162 §3.1.6)
     */
    public static void plain(ResponseWriter out, String name, long[] results, @Nullable Long modSeq)
            throws IOException {
        out.raw("* ").raw(name);
        for (long result : results) {
            out.raw(" ").number(result);
        }
        if (modSeq != null && results.length > 0) {
            out.raw(" (MODSEQ ").number(modSeq).raw(")");
        }
        out.end();
    }

    /** Writes VANISHED (RFC 7162 §3.2.10), unless the set is empty. */
    public static void vanished(ResponseWriter out, boolean earlier, NumberSet uids) throws IOException {
        if (!uids.isEmpty()) {
            out.raw(earlier ? "* VANISHED (EARLIER) " : "* VANISHED ").numbers(uids);
            out.end();
        }
    }
}
