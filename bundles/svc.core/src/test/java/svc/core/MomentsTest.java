package svc.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import svc.api.identity.Account;
import svc.api.jmap.Filterable;
import svc.api.jmap.Filterable.By;
import svc.api.jmap.Immutable;
import svc.api.jmap.ObjectType;
import svc.testkit.Covers;

/** A moment has one form (RFC 8620 §1.4), and moments sort by time and not by their texts. */
class MomentsTest {

    private final Bench bench = new Bench();
    private final Account ada = bench.account("o1", "ada");

    /** Something that happened. */
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
        public Class<Event> shape() {
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
    void whatIsSentInAnotherFormIsKeptAndToldInTheOne() {
        Map<String, @Nullable Object> created = created("2026-01-01T02:00:00.000+02:00");
        assertThat(created).containsEntry("at", "2026-01-01T00:00:00Z").doesNotContainKey("seen");
        String update = "\"update\":{\"" + created.get("id")
                + "\":{\"at\":\"2026-01-02T00:00:00.500Z\",\"seen\":\"2026-01-01T00:00:00.000Z\"}}";
        Map<String, @Nullable Object> updated =
                Bench.object(call("Event/set", update).get("updated"));
        assertThat(Bench.object(updated.get(String.valueOf(created.get("id")))))
                .containsEntry("seen", "2026-01-01T00:00:00Z");
        assertThat(Bench.first(call("Event/get", "\"ids\":null").get("list")))
                .containsEntry("at", "2026-01-02T00:00:00.500Z");
    }

    @Test
    @Covers("RFC-02")
    void theEarlierComesFirst() {
        Object half = created("2026-01-01T00:00:00.5Z").get("id");
        Object whole = created("2026-01-01T00:00:00Z").get("id");
        Object before = created("1969-12-31T23:59:59Z").get("id");
        Object late = created("+12026-01-01T00:00:00Z").get("id");
        String sort = "\"sort\":[{\"property\":\"at\"}]";
        String otherwise = "\"filter\":{\"atFrom\":\"1900-01-01T00:00:00Z\"}," + sort;
        for (String query : List.of(sort, otherwise)) {
            assertThat(call("Event/query", query)).containsEntry("ids", List.of(before, whole, half, late));
        }
        assertThat(call("Event/query", "\"filter\":{\"atBefore\":\"2026-01-01T00:00:00.250Z\"}," + sort))
                .containsEntry("ids", List.of(before, whole));
        assertThat(call("Event/query", "\"filter\":{\"at\":\"2026-01-01T01:00:00.000+01:00\"}"))
                .containsEntry("ids", List.of(whole));
        assertThat(call("Event/query", "\"filter\":{\"at\":\"yesterday\"}")).containsEntry("type", "invalidArguments");
    }
}
