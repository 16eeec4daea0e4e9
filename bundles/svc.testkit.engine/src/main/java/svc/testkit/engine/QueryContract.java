package svc.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static svc.api.jmap.StandardMethod.GET;
import static svc.api.jmap.StandardMethod.QUERY;
import static svc.api.jmap.StandardMethod.QUERY_CHANGES;
import static svc.api.jmap.StandardMethod.SET;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import svc.testkit.engine.generated.PlainValues;
import svc.testkit.engine.generated.TypeTraits.Property;

/** Tests of {@code /query} and {@code /queryChanges} for every type (RFC 8620 §5.5 and §5.6). */
public interface QueryContract extends Contract {

    /** Without a filter, all objects are found, page by page, from the start or from the end. */
    @Test
    default void queryPagesCoverAllObjects() {
        ContractFixture fixture = ContractFixture.of(this, GET, SET, QUERY);
        fixture.createGood();
        fixture.createGood();
        Response query = fixture.done(QUERY, ContractFixture.one("filter", null));
        List<String> ids = query.texts("ids");
        assertThat(ids).containsExactlyInAnyOrderElementsOf(fixture.all().keySet());
        assertThat(query.arguments()).containsEntry("position", 0).doesNotContainKey("total");
        assertThat(query.text("queryState")).isNotEmpty();
        int last = ids.size() - 1;
        page(fixture, Map.of("position", 1, "limit", 1), ids.subList(1, 2), 1);
        page(fixture, Map.of("position", -1), ids.subList(last, last + 1), last);
        page(fixture, Map.of("position", -1000, "limit", 1), ids.subList(0, 1), 0);
        page(fixture, Map.of("position", -ids.size()), ids, 0);
        page(fixture, Map.of("position", ids.size()), List.of(), ids.size());
        page(fixture, Map.of("position", 1000), List.of(), 1000);
        page(fixture, Map.of("limit", 0), List.of(), 0);
        page(fixture, Map.of("anchor", ids.get(1), "limit", 1), ids.subList(1, 2), 1);
        page(fixture, Map.of("anchor", ids.get(1), "anchorOffset", -1, "limit", 2), ids.subList(0, 2), 0);
        page(fixture, Map.of("anchor", ids.get(1), "anchorOffset", -1000), ids, 0);
        fixture.assertError(QUERY, Map.of("anchor", fixture.unknownId()), "anchorNotFound");
    }

    private static void page(ContractFixture fixture, Map<String, ?> arguments, List<String> ids, int position) {
        Response query = fixture.done(QUERY, PlainValues.with(arguments, "calculateTotal", true));
        assertThat(query.texts("ids")).as("%s", arguments).isEqualTo(ids);
        assertThat(query.arguments()).as("%s", arguments).containsEntry("position", position);
        assertThat(query.arguments())
                .as("%s", arguments)
                .containsEntry("total", fixture.all().size());
    }

    /** Filters match the objects that the examples name, alone and combined by operators. */
    @Test
    default void filtersFindMatchingObjects() {
        ContractFixture fixture = ContractFixture.of(this, SET, QUERY);
        List<String> ids = fixture.createGood();
        fixture.subject().filters().forEach((filter, indexes) -> {
            List<String> found = indexes.stream().map(ids::get).toList();
            List<String> rest = new ArrayList<>(ids);
            rest.removeAll(found);
            finds(fixture, filter, found);
            finds(fixture, Map.of("operator", "NOT", "conditions", List.of(filter)), rest);
            finds(fixture, Map.of("operator", "AND", "conditions", List.of(filter, filter)), found);
            Map<String, ?> not = Map.of("operator", "NOT", "conditions", List.of(filter));
            finds(fixture, Map.of("operator", "OR", "conditions", List.of(filter, not)), ids);
            finds(fixture, Map.of("operator", "AND", "conditions", List.of(filter, not)), List.of());
        });
    }

    private static void finds(
            ContractFixture fixture, Map<String, ? extends @Nullable Object> filter, List<String> ids) {
        assertThat(fixture.done(QUERY, Map.of("filter", filter)).texts("ids"))
                .as("%s", filter)
                .containsExactlyInAnyOrderElementsOf(ids);
    }

