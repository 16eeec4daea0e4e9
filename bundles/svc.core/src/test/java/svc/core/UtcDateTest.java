package svc.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import svc.api.identity.Account;
import svc.api.jmap.type.Filterable;
import svc.api.jmap.type.Filterable.By;
import svc.api.jmap.type.Immutable;
import svc.api.jmap.type.ObjectType;
import svc.core.engine.Bench;
import svc.testkit.Covers;

/** Instants have one form (RFC 8620 §1.4) and sort by time, not as strings. */
class UtcDateTest {

    @AutoClose
    private final Bench bench = new Bench();

    private final Account ada = bench.account("o1", "ada");

    /** An event with filterable times. */
    record Event(
            @Filterable({By.VALUE, By.RANGE}) Instant at,
            @Immutable Instant seen) {}

    private static final class Events implements ObjectType<Event> {
        @Override
        public String name() {
            return "Event";
        }

        @Override
        public String capability() {
            return Note.URN;
        }

        @Override
        public Class<Event> recordType() {
            return Event.class;
        }
    }

    @BeforeEach
    void events() {
        bench.add(new Note.Notes());
        bench.add(new Events());
    }

    private Map<String, @Nullable Object> call(String method, String arguments) {
        return bench.call(ada, Note.USING, method, "{\"accountId\":\"" + ada.id() + "\"," + arguments + "}");
    }

    private Map<String, @Nullable Object> created(String at) {
        Map<String, @Nullable Object> set =
                call("Event/set", "\"create\":{\"k\":{\"at\":\"" + at + "\",\"seen\":\"2026-01-01T00:00:00Z\"}}");
        return Bench.object(Bench.object(set.get("created")).get("k"));
    }

    @Test
    @Covers({"GET-01", "RFC-01"})
    void normalizesTheFormOfATime() {
        Map<String, @Nullable Object> created = created("2026-01-01T00:00:00.000Z");
        assertThat(created).containsEntry("at", "2026-01-01T00:00:00Z").doesNotContainKey("seen");
        String update = "\"update\":{\"" + created.get("id")
                + "\":{\"at\":\"2026-01-02T00:00:00.500Z\",\"seen\":\"2026-01-01T00:00:00.000Z\"}}";
        assertThat(Bench.object(call("Event/set", update).get("updated")))
                .as("the time seen is the same")
                .containsOnlyKeys(String.valueOf(created.get("id")));
        assertThat(Bench.first(call("Event/get", "\"ids\":null").get("list")))
                .containsEntry("at", "2026-01-02T00:00:00.500Z");
    }

    @Test
    @Covers({"GET-01", "RFC8620 §1.4"})
    void rejectsATimeThatIsNotAUtcDate() {
        String id = String.valueOf(created("2026-01-01T00:00:00Z").get("id"));
        for (String wrong : List.of(
                "2030-01-01T00:00:00+02:00",
                "2030-01-01t00:00:00Z",
                "2030-01-01T00:00:00z",
                "2030-01-01T24:00:00Z",
                "2030-02-30T00:00:00Z",
                "2030-01-01T00:00Z",
                "")) {
            Map<String, @Nullable Object> set = call(
                    "Event/set",
                    "\"create\":{\"k\":{\"at\":\"" + wrong + "\",\"seen\":\"2026-01-01T00:00:00Z\"}},\"update\":{\""
                            + id + "\":{\"at\":\"" + wrong + "\"}}");
            for (Object refused : List.of(
                    Bench.object(Bench.object(set.get("notCreated")).get("k")),
                    Bench.object(Bench.object(set.get("notUpdated")).get(id)))) {
                assertThat(Bench.object(refused))
                        .as(wrong)
                        .containsEntry("type", "invalidProperties")
                        .containsEntry("properties", List.of("at"));
            }
            assertThat(call("Event/query", "\"filter\":{\"at\":\"" + wrong + "\"}"))
                    .as(wrong)
                    .containsEntry("type", "invalidArguments");
        }
    }

    @Test
    @Covers("RFC-02")
    void sortsTimesAscending() {
        Object half = created("2026-01-01T00:00:00.5Z").get("id");
        Object whole = created("2026-01-01T00:00:00Z").get("id");
        Object before = created("1969-12-31T23:59:59Z").get("id");
        Object late = created("9999-12-31T23:59:59Z").get("id");
        String sort = "\"sort\":[{\"property\":\"at\"}]";
        String otherwise = "\"filter\":{\"atFrom\":\"1900-01-01T00:00:00Z\"}," + sort;
        for (String query : List.of(sort, otherwise)) {
            assertThat(call("Event/query", query)).containsEntry("ids", List.of(before, whole, half, late));
        }
        assertThat(call("Event/query", "\"filter\":{\"atBefore\":\"2026-01-01T00:00:00.250Z\"}," + sort))
                .containsEntry("ids", List.of(before, whole));
        assertThat(call("Event/query", "\"filter\":{\"at\":\"2026-01-01T00:00:00.000Z\"}"))
                .containsEntry("ids", List.of(whole));
        assertThat(call("Event/query", "\"filter\":{\"at\":\"yesterday\"}")).containsEntry("type", "invalidArguments");
    }
}
