package svc.search.lucene;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An object that the index does not hold yet, ready to be compared with queries. */
final class FreshText {

    private final long n;
    private final long order;
    private final Map<String, Map<String, List<Integer>>> places = new HashMap<>();
    private final Map<String, Set<String>> flags;

    FreshText(TextTerms text) {
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

    long n() {
        return n;
    }

    long order() {
        return order;
    }

    boolean matches(Wanted wanted) {
        if (wanted instanceof Wanted.Run run) {
            return run.fields().stream().anyMatch(field -> matches(run, places.getOrDefault(field, Map.of())));
        } else if (wanted instanceof Wanted.Flag flag) {
            return flags.getOrDefault(flag.field(), Set.of()).contains(flag.term());
        } else if (wanted instanceof Wanted.Every every) {
            return every.parts().stream().allMatch(this::matches);
        } else if (wanted instanceof Wanted.Any any) {
            return any.parts().stream().anyMatch(this::matches);
        } else if (wanted instanceof Wanted.None none) {
            return !matches(none.part());
        }
        return true;
    }

    private static boolean matches(Wanted.Run run, Map<String, List<Integer>> terms) {
        Wanted.Step first = run.terms().get(0);
        if (run.terms().size() == 1) {
            return run.beginning() ? begun(terms, first.term()) : terms.containsKey(first.term());
        }
        for (int from : terms.getOrDefault(first.term(), List.of())) {
            if (follows(run, terms, from)) {
                return true;
            }
        }
        return false;
    }

    private static boolean begun(Map<String, List<Integer>> terms, String beginning) {
        return terms.keySet().stream().anyMatch(term -> term.startsWith(beginning));
    }

    private static boolean follows(Wanted.Run run, Map<String, List<Integer>> terms, int from) {
        int whole = run.beginning() ? run.terms().size() - 1 : run.terms().size();
        for (int i = 1; i < whole; i++) {
            Wanted.Step step = run.terms().get(i);
            if (!terms.getOrDefault(step.term(), List.of()).contains(from + step.at())) {
                return false;
            }
        }
        Wanted.Step last = run.last();
        return !run.beginning()
                || terms.entrySet().stream()
                        .anyMatch(term -> term.getKey().startsWith(last.term())
                                && term.getValue().contains(from + last.at()));
    }
}
