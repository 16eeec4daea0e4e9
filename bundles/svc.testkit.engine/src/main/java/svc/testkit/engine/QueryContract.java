package svc.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import svc.api.jmap.Verb;

/** What {@code /query} and {@code /queryChanges} of every type do (RFC 8620 §5.5 and §5.6). */
public interface QueryContract extends Contract {

    /** Without a filter all objects are found, a page at a time, from the front or from the back. */
    @Test
    default void queryFindsAllAPageAtATime() {
        Trial trial = Trial.of(this, Verb.GET, Verb.SET, Verb.QUERY);
        trial.createGood();
        trial.createGood();
        Response query = trial.call(Verb.QUERY, Trial.one("filter", null)).done();
        List<String> ids = query.texts("ids");
        assertThat(ids)
                .containsExactlyInAnyOrderElementsOf(
                        trial.ada().all(trial.type()).keySet());
        assertThat(query.arguments()).containsEntry("position", 0).doesNotContainKey("total");
        assertThat(query.text("queryState")).isNotEmpty();
        int last = ids.size() - 1;
        page(trial, Map.of("position", 1, "limit", 1), ids.subList(1, 2), 1);
        page(trial, Map.of("position", -1), ids.subList(last, last + 1), last);
        page(trial, Map.of("position", -1000, "limit", 1), ids.subList(0, 1), 0);
        page(trial, Map.of("position", 1000), List.of(), 1000);
        page(trial, Map.of("limit", 0), List.of(), 0);
        page(trial, Map.of("anchor", ids.get(1), "limit", 1), ids.subList(1, 2), 1);
        page(trial, Map.of("anchor", ids.get(1), "anchorOffset", -1, "limit", 2), ids.subList(0, 2), 0);
        page(trial, Map.of("anchor", ids.get(1), "anchorOffset", -1000), ids, 0);
        assertThat(trial.call(Verb.QUERY, Map.of("anchor", trial.nobody())).error())
                .isEqualTo("anchorNotFound");
    }

    private static void page(Trial trial, Map<String, ?> arguments, List<String> ids, int position) {
        Response query = trial.call(Verb.QUERY, Plain.with(arguments, "calculateTotal", true))
                .done();
        assertThat(query.texts("ids")).as("%s", arguments).isEqualTo(ids);
        if (!ids.isEmpty()) {
            assertThat(query.arguments()).as("%s", arguments).containsEntry("position", position);
        }
        assertThat(query.arguments())
                .as("%s", arguments)
                .containsEntry("total", trial.ada().all(trial.type()).size());
    }

    /** Filters find what the examples say, alone and put together. */
    @Test
    default void filtersFindWhatTheyDescribe() {
        Trial trial = Trial.of(this, Verb.SET, Verb.QUERY);
        List<String> ids = trial.createGood();
        trial.subject().filters().forEach((filter, indexes) -> {
            List<String> found = indexes.stream().map(ids::get).toList();
            List<String> rest = new ArrayList<>(ids);
            rest.removeAll(found);
            finds(trial, filter, found);
            finds(trial, Map.of("operator", "NOT", "conditions", List.of(filter)), rest);
            finds(trial, Map.of("operator", "AND", "conditions", List.of(filter, filter)), found);
            Map<String, ?> not = Map.of("operator", "NOT", "conditions", List.of(filter));
            finds(trial, Map.of("operator", "OR", "conditions", List.of(filter, not)), ids);
            finds(trial, Map.of("operator", "AND", "conditions", List.of(filter, not)), List.of());
        });
    }

    private static void finds(Trial trial, Map<String, ? extends @Nullable Object> filter, List<String> ids) {
        assertThat(trial.call(Verb.QUERY, Map.of("filter", filter)).done().texts("ids"))
                .as("%s", filter)
                .containsExactlyInAnyOrderElementsOf(ids);
    }

    /** What a type cannot filter or sort by is refused. */
    @Test
    default void unknownFiltersAndSortsAreRefused() {
        Trial trial = Trial.of(this, Verb.QUERY);
        refuses(trial, Map.of("filter", Map.of("noSuchCondition", 1)), "unsupportedFilter");
        refuses(
                trial,
                Map.of("filter", Map.of("operator", "OR", "conditions", List.of(Map.of("noSuchCondition", 1)))),
                "unsupportedFilter");
        refuses(trial, Map.of("filter", Map.of("operator", "XOR", "conditions", List.of())), "invalidArguments");
        refuses(trial, Map.of("sort", List.of(Map.of("property", "noSuchProperty"))), "unsupportedSort");
        refuses(trial, Map.of("sort", List.of(Map.of("isAscending", true))), "invalidArguments");
        refuses(trial, Map.of("position", "1"), "invalidArguments");
        refuses(trial, Map.of("limit", -1), "invalidArguments");
        refuses(trial, Map.of("noSuchArgument", 1), "invalidArguments");
    }

