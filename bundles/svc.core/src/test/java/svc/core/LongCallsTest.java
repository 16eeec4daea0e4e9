package svc.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.api.identity.Account;
import svc.api.jmap.StandardMethod;
import svc.api.jmap.query.Query;
import svc.api.jmap.query.QueryPlan;
import svc.api.jmap.type.PropertySelection;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.jmap.type.TypeSource;
import svc.api.store.Facets;
import svc.api.store.Snapshot;
import svc.core.engine.Bench;
import svc.testkit.Covers;

/** A request ends at its deadline, also during a call. The cost of a filter is bounded, and its results are exact. */
class LongCallsTest {

    @AutoClose
    private final Bench bench = new Bench();

    private final Account ada = bench.account("o", "ada");

    @BeforeEach
    void types() {
        bench.add(new Note.Notes());
        bench.add(new Note.Type());
    }

    private Map<String, @Nullable Object> call(String method, String arguments) {
        return bench.call(ada, Note.USING, method, "{\"accountId\":\"" + ada.id() + "\"," + arguments + "}");
    }

    private void notes(int count) {
        for (int from = 0; from < count; from += 500) {
            String create = IntStream.range(from, Math.min(count, from + 500))
                    .mapToObj(i -> "\"k" + i + "\":{\"title\":\"note " + i + "\"}")
                    .collect(Collectors.joining(","));
            assertThat(call("Note/set", "\"create\":{" + create + "}")).doesNotContainKey("notCreated.k0");
        }
    }

    @ParameterizedTest
    @CsvSource({"Note/query, ''", "Note/queryChanges, '\"sinceQueryState\":\"STATE\",'"})
    @Covers("RFC-06")
    void endsALongCallAtTheDeadline(String method, String arguments) {
        notes(3000);
        String filter = "\"filter\":{\"titleContains\":\"no such text\"}";
        String state = String.valueOf(call("Note/query", filter).get("queryState"));
        String whole = arguments.replace("STATE", state) + filter;
        assertThat(call(method, whole)).doesNotContainKey("type");
        bench.clock.hurry(Duration.ofSeconds(10));
        List<List<@Nullable Object>> responses = bench.calls(
                ada,
                Note.USING,
                "[\"" + method + "\",{\"accountId\":\"" + ada.id() + "\"," + whole
                        + "},\"a\"],[\"Core/echo\",{},\"b\"]");
        assertThat(Bench.object(responses.get(0).get(1))).containsEntry("type", "serverUnavailable");
        assertThat(Bench.object(responses.get(1).get(1))).containsEntry("type", "serverUnavailable");
        bench.clock.hurry(Duration.ZERO);
        assertThat(call(method, whole)).doesNotContainKey("type");
    }

    /**
     * Inside a snapshot the store shows the sign-ins at its start. A check of the caller there would pass and be
     * remembered, so the caller is checked again only after the query.
     */
    @Test
    void endsTheRequestAfterTheQueryDuringWhichTheSessionEnded() {
        bench.add(new Slow(() -> bench.people.sendAway(ada)));
        List<List<@Nullable Object>> responses = bench.calls(
                ada,
                Note.USING,
                "[\"Slow/query\",{\"accountId\":\"" + ada.id() + "\"},\"a\"],[\"Core/echo\",{},\"b\"]");
        assertThat(responses.stream().map(Bench::errorOf)).containsExactly("Slow/query null", "error forbidden");
    }

    /** A type whose query runs an action. */
    private record Slow(Runnable meanwhile) implements TypeSource {
        @Override
        public TypeDescriptor descriptor() {
            return new TypeDescriptor("Slow", Note.URN, 's', List.of(), EnumSet.of(StandardMethod.QUERY));
        }

        @Override
        public List<Long> numbers(Snapshot snapshot, long after, int max) {
            return List.of();
        }

        @Override
        public void read(
                Snapshot snapshot, Collection<Long> numbers, PropertySelection selection, ObjectSink objects) {}

        @Override
        public QueryPlan plan(Snapshot snapshot, Query query) {
            meanwhile.run();
            query.checkDeadline().run();
            return new QueryPlan() {
                @Override
                public long[] ids(int from, int limit) {
                    return new long[0];
                }

                @Override
                public int total() {
                    return 0;
                }

                @Override
                public OptionalInt position(long n) {
                    return OptionalInt.empty();
                }

                @Override
                public Map<String, Facets> dependencies() {
                    return Map.of();
                }
            };
        }
    }

    @Test
    void comparesLongTextsCompletely() {
        String same = "k".repeat(300);
        String first = created(same + "a");
        String second = created(same + "b");
        assertThat(found("\"titleBefore\":\"" + same + "b\"")).containsExactly(first);
        assertThat(found("\"titleFrom\":\"" + same + "b\"")).containsExactly(second);
        assertThat(found("\"titleFrom\":\"" + same + "a\"")).containsExactlyInAnyOrder(first, second);
    }

    private String created(String title) {
        Map<String, @Nullable Object> set = call("Note/set", "\"create\":{\"k\":{\"title\":\"" + title + "\"}}");
        return String.valueOf(
                Bench.object(Bench.object(set.get("created")).get("k")).get("id"));
    }

    private List<Object> found(String condition) {
        return List.copyOf((List<?>) Objects.requireNonNull(
                call("Note/query", "\"filter\":{" + condition + "}").get("ids")));
    }

    @Test
    @Covers({"LIM-03", "ERR-01"})
    void rejectsARequestWithTooManyValues() {
        String zeros = String.join(",", Collections.nCopies(250_001, "0"));
        assertThat(bench.send(
                        ada,
                        "{\"using\":[" + Note.USING + "],\"methodCalls\":[[\"Core/echo\",{\"x\":[" + zeros
                                + "]},\"c\"]]}"))
                .containsEntry("type", "urn:ietf:params:jmap:error:limit")
                .containsEntry("limit", "maxSizeRequest")
                .containsEntry("status", 400);
    }

    @ParameterizedTest
    @CsvSource({"k, true", "K-_9, true", "'', false", "bad id, false", "ä, false", "#k, false", "LONG, false"})
    @Covers("RFC-01")
    void acceptsACreationIdWhereverAnIdIsAllowed(String creationId, boolean fine) {
        String id = creationId.replace("LONG", "x".repeat(256));
        Map<String, @Nullable Object> answer =
                call("Note/set", "\"create\":{\"" + id + "\":{\"title\":\"t\"},\"good\":{\"title\":\"t\"}}");
        if (fine) {
            assertThat(Bench.object(answer.get("created"))).containsOnlyKeys(id, "good");
        } else {
            assertThat(answer).containsEntry("type", "invalidArguments");
            assertThat(call("Note/query", "\"calculateTotal\":true")).containsEntry("total", 0);
        }
    }
}
