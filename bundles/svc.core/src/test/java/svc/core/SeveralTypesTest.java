package svc.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import svc.api.engine.ScopeKey;
import svc.api.identity.Account;
import svc.api.jmap.StandardMethod;
import svc.api.jmap.query.Query;
import svc.api.jmap.query.QueryPlan;
import svc.api.jmap.type.PropertySelection;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.jmap.type.TypeSource;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.core.engine.Bench;
import svc.testkit.Covers;

/** The changes of a list sorted by objects of another type are never wrong. */
class SeveralTypesTest {

    private static final String CARD = "Card";
    private static final String MARK = "Mark";
    private static final Facets PLACE = Facets.of(0);
    private static final Facets COLOUR = Facets.of(1);

    @AutoClose
    private final Bench bench = new Bench();

    private final Account ada = bench.account("o", "ada");
    private final Scope scope = Scope.account(new ScopeKey(), ada.n());
    private final List<Long> cards = new ArrayList<>();
    private final List<Long> marks = new ArrayList<>();

    @Test
    @Covers("RFC-02")
    void queryChangesThatDependOnAnotherTypeAreExactOrCannotBeCalculated() {
        play(600);
    }

    @Test
    @Tag("soak")
    void queryChangesThatDependOnAnotherTypeAreExactForManyChanges() {
        play(2_000);
    }

    private void play(int steps) {
        bench.add(new Note.Notes());
        bench.add(new Cards());
        Random random = new Random(7);
        List<Object> list = new ArrayList<>();
        String state = state(list);
        int exact = 0;
        for (int i = 0; i < steps; i++) {
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
        assertThat(exact).isGreaterThan(steps / 4);
    }

    private String state(List<Object> into) {
        Map<String, @Nullable Object> answer = call("Card/query", "");
        into.addAll((List<?>) Objects.requireNonNull(answer.get("ids")));
        return String.valueOf(answer.get("queryState"));
    }

    private Map<String, @Nullable Object> call(String method, String more) {
        return bench.call(ada, Note.USING, method, "{\"accountId\":\"" + ada.id() + "\"" + more + "}");
    }

    /** Makes a random change. Returns whether a change of another type moved a result. */
    private boolean change(Random dice) {
        int die = dice.nextInt(6);
        long seed = dice.nextLong();
        List<Long> cardsBefore = List.copyOf(cards);
        List<Long> marksBefore = List.copyOf(marks);
        return bench.store.write(scope, tx -> {
            Random random = new Random(seed);
            cards.clear();
            cards.addAll(cardsBefore);
            marks.clear();
            marks.addAll(marksBefore);
            if (die < 2 || cards.isEmpty()) {
                long n = tx.logCreated(CARD, Facets.ALL);
                tx.put(CARD, n, new byte[0]);
                cards.add(n);
                return false;
            }
            if (die == 2) {
                long n = cards.remove(random.nextInt(cards.size()));
                tx.logDestroyed(CARD, n);
                tx.remove(CARD, List.of(n));
                return false;
            }
            if (die == 3 && !marks.isEmpty()) {
                tx.logUpdated(MARK, marks.get(random.nextInt(marks.size())), COLOUR);
                return false;
            }
            if (die == 4 && !marks.isEmpty()) {
                long n = marks.remove(random.nextInt(marks.size()));
                tx.logDestroyed(MARK, n);
                tx.remove(MARK, List.of(n));
                return true;
            }
            boolean fresh = marks.isEmpty() || random.nextBoolean();
            long n = fresh ? tx.logCreated(MARK, Facets.ALL) : marks.get(random.nextInt(marks.size()));
            if (fresh) {
                marks.add(n);
            } else {
                tx.logUpdated(MARK, n, PLACE);
            }
            tx.put(
                    MARK,
                    n,
                    Long.toString(cards.get(random.nextInt(cards.size()))).getBytes(StandardCharsets.UTF_8));
            return true;
        });
    }

    /** A type of cards. The cards with the most marks come first. */
    private static final class Cards implements TypeSource {
        @Override
        public TypeDescriptor descriptor() {
            return new TypeDescriptor(
                    CARD,
                    Note.URN,
                    'c',
                    List.of(),
                    EnumSet.of(StandardMethod.GET, StandardMethod.QUERY, StandardMethod.QUERY_CHANGES));
        }

        @Override
        public List<Long> numbers(Snapshot snapshot, long after, int max) {
            return snapshot.scan(CARD, after, max).stream()
                    .map(Snapshot.Body::n)
                    .toList();
        }

        @Override
        public void read(Snapshot snapshot, Collection<Long> numbers, PropertySelection selection, ObjectSink objects) {
            throw new UnsupportedOperationException();
        }

        @Override
        public QueryPlan plan(Snapshot snapshot, Query query) {
            List<Long> marked = snapshot.scan(MARK, 0, Integer.MAX_VALUE).stream()
                    .map(body -> Long.parseLong(new String(body.bytes(), StandardCharsets.UTF_8)))
                    .toList();
            List<Long> order = numbers(snapshot, 0, Integer.MAX_VALUE).stream()
                    .sorted(Comparator.comparing((Long n) ->
                                    -marked.stream().filter(n::equals).count())
                            .thenComparing(n -> n))
                    .toList();
            return new ByMarks(order);
        }
    }

    /** The plan: the cards in order. */
    private record ByMarks(List<Long> order) implements ListedPlan {
        @Override
        public Map<String, Facets> dependencies() {
            return Map.of(CARD, Facets.ALL, MARK, PLACE);
        }
    }
}
