package svc.proto.imap.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import svc.proto.imap.command.SearchKey;
import svc.proto.imap.grammar.NumberSet;
import svc.proto.imap.state.RefusedException;

/**
 * The relevancy scores of the results of a search with FUZZY (RFC 6203 §4). A message gets points for each place that
 * contains the words of a fuzzy key, and more if the words follow each other. The score of a message is its share of the
 * points of the most relevant message, from 1 to 100.
 */
final class Relevance {

    /** The relevance of the results of a command without RELEVANCY. */
    static final Relevance NONE = new Relevance(new long[0]);

    private static final int HIGHEST = 100;

    private final long[] uids;
    private final int[] scores;

    private Relevance(long[] uids) {
        this.uids = uids;
        this.scores = new int[uids.length];
    }

    /** Calculates the scores of messages that match keys. */
    static Relevance of(KeyEvaluation evaluation, List<SearchKey> keys, NumberSet found) throws RefusedException {
        Relevance relevance = new Relevance(UidSets.numbers(found));
        // The messages with \Deleted get the lowest score: the index does not contain all of them.
        NumberSet rated = evaluation.matching(new SearchKey.Deleted(false), found, false);
        for (SearchKey key : texts(new SearchKey.And(keys), false)) {
            relevance.rate(evaluation, key, rated);
        }
        int most = Math.max(1, Arrays.stream(relevance.scores).max().orElse(0));
        Arrays.setAll(relevance.scores, i -> Math.max(1, HIGHEST * relevance.scores[i] / most));
        return relevance;
    }

    /** Returns the fuzzy keys that compare texts, without those in NOT: no message found contains their texts. */
    private static List<SearchKey> texts(SearchKey key, boolean fuzzy) {
        List<SearchKey> keys = new ArrayList<>();
        if (key instanceof SearchKey.Fuzzy similar) {
            keys.addAll(texts(similar.key(), true));
        } else if (key instanceof SearchKey.And and) {
            and.keys().forEach(each -> keys.addAll(texts(each, fuzzy)));
        } else if (key instanceof SearchKey.Or or) {
            keys.addAll(texts(or.first(), fuzzy));
            keys.addAll(texts(or.second(), fuzzy));
        } else if (fuzzy
                && (key instanceof SearchKey.Text
                        || key instanceof SearchKey.Body
                        || key instanceof SearchKey.Header)) {
            keys.add(key);
        }
        return keys;
    }

    private void rate(KeyEvaluation evaluation, SearchKey key, NumberSet rated) throws RefusedException {
        add(1, evaluation.matching(key, rated, true));
        add(2, evaluation.matching(key, rated, false));
        if (key instanceof SearchKey.Text text) {
            SearchKey subject = new SearchKey.Header("Subject", text.text());
            add(4, evaluation.matching(subject, rated, true));
            add(2, evaluation.matching(subject, rated, false));
            add(3, evaluation.matching(new SearchKey.Header("From", text.text()), rated, true));
        }
    }

    private void add(int points, NumberSet messages) {
        messages.forEach(uid -> scores[Arrays.binarySearch(uids, uid)] += points);
    }

    /** Returns the score of a message. */
    int score(long uid) {
        int at = Arrays.binarySearch(uids, uid);
        return at < 0 ? 1 : scores[at];
    }
}
