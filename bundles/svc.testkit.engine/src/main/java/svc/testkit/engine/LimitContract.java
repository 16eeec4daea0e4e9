package svc.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.api.jmap.StandardMethod.CHANGES;
import static svc.api.jmap.StandardMethod.GET;
import static svc.api.jmap.StandardMethod.QUERY;
import static svc.api.jmap.StandardMethod.SET;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import svc.api.jmap.JmapLimits;

/** Tests of the limits: a request at a limit succeeds, and a request beyond the limit is rejected. */
public interface LimitContract extends Contract {

    /** Low limits. */
    JmapLimits FEW = new JmapLimits(1000, 4, 100_000, 8, 64, 3, 3, 2, 2);

    /** The limit applies to the objects of a {@code /get}, requested by id or all together. */
    @Test
    default void getLimitIsEnforced() {
        ContractFixture fixture = ContractFixture.of(this, FEW, GET, SET);
        for (int i = 0; i < 3; i++) {
            fixture.createOne();
        }
        assertThat(fixture.all()).hasSize(3);
        List<String> four = ContractFixture.many(4, n -> fixture.unknownId() + n);
        assertThat(fixture.call(GET, Map.of("ids", four.subList(0, 3))).error()).isEmpty();
        fixture.assertError(GET, Map.of("ids", four), "requestTooLarge");
        fixture.createOne();
        fixture.assertError(GET, ContractFixture.one("ids", null), "requestTooLarge");
    }

    /** The limit applies to the sum of objects that a {@code /set} creates, updates and destroys. */
    @Test
    default void setLimitIsEnforced() {
        ContractFixture fixture = ContractFixture.of(this, FEW, GET, SET);
        Map<String, Object> creates = IntStream.range(0, 3)
                .boxed()
                .collect(Collectors.toMap(
                        n -> "c" + n, n -> fixture.subject().good().get(0)));
        fixture.assertError(SET, Map.of("create", creates, "destroy", List.of(fixture.unknownId())), "requestTooLarge");
        assertThat(fixture.all()).isEmpty();
        fixture.set("create", creates);
        assertThat(fixture.all()).hasSize(3);
    }

    /**
     * The ids of a {@code /query} and the changes of a {@code /changes} are limited; the response shows that further
     * results follow.
     */
    @Test
    default void longResultsArePaged() {
        ContractFixture fixture = ContractFixture.of(this, FEW, GET, SET, QUERY, CHANGES);
        String since = fixture.ada().state(fixture.type());
        for (int i = 0; i < 3; i++) {
            fixture.createOne();
        }
        Response query = fixture.done(QUERY, Map.of("limit", 3));
        assertThat(query.texts("ids")).hasSize(2);
        assertThat(query.arguments()).containsEntry("limit", 2);
        Response changes = fixture.done(CHANGES, Map.of("sinceState", since));
        assertThat(changes.texts("created")).hasSize(2);
        assertThat(changes.arguments()).containsEntry("hasMoreChanges", true);
    }
}
