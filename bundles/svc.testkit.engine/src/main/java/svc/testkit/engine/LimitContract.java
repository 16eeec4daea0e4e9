package svc.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.StandardMethod;

/** Tests of the limits: a request at a limit succeeds, and one beyond it is rejected. */
public interface LimitContract extends Contract {

    /** Low limits. */
    JmapLimits FEW = new JmapLimits(1000, 4, 100_000, 8, 64, 3, 3, 2, 2);

    /** The limit applies to the objects of a {@code /get}, requested by id or all together. */
    @Test
    default void getLimitIsEnforced() {
        ContractFixture fixture = ContractFixture.of(this, FEW, StandardMethod.GET, StandardMethod.SET);
        for (int i = 0; i < 3; i++) {
            fixture.createOne();
        }
        assertThat(fixture.ada().all(fixture.type())).hasSize(3);
        List<String> four = ContractFixture.many(4, n -> fixture.unknownId() + n);
        assertThat(fixture.call(StandardMethod.GET, Map.of("ids", four.subList(0, 3)))
                        .error())
                .isEmpty();
        assertThat(fixture.call(StandardMethod.GET, Map.of("ids", four)).error())
                .isEqualTo("requestTooLarge");
        fixture.createOne();
        assertThat(fixture.call(StandardMethod.GET, ContractFixture.one("ids", null))
                        .error())
                .isEqualTo("requestTooLarge");
    }

    /** The limit applies to the sum of objects that a {@code /set} creates, updates and destroys. */
    @Test
    default void setLimitIsEnforced() {
        ContractFixture fixture = ContractFixture.of(this, FEW, StandardMethod.GET, StandardMethod.SET);
        Map<String, Object> creates = IntStream.range(0, 3)
                .boxed()
                .collect(Collectors.toMap(
                        n -> "c" + n, n -> fixture.subject().good().get(0)));
        assertThat(fixture.call(StandardMethod.SET, Map.of("create", creates, "destroy", List.of(fixture.unknownId())))
                        .error())
                .isEqualTo("requestTooLarge");
        assertThat(fixture.ada().all(fixture.type())).isEmpty();
        fixture.set("create", creates);
        assertThat(fixture.ada().all(fixture.type())).hasSize(3);
    }

    /**
     * The ids of a {@code /query} and the changes of a {@code /changes} are limited; the response shows that there are
     * more.
     */
    @Test
    default void longResultsArePaged() {
        ContractFixture fixture = ContractFixture.of(
                this, FEW, StandardMethod.GET, StandardMethod.SET, StandardMethod.QUERY, StandardMethod.CHANGES);
        String since = fixture.ada().state(fixture.type());
        for (int i = 0; i < 3; i++) {
            fixture.createOne();
        }
        Response query = fixture.call(StandardMethod.QUERY, Map.of("limit", 3)).done();
        assertThat(query.texts("ids")).hasSize(2);
        assertThat(query.arguments()).containsEntry("limit", 2);
        Response changes = fixture.call(StandardMethod.CHANGES, Map.of("sinceState", since))
                .done();
        assertThat(changes.texts("created")).hasSize(2);
        assertThat(changes.arguments()).containsEntry("hasMoreChanges", true);
    }
}
