package svc.search.lucene.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import svc.api.search.SearchIndex.Highlight;
import svc.search.lucene.analysis.IndexFields;
import svc.search.lucene.analysis.MailAddress;
import svc.search.lucene.analysis.Token;
import svc.search.lucene.analysis.Token.Kind;
import svc.search.lucene.analysis.Tokenizer;
import svc.search.lucene.query.AnalyzedQuery.PhraseTerm;

/** Finds the ranges of a text that match a query. */
public final class Highlighter {

    private final String field;
    private final List<Token> tokens;
    private final List<MailAddress> addresses;
    private final String text;
    private final Map<String, List<Integer>> places = new HashMap<>();
    private final List<Highlight> marks = new ArrayList<>();

    public Highlighter(String field, String text) {
        this.field = field;
        this.text = text;
        this.tokens = Tokenizer.of(text);
        this.addresses = MailAddress.in(text);
        for (int i = 0; i < tokens.size(); i++) {
            places.computeIfAbsent(tokens.get(i).term(), term -> new ArrayList<>(1))
                    .add(i);
        }
    }

    public List<Highlight> of(AnalyzedQuery query) {
        collect(query);
        marks.sort(Comparator.comparingInt(Highlight::start)
                .thenComparing(Comparator.comparingInt(Highlight::end).reversed()));
        List<Highlight> separate = new ArrayList<>();
        int end = 0;
        for (Highlight mark : marks) {
            if (mark.start() >= end) {
                separate.add(mark);
                end = mark.end();
            }
        }
        return separate;
    }

    private void collect(AnalyzedQuery query) {
        if (query instanceof AnalyzedQuery.Phrase run
                && (run.fields().contains(field) || run.fields().contains(IndexFields.LINES))) {
            if (run.terms().get(0).term().indexOf('@') >= 0) {
                address(run);
            } else {
                run(run);
            }
        } else if (query instanceof AnalyzedQuery.And and) {
            and.parts().forEach(this::collect);
        } else if (query instanceof AnalyzedQuery.Or any) {
            any.parts().forEach(this::collect);
        }
    }

    private void address(AnalyzedQuery.Phrase run) {
        String term = run.terms().get(0).term();
        for (MailAddress address : addresses) {
            String whole = address.whole(text);
            boolean found =
                    term.charAt(0) == '@' ? domain(whole, term, run.beginning()) : is(whole, term, run.beginning());
            if (found) {
                marks.add(new Highlight(address.start(), address.end()));
            }
        }
    }

    private static boolean domain(String address, String term, boolean beginning) {
        int at = address.indexOf('@');
        while (at >= 0) {
            if (is('@' + address.substring(at + 1), term, beginning)) {
                return true;
            }
            at = address.indexOf('.', at + 1);
        }
        return false;
    }

    private static boolean is(String found, String term, boolean beginning) {
        return beginning ? found.startsWith(term) : found.equals(term);
    }

    private void run(AnalyzedQuery.Phrase run) {
        PhraseTerm first = run.terms().get(0);
        for (int from : starts(first, run.beginning() && run.terms().size() == 1)) {
            int end = end(run, from);
            if (end > 0) {
                marks.add(new Highlight(tokens.get(from).start(), end));
            }
        }
    }

    private Iterable<Integer> starts(PhraseTerm first, boolean beginning) {
        if (!beginning && places.containsKey(first.term())) {
            return places.get(first.term());
        }
        List<Integer> starts = new ArrayList<>();
        for (int i = 0; i < tokens.size(); i++) {
            if (is(i, first.term(), beginning) >= 0) {
                starts.add(i);
            }
        }
        return starts;
    }

    /** Returns the end of a phrase that starts at token {@code from}; -1 if it does not match there. */
    private int end(AnalyzedQuery.Phrase run, int from) {
        int end = -1;
        for (PhraseTerm step : run.terms()) {
            end = is(from + step.at(), step.term(), run.beginning() && step.equals(run.last()));
            if (end < 0) {
                return -1;
            }
        }
        return end;
    }

    /** Returns the end of the term that starts at token {@code i}; -1 if it does not match there. */
    private int is(int i, String term, boolean beginning) {
        if (i >= tokens.size()) {
            return -1;
        }
        Token token = tokens.get(i);
        if (beginning ? token.term().startsWith(term) : token.term().equals(term)) {
            return token.end();
        }
        if (i + 1 < tokens.size() && term.startsWith(token.term())) {
            Token next = tokens.get(i + 1);
            boolean pair = (token.isIdeographic() && next.isIdeographic() && next.joined()) || next.kind() == Kind.TAIL;
            String both = pair ? Tokenizer.shortened(token.term() + next.term()) : "";
            if (pair && (beginning ? both.startsWith(term) : both.equals(term))) {
                return next.end();
            }
        }
        return -1;
    }
}
