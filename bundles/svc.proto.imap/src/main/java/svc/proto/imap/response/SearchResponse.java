package svc.proto.imap.response;

import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.proto.imap.command.PartialRange;
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
     * @param wanted the results that the client asked for
     * @param all all results, in ascending order or, for SORT, sorted
     * @param range the results that the client asked for
     * @param modSeq the highest mod-sequence value of the results, if the client searched for one (RFC 7162 §3.1.10)
     */
    public static void extended(
            ResponseWriter out,
            String tag,
            boolean uid,
            Set<SearchResult> wanted,
            long[] all,
            @Nullable PartialRange range,
            @Nullable Long modSeq)
            throws IOException {
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
        if (range != null) {
            partial(out, all, range);
        }
        if (modSeq != null && all.length > 0) {
            out.raw(" MODSEQ ").number(modSeq);
        }
        out.end();
    }

    private static void partial(ResponseWriter out, long[] all, PartialRange range) throws IOException {
        long from = range.fromEnd() ? all.length - range.last() : range.first() - 1;
        long to = range.fromEnd() ? all.length - range.first() + 1 : range.last();
        int first = (int) Math.max(0, Math.min(from, all.length));
        int end = (int) Math.max(0, Math.min(to, all.length));
        out.raw(" PARTIAL (").raw(range.toString()).raw(" ");
        if (first < end) {
            ranges(out, all, first, end);
        } else {
            out.raw("NIL");
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
