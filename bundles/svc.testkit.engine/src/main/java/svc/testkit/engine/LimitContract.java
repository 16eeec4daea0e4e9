package svc.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.Verb;

/** As much as is allowed is done, one more is refused. */
public interface LimitContract extends Contract {

    /** Limits that are soon reached. */
    JmapLimits FEW = new JmapLimits(1000, 4, 100_000, 8, 64, 3, 3, 2, 2);

    /** Objects in a {@code /get}, asked for one by one or all together. */
    @Test
    default void notMoreObjectsThanAllowedAreGot() {
        Trial trial = Trial.of(this, FEW, Verb.GET, Verb.SET);
        for (int i = 0; i < 3; i++) {
            trial.createOne();
        }
        assertThat(trial.ada().all(trial.type())).hasSize(3);
        List<String> four = Trial.many(4, n -> trial.nobody() + n);
        assertThat(trial.call(Verb.GET, Map.of("ids", four.subList(0, 3))).error())
                .isEmpty();
        assertThat(trial.call(Verb.GET, Map.of("ids", four)).error()).isEqualTo("requestTooLarge");
        trial.createOne();
        assertThat(trial.call(Verb.GET, Trial.one("ids", null)).error()).isEqualTo("requestTooLarge");
    }

    /** Objects that a {@code /set} creates, updates and destroys, all together. */
    @Test
    default void notMoreObjectsThanAllowedAreSet() {
        Trial trial = Trial.of(this, FEW, Verb.GET, Verb.SET);
        Map<String, Object> creates = IntStream.range(0, 3)
                .boxed()
                .collect(Collectors.toMap(
                        n -> "c" + n, n -> trial.subject().good().get(0)));
        assertThat(trial.call(Verb.SET, Map.of("create", creates, "destroy", List.of(trial.nobody())))
                        .error())
                .isEqualTo("requestTooLarge");
        assertThat(trial.ada().all(trial.type())).isEmpty();
        trial.set("create", creates);
        assertThat(trial.ada().all(trial.type())).hasSize(3);
    }

    /** Ids of a {@code /query}, and changes of a {@code /changes}: the answer tells that there are more. */
    @Test
    default void longAnswersComeInParts() {
        Trial trial = Trial.of(this, FEW, Verb.GET, Verb.SET, Verb.QUERY, Verb.CHANGES);
        String since = trial.ada().state(trial.type());
        for (int i = 0; i < 3; i++) {
            trial.createOne();
        }
        Response query = trial.call(Verb.QUERY, Map.of("limit", 3)).done();
        assertThat(query.texts("ids")).hasSize(2);
        assertThat(query.arguments()).containsEntry("limit", 2);
        Response changes = trial.call(Verb.CHANGES, Map.of("sinceState", since)).done();
        assertThat(changes.texts("created")).hasSize(2);
        assertThat(changes.arguments()).containsEntry("hasMoreChanges", true);
    }
}