    /** An unsupported filter or sort is rejected. */
    @Test
    default void rejectsUnknownFiltersAndSorts() {
        ContractFixture fixture = ContractFixture.of(this, QUERY);
        fixture.assertError(QUERY, Map.of("filter", Map.of("noSuchCondition", 1)), "unsupportedFilter");
        fixture.assertError(
                QUERY,
                Map.of("filter", Map.of("operator", "OR", "conditions", List.of(Map.of("noSuchCondition", 1)))),
                "unsupportedFilter");
        fixture.assertError(
                QUERY, Map.of("filter", Map.of("operator", "XOR", "conditions", List.of())), "invalidArguments");
        fixture.assertError(QUERY, Map.of("sort", List.of(Map.of("property", "noSuchProperty"))), "unsupportedSort");
        fixture.assertError(QUERY, Map.of("sort", List.of(Map.of("isAscending", true))), "invalidArguments");
        fixture.assertError(QUERY, Map.of("position", "1"), "invalidArguments");
        fixture.assertError(QUERY, Map.of("limit", -1), "invalidArguments");
        fixture.assertError(QUERY, Map.of("noSuchArgument", 1), "invalidArguments");
    }

    /** Sorting by every sortable property returns all objects, and a descending sort reverses the order. */
    @Test
    default void everySortWorksInBothDirections() {
        ContractFixture fixture = ContractFixture.of(this, GET, SET, QUERY);
        List<String> ids = fixture.createGood();
        List<String> names = fixture.traits().names(Property::sortable);
        assumeTrue(!names.isEmpty(), "nothing can be sorted by");
        for (String name : names) {
            List<@Nullable Object> up = values(fixture, name, sorted(fixture, name, true));
            List<@Nullable Object> down = values(fixture, name, sorted(fixture, name, false));
            assertThat(sorted(fixture, name, true)).as(name).containsExactlyInAnyOrderElementsOf(ids);
            java.util.Collections.reverse(down);
            assertThat(down).as(name).isEqualTo(up);
        }
    }

    private static List<String> sorted(ContractFixture fixture, String name, boolean ascending) {
        return fixture.call(QUERY, Map.of("sort", List.of(Map.of("property", name, "isAscending", ascending))))
                .done()
                .texts("ids");
    }

    private static List<@Nullable Object> values(ContractFixture fixture, String name, List<String> ids) {
        List<@Nullable Object> values = new ArrayList<>();
        ids.forEach(id -> values.add(fixture.get(id).get(name)));
        return values;
    }

    /** The changes of a query lead from the old list to the new one, or the server cannot calculate them. */
    @Test
    default void queryChangesTransformTheOldListIntoTheNew() {
        ContractFixture fixture = ContractFixture.of(this, GET, SET, QUERY, QUERY_CHANGES);
        List<Map<String, ? extends @Nullable Object>> queries = new ArrayList<>();
        queries.add(Map.of());
        fixture.subject().filters().keySet().forEach(filter -> queries.add(Map.of("filter", filter)));
        fixture.traits()
                .names(Property::sortable)
                .forEach(name -> queries.add(Map.of("sort", List.of(Map.of("property", name)))));
        List<String> ids = new ArrayList<>(fixture.createGood());
        ids.add(fixture.createOne());
        Map<Map<String, ? extends @Nullable Object>, Response> before = new LinkedHashMap<>();
        queries.forEach(query -> before.put(query, fixture.done(QUERY, query)));
        fixture.createGood();
        fixture.subject().changes().stream()
                .findFirst()
                .ifPresent(patch -> fixture.set("update", Map.of(ids.get(0), patch)));
        fixture.set("destroy", List.of(ids.get(ids.size() - 1)));
        before.forEach((query, old) -> {
            Response changes =
                    fixture.call(QUERY_CHANGES, PlainValues.with(query, "sinceQueryState", old.text("queryState")));
            if (Boolean.TRUE.equals(old.arguments().get("canCalculateChanges"))) {
                Response now = fixture.done(QUERY, query);
                assertThat(applied(old.texts("ids"), changes.done()))
                        .as("%s", query)
                        .isEqualTo(now.texts("ids"));
                assertThat(changes.text("newQueryState")).isEqualTo(now.text("queryState"));
            } else {
                assertThat(changes.error()).as("%s", query).isEqualTo("cannotCalculateChanges");
            }
        });
        fixture.assertError(QUERY_CHANGES, Map.of("sinceQueryState", "no state"), "cannotCalculateChanges");
    }

    private static List<String> applied(List<String> old, Response changes) {
        List<String> ids = new ArrayList<>(old);
        ids.removeAll(changes.texts("removed"));
        for (Object added : changes.list("added")) {
            Map<String, @Nullable Object> place = PlainValues.object(added);
            ids.add((Integer) java.util.Objects.requireNonNull(place.get("index")), PlainValues.text(place.get("id")));
        }
        return ids;
    }
}