    private static void refuses(Trial trial, Map<String, ?> arguments, String error) {
        assertThat(trial.call(Verb.QUERY, arguments).error())
                .as("%s", arguments)
                .isEqualTo(error);
    }

    /** By every property that can be sorted by: all objects, and the other way round the other way round. */
    @Test
    default void everySortKeepsAllAndTurnsRound() {
        Trial trial = Trial.of(this, Verb.GET, Verb.SET, Verb.QUERY);
        List<String> ids = trial.createGood();
        List<String> names = trial.traits().names(Traits.Property::sortable);
        assumeTrue(!names.isEmpty(), "nothing can be sorted by");
        for (String name : names) {
            List<@Nullable Object> up = values(trial, name, sorted(trial, name, true));
            List<@Nullable Object> down = values(trial, name, sorted(trial, name, false));
            assertThat(sorted(trial, name, true)).as(name).containsExactlyInAnyOrderElementsOf(ids);
            java.util.Collections.reverse(down);
            assertThat(down).as(name).isEqualTo(up);
        }
    }

    private static List<String> sorted(Trial trial, String name, boolean ascending) {
        return trial.call(Verb.QUERY, Map.of("sort", List.of(Map.of("property", name, "isAscending", ascending))))
                .done()
                .texts("ids");
    }

    private static List<@Nullable Object> values(Trial trial, String name, List<String> ids) {
        List<@Nullable Object> values = new ArrayList<>();
        ids.forEach(id -> values.add(trial.get(id).get(name)));
        return values;
    }

    /** The changes of a query lead from the old list to the new one; or the server says that it cannot tell. */
    @Test
    default void queryChangesLeadFromTheOldListToTheNew() {
        Trial trial = Trial.of(this, Verb.GET, Verb.SET, Verb.QUERY, Verb.QUERY_CHANGES);
        List<Map<String, ? extends @Nullable Object>> queries = new ArrayList<>();
        queries.add(Map.of());
        trial.subject().filters().keySet().forEach(filter -> queries.add(Map.of("filter", filter)));
        trial.traits()
                .names(Traits.Property::sortable)
                .forEach(name -> queries.add(Map.of("sort", List.of(Map.of("property", name)))));
        List<String> ids = new ArrayList<>(trial.createGood());
        ids.add(trial.createOne());
        Map<Map<String, ? extends @Nullable Object>, Response> before = new LinkedHashMap<>();
        queries.forEach(query -> before.put(query, trial.call(Verb.QUERY, query).done()));
        trial.createGood();
        trial.subject().changes().stream()
                .findFirst()
                .ifPresent(patch -> trial.set("update", Map.of(ids.get(0), patch)));
        trial.set("destroy", List.of(ids.get(ids.size() - 1)));
        before.forEach((query, old) -> {
            Response changes =
                    trial.call(Verb.QUERY_CHANGES, Plain.with(query, "sinceQueryState", old.text("queryState")));
            if (Boolean.TRUE.equals(old.arguments().get("canCalculateChanges"))) {
                Response now = trial.call(Verb.QUERY, query).done();
                assertThat(applied(old.texts("ids"), changes.done()))
                        .as("%s", query)
                        .isEqualTo(now.texts("ids"));
                assertThat(changes.text("newQueryState")).isEqualTo(now.text("queryState"));
            } else {
                assertThat(changes.error()).as("%s", query).isEqualTo("cannotCalculateChanges");
            }
        });
        assertThat(trial.call(Verb.QUERY_CHANGES, Map.of("sinceQueryState", "no state"))
                        .error())
                .isEqualTo("cannotCalculateChanges");
    }

    private static List<String> applied(List<String> old, Response changes) {
        List<String> ids = new ArrayList<>(old);
        ids.removeAll(changes.texts("removed"));
        for (Object added : changes.list("added")) {
            Map<String, @Nullable Object> place = Plain.object(added);
            ids.add((Integer) java.util.Objects.requireNonNull(place.get("index")), Plain.text(place.get("id")));
        }
        return ids;
    }
}
