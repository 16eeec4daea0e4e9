package svc.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import svc.api.engine.ScopeKey;
import svc.api.identity.Account;
import svc.api.jmap.Query;
import svc.api.jmap.QueryPlan;
import svc.api.jmap.Selection;
import svc.api.jmap.Shape;
import svc.api.jmap.TypeSource;
import svc.api.jmap.Verb;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.testkit.Covers;

/** A list whose order lies in the objects of another type is never told wrong. */
class SeveralTypesTest {

    private static final String CARD = "Card";
    private static final String MARK = "Mark";
    private static final Facets PLACE = Facets.of(0);
    private static final Facets COLOUR = Facets.of(1);

    private final Bench bench = new Bench();
    private final Account ada = bench.account("o", "ada");
    private final Scope scope = Scope.account(new ScopeKey(), ada.n());
    private final List<Long> cards = new ArrayList<>();
    private final List<Long> marks = new ArrayList<>();

    @Test
    @Covers("RFC-02")
    void whatHangsOnAnotherTypeIsToldExactlyOrNotAtAll() {
        bench.add(new Note.Notes());
        bench.add(new Cards());
        Random random = new Random(7);
        List<Object> list = new ArrayList<>();
        String state = state(list);
        int exact = 0;
        for (int i = 0; i < 2_000; i++) {
            boolean moved = change(random);
            Map<String, @Nullable Object> changes = call("Card/queryChanges", ",\"sinceQueryState\":\"" + state + "\"");
            List<Object> truth = new ArrayList<>();
            String now = state(truth);
            if (moved) {
                assertThat(changes).containsEntry("type", "cannotCalculateChanges");
                assertThat(now).isNotEqualTo(state);
            } else {
                exact++;
                list.removeAll((List<?>) Objects.requireNonNull(changes.get("removed")));
                for (Object added : (List<?>) Objects.requireNonNull(changes.get("added"))) {
                    Map<String, @Nullable Object> place = Bench.object(added);
                    list.add(
                            (Integer) Objects.requireNonNull(place.get("index")),
                            Objects.requireNonNull(place.get("id")));
                }
                assertThat(list).isEqualTo(truth);
                assertThat(changes).containsEntry("newQueryState", now);
            }
            list = truth;
            state = now;
        }
        assertThat(exact).isGreaterThan(500);
    }

    private String state(List<Object> into) {
        Map<String, @Nullable Object> answer = call("Card/query", "");
        into.addAll((List<?>) Objects.requireNonNull(answer.get("ids")));
        return String.valueOf(answer.get("queryState"));
    }

    private Map<String, @Nullable Object> call(String method, String more) {
        return bench.call(ada, Note.USING, method, "{\"accountId\":\"" + ada.id() + "\"" + more + "}");
    }

    /** Does something; whether it moved a place from outside. */
    private boolean change(Random random) {
        int die = random.nextInt(6);
        return bench.store.write(scope, tx -> {
            if (die < 2 || cards.isEmpty()) {
                long n = tx.created(CARD, Facets.ALL);
                tx.put(CARD, n, new byte[0]);
                cards.add(n);
                return false;
            }
            if (die == 2) {
                long n = cards.remove(random.nextInt(cards.size()));
                tx.destroyed(CARD, n);
                tx.remove(CARD, List.of(n));
                return false;
            }
            if (die == 3 && !marks.isEmpty()) {
                tx.updated(MARK, marks.get(random.nextInt(marks.size())), COLOUR);
                return false;
            }
            if (die == 4 && !marks.isEmpty()) {
                long n = marks.remove(random.nextInt(marks.size()));
                tx.destroyed(MARK, n);
                tx.remove(MARK, List.of(n));
                return true;
            }
            boolean fresh = marks.isEmpty() || random.nextBoolean();
            long n = fresh ? tx.created(MARK, Facets.ALL) : marks.get(random.nextInt(marks.size()));
            if (fresh) {
                marks.add(n);
            } else {
                tx.updated(MARK, n, PLACE);
            }
            tx.put(
                    MARK,
                    n,
                    Long.toString(cards.get(random.nextInt(cards.size()))).getBytes(StandardCharsets.UTF_8));
            return true;
        });
    }

    /** Cards; those that are marked most come first. */
    private static final class Cards implements TypeSource {
        @Override
        public Shape shape() {
            return new Shape(CARD, Note.URN, 'c', List.of(), EnumSet.of(Verb.GET, Verb.QUERY, Verb.QUERY_CHANGES));
        }

        @Override
        public List<Long> all(Snapshot snapshot, int max) {
            return Arrays.stream(snapshot.numbers(CARD, 0, max)).boxed().toList();
        }

        @Override
        public void read(Snapshot snapshot, Collection<Long> numbers, Selection selection, ObjectSink objects) {
            throw new UnsupportedOperationException();
        }

        @Override
        public QueryPlan plan(Snapshot snapshot, Query query) {
            List<Long> marked = snapshot.scan(MARK, 0, Integer.MAX_VALUE).stream()
                    .map(body -> Long.parseLong(new String(body.bytes(), StandardCharsets.UTF_8)))
                    .toList();
            List<Long> order = all(snapshot, Integer.MAX_VALUE).stream()
                    .sorted(Comparator.comparing((Long n) ->
                                    -marked.stream().filter(n::equals).count())
                            .thenComparing(n -> n))
                    .toList();
            return new ByMarks(order);
        }
    }

    /** The cards in their order. */
    private record ByMarks(List<Long> order) implements ListedPlan {
        @Override
        public Map<String, Facets> reads() {
            return Map.of(CARD, Facets.ALL, MARK, PLACE);
        }
    }
}
