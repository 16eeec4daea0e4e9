package svc.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import svc.api.identity.Account;
import svc.api.store.ObjectId;
import svc.core.engine.Bench;
import svc.testkit.Covers;

/**
 * A client that only applies Foo/queryChanges has the same list as Foo/query returns, after any sequence of changes.
 */
class QueryChangesModelTest {

    private static final List<String> FILTERS = List.of(
            "null",
            "{\"pinned\":true}",
            "{\"rankFrom\":2,\"rankBefore\":6}",
            "{\"operator\":\"OR\",\"conditions\":[{\"titleContains\":\"b\"},{\"tagsHas\":\"x\"}]}",
            "{\"operator\":\"NOT\",\"conditions\":[{\"rank\":3},{\"kind\":\"rich\"}]}",
            "{\"kind\":\"rich\"}");
    private static final List<String> SORTS = List.of(
            "null",
            "[{\"property\":\"title\"}]",
            "[{\"property\":\"rank\",\"isAscending\":false},{\"property\":\"title\",\"collation\":\"i;ascii-casemap\"}]",
            "[{\"property\":\"pinned\"}]",
            "[{\"property\":\"kind\"}]");

    /** The queries that depend on immutable properties only. */
    private static final Set<String> FIXED = Set.of("null", "{\"kind\":\"rich\"}", "[{\"property\":\"kind\"}]");

    @Test
    @Covers("RFC-02")
    void appliedChangesEqualTheQueryResult() {
        run(400);
    }

    @Test
    @Tag("soak")
    @Covers("RFC-02")
    void appliedChangesEqualTheQueryResultForHours() {
        run(100_000);
    }

    private static void run(int sequences) {
        for (int seed = 0; seed < sequences; seed += 100) {
            try (Bench bench = new Bench()) {
                Client client = new Client(bench, new Random(seed), seed);
                for (int i = 0; i < 100; i++) {
                    client.step();
                }
            }
        }
    }

    /** A client with one query. */
    private static final class Client {
        private final Bench bench;
        private final Account account;
        private final Random random;
        private final String query;
        private final String told;
        private final boolean fixed;
        private final List<String> alive = new ArrayList<>();
        private List<Object> list = new ArrayList<>();
        private String state = "";

        Client(Bench bench, Random random, int seed) {
            this.bench = bench;
            this.account = bench.account("o", "ada");
            this.random = random;
            bench.add(new Note.Notes());
            bench.add(new Note.Type());
            String filter = FILTERS.get(random.nextInt(FILTERS.size()));
            String sort = SORTS.get(random.nextInt(SORTS.size()));
            fixed = FIXED.contains(filter) && FIXED.contains(sort);
            query = "\"filter\":" + filter + ",\"sort\":" + sort;
            told = "seed " + seed + ", " + query;
            list.addAll(look());
        }

        private Map<String, @Nullable Object> call(String method, String arguments) {
            return bench.call(
                    account, Note.USING, method, "{\"accountId\":\"" + account.id() + "\"," + arguments + "}");
        }

        private List<?> look() {
            Map<String, @Nullable Object> answer = call("Note/query", query);
            state = String.valueOf(answer.get("queryState"));
            return (List<?>) Objects.requireNonNull(answer.get("ids"), told);
        }

        void step() {
            for (int i = random.nextInt(4); i >= 0; i--) {
                change();
            }
            String since = ",\"sinceQueryState\":\"" + state + "\"";
            List<Object> before = List.copyOf(list);
            Map<String, @Nullable Object> changes =
                    call("Note/queryChanges", query + ",\"calculateTotal\":true" + since);
            List<Object> removed = new ArrayList<>((List<?>) Objects.requireNonNull(changes.get("removed"), told));
            list.removeAll(removed);
            for (Object added : (List<?>) Objects.requireNonNull(changes.get("added"), told)) {
                Map<String, @Nullable Object> place = Bench.object(added);
                list.add((Integer) Objects.requireNonNull(place.get("index")), Objects.requireNonNull(place.get("id")));
            }
            assertThat(list).as(told).isEqualTo(look());
            assertThat(changes.get("newQueryState")).as(told).isEqualTo(state);
            assertThat(changes.get("total")).as(told).isEqualTo(list.size());
            if (!before.isEmpty()) {
                upTo(before.subList(0, 1 + random.nextInt(before.size())), since);
            }
        }

        /** Checks that a client that knows only the beginning of the list has it right up to its last object. */
        private void upTo(List<Object> known, String since) {
            Object last = known.get(known.size() - 1);
            Map<String, @Nullable Object> changes =
                    call("Note/queryChanges", query + since + ",\"upToId\":\"" + last + "\"");
            List<?> removed = (List<?>) Objects.requireNonNull(changes.get("removed"), told);
            List<@Nullable Object> sparse = new ArrayList<>(known);
            sparse.removeAll(removed);
            long mustKnow = sparse.isEmpty() ? 0 : list.indexOf(sparse.get(sparse.size() - 1)) + 1L;
            boolean trims = fixed && list.contains(last);
            for (Object added : (List<?>) Objects.requireNonNull(changes.get("added"), told)) {
                Map<String, @Nullable Object> place = Bench.object(added);
                int index = (Integer) Objects.requireNonNull(place.get("index"));
                assertThat(trims && index > list.indexOf(last)).as(told).isFalse();
                while (sparse.size() < index) {
                    sparse.add(null);
                }
                sparse.add(index, place.get("id"));
            }
            for (int i = 0; i < Math.max(mustKnow, sparse.size()); i++) {
                Object id = sparse.get(i);
                assertThat(id == null ? i >= mustKnow : id.equals(list.get(i)))
                        .as("%s, place %d of %s, really %s", told, i, sparse, list)
                        .isTrue();
            }
            if (trims && query.contains("\"sort\":null")) {
                assertThat(removed).as(told).noneMatch(id -> number(id) > number(last));
            }
        }

        private static long number(Object id) {
            return ObjectId.parse('n', id.toString()).orElseThrow();
        }

        private void change() {
            int die = random.nextInt(10);
            if (alive.isEmpty() || die < 4) {
                Map<String, @Nullable Object> set = call("Note/set", "\"create\":{\"k\":" + properties(true) + "}");
                alive.add(String.valueOf(
                        Bench.object(Bench.object(set.get("created")).get("k")).get("id")));
            } else if (die < 8) {
                call("Note/set", "\"update\":{\"" + any() + "\":" + properties(false) + "}");
            } else {
                String id = any();
                Map<String, @Nullable Object> set = call("Note/set", "\"destroy\":[\"" + id + "\"]");
                if (set.get("destroyed") != null) {
                    alive.remove(id);
                }
            }
        }

        private String any() {
            return alive.get(random.nextInt(alive.size()));
        }

        private String properties(boolean create) {
            String fixed = create ? ",\"kind\":\"" + (random.nextBoolean() ? "rich" : "plain") + "\"" : "";
            return "{\"title\":\"" + (char) ('a' + random.nextInt(4)) + (random.nextBoolean() ? "B" : "c")
                    + "\",\"rank\":"
                    + random.nextInt(8) + ",\"pinned\":" + (random.nextInt(4) == 0) + ",\"tags\":["
                    + (random.nextBoolean() ? "\"x\"" : "") + "]" + fixed + "}";
        }
    }
}
