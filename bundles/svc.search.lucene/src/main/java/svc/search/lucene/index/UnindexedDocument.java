package svc.search.lucene.index;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import svc.search.lucene.analysis.AnalyzedDocument;
import svc.search.lucene.query.AnalyzedQuery;

/** An object that is not indexed yet, in a form against which queries can be matched. */
public final class UnindexedDocument {

    private final long n;
    private final long order;
    private final Map<String, Map<String, List<Integer>>> places = new HashMap<>();
    private final Map<String, Set<String>> flags;

    public UnindexedDocument(AnalyzedDocument text) {
        this.n = text.n();
        this.order = text.order();
        this.flags = text.flags();
        text.places().forEach((field, terms) -> {
            Map<String, List<Integer>> found = places.computeIfAbsent(field, name -> new HashMap<>());
            for (int i = 0; i < terms.size(); i++) {
                found.computeIfAbsent(terms.term(i), term -> new ArrayList<>(1)).add(terms.position(i));
            }
        });
    }

    public long n() {
        return n;
    }

    public long order() {
        return order;
    }

    public boolean matches(AnalyzedQuery query) {
        if (query instanceof AnalyzedQuery.Phrase run) {
            return run.fields().stream().anyMatch(field -> matches(run, places.getOrDefault(field, Map.of())));
        } else if (query instanceof AnalyzedQuery.Term flag) {
            return flags.getOrDefault(flag.field(), Set.of()).contains(flag.term());
        } else if (query instanceof AnalyzedQuery.And and) {
            return and.parts().stream().allMatch(this::matches);
        } else if (query instanceof AnalyzedQuery.Or any) {
            return any.parts().stream().anyMatch(this::matches);
        } else if (query instanceof AnalyzedQuery.Not not) {
            return !matches(not.part());
        }
        return true;
    }

    private static boolean matches(AnalyzedQuery.Phrase run, Map<String, List<Integer>> terms) {
        AnalyzedQuery.PhraseTerm first = run.terms().get(0);
        if (run.terms().size() == 1) {
            return run.beginning() ? hasPrefix(terms, first.term()) : terms.containsKey(first.term());
        }
        for (int from : terms.getOrDefault(first.term(), List.of())) {
            if (follows(run, terms, from)) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasPrefix(Map<String, List<Integer>> terms, String beginning) {
        return terms.keySet().stream().anyMatch(term -> term.startsWith(beginning));
    }

    private static boolean follows(AnalyzedQuery.Phrase run, Map<String, List<Integer>> terms, int from) {
        int whole = run.beginning() ? run.terms().size() - 1 : run.terms().size();
        for (int i = 1; i < whole; i++) {
            AnalyzedQuery.PhraseTerm step = run.terms().get(i);
            if (!terms.getOrDefault(step.term(), List.of()).contains(from + step.at())) {
                return false;
            }
        }
        AnalyzedQuery.PhraseTerm last = run.last();
        return !run.beginning()
                || terms.entrySet().stream()
                        .anyMatch(term -> term.getKey().startsWith(last.term())
                                && term.getValue().contains(from + last.at()));
    }
}
