package svc.core.records;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import svc.api.engine.ScopeKey;
import svc.api.identity.Account;
import svc.api.jmap.type.Default;
import svc.api.jmap.type.Filterable;
import svc.api.jmap.type.ObjectType;
import svc.api.store.KeyRange;
import svc.api.store.Scope;
import svc.core.Note;
import svc.core.engine.Bench;
import svc.testkit.Covers;

/** A new version of a type adds a sortable property. */
class IndexBuilderTest {

    /** The first version of the record. */
    record Old(String title) {}

    /** The new version of the record. */
    record New(
            @Filterable String title,
            @Filterable @Default("7") int rank) {}

    private record Leaf<T extends Record>(Class<T> recordType) implements ObjectType<T> {
        @Override
        public String name() {
            return "Leaf";
        }

        @Override
        public String capability() {
            return Note.URN;
        }
    }

    @AutoClose
    private final Bench bench = new Bench();

    private final Account ada = bench.account("o", "ada");

    @Test
    @Covers("RFC-02")
    void sortsObjectsOfAnOlderVersionAndIndexesThemInTheBackground() throws Exception {
        bench.add(new Note.Notes());
        Object first = bench.add(new Leaf<>(Old.class));
        String creates = IntStream.range(0, 400)
                .mapToObj(i -> "\"k" + i + "\":{\"title\":\"" + (i * 7919 % 400 + 1000) + "\"}")
                .collect(Collectors.joining(","));
        String account = "{\"accountId\":\"" + ada.id() + "\",";
        bench.call(ada, Note.USING, "Leaf/set", account + "\"create\":{" + creates + "}}");
        bench.registry.remove(first);
        bench.add(new Leaf<>(New.class));
        String query = account + "\"sort\":[{\"property\":\"title\",\"isAscending\":false}],\"limit\":5}";
        List<?> before =
                (List<?>) bench.call(ada, Note.USING, "Leaf/query", query).get("ids");
        Scope scope = Scope.account(new ScopeKey(), ada.n());
        Instant end = Instant.now().plus(Duration.ofSeconds(20));
        while (!bench.store.<Boolean>read(scope, snapshot -> snapshot.isIndexed("Leaf", "rank"))) {
            assertThat(Instant.now()).isBefore(end);
            Thread.onSpinWait();
        }
        assertThat(bench.store.<Integer>read(scope, snapshot -> snapshot.count("Leaf", KeyRange.all("title"))))
                .isEqualTo(400);
        assertThat(bench.call(ada, Note.USING, "Leaf/query", query).get("ids")).isEqualTo(before);
        assertThat((List<?>)
                        bench.call(ada, Note.USING, "Leaf/query", account + "\"filter\":{\"rank\":7},\"limit\":1000}")
                                .get("ids"))
                .hasSize(400);
    }
}
