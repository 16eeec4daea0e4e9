package svc.cap.mail;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import svc.api.search.SearchAnswer;
import svc.api.search.SearchIndex;
import svc.api.store.Snapshot;

/** Asks the index of texts, once for each part of a filter that is nothing but texts. For one thread. */
final class IndexAnswers implements TextAnswers {

    private final SearchIndex index;
    private final Snapshot snapshot;
    private final Runnable pace;
    private final Map<Clause, SearchAnswer> answers = new HashMap<>();

    IndexAnswers(SearchIndex index, Snapshot snapshot, Runnable pace) {
        this.index = index;
        this.snapshot = snapshot;
        this.pace = pace;
    }

    private SearchAnswer answer(Clause.Text clause) {
        return answers.computeIfAbsent(clause, key -> TextConditions.find(index, snapshot, clause.filter(), pace));
    }

    @Override
    public Set<Long> among(Clause.Text clause, Set<Long> numbers) {
        long[] asked = numbers.stream().mapToLong(Long::longValue).toArray();
        Set<Long> found = new HashSet<>();
        Arrays.stream(answer(clause).among(asked)).forEach(found::add);
        return found;
    }

    @Override
    public int most(Clause.Text clause) {
        return answer(clause).most();
    }

    @Override
    public Walk walk(Clause.Text clause, boolean rising) {
        SearchAnswer.Walk walk = answer(clause).walk(rising);
        return new Walk() {
            @Override
            public List<Long> next(int most) {
                return Arrays.stream(walk.next(most)).boxed().toList();
            }

            @Override
            public void skip(Key place) {
                walk.skip(place.received(), place.n());
            }
        };
    }

    @Override
    public boolean whole(Clause clause) {
        if (clause instanceof Clause.Text text) {
            return answer(text).whole();
        } else if (clause instanceof Clause.And and) {
            return and.parts().stream().allMatch(this::whole);
        } else if (clause instanceof Clause.Or or) {
            return or.parts().stream().allMatch(this::whole);
        }
        return !(clause instanceof Clause.Not not) || whole(not.part());
    }
}
