package svc.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import svc.api.jmap.Verb;

/** What {@code /changes} of every type does (RFC 8620 §5.2). */
public interface ChangesContract extends Contract {

    /** Born, changed and gone, each once; what came and went between is not told. */
    @Test
    default void changesTellWhatBecameOfEveryObject() {
        Trial trial = Trial.of(this, Verb.GET, Verb.SET, Verb.CHANGES);
        String changed = trial.createOne();
        String gone = trial.createOne();
        trial.createOne();
        String since = trial.ada().state(trial.type());
        String born = trial.createOne();
        String passing = trial.createOne();
        List<Map<String, ? extends @Nullable Object>> patches = trial.subject().changes();
        if (!patches.isEmpty()) {
            trial.set("update", Map.of(changed, patches.get(0)));
        }
        trial.set("destroy", List.of(gone, passing));
        Response changes = trial.call(Verb.CHANGES, Map.of("sinceState", since)).done();
        assertThat(changes.texts("created")).containsExactly(born);
        assertThat(changes.texts("updated")).isEqualTo(patches.isEmpty() ? List.of() : List.of(changed));
        assertThat(changes.texts("destroyed")).containsExactly(gone);
        assertThat(changes.text("oldState")).isEqualTo(since);
        assertThat(changes.text("newState")).isEqualTo(trial.ada().state(trial.type()));
        assertThat(changes.arguments()).containsEntry("hasMoreChanges", false);
    }

    /** Read one by one they lead to the same list as read at once. */
    @Test
    default void changesReadInPartsLeadToTheSameList() {
        Trial trial = Trial.of(this, Verb.GET, Verb.SET, Verb.CHANGES);
        String gone = trial.createOne();
        String since = trial.ada().state(trial.type());
        Set<String> known = new HashSet<>(List.of(gone));
        for (int i = 0; i < 3; i++) {
            trial.createOne();
        }
        trial.set("destroy", List.of(gone));
        boolean more = true;
        for (int part = 0; more; part++) {
            assertThat(part).as("there is an end to it").isLessThan(10);
            Response changes = trial.call(Verb.CHANGES, Map.of("sinceState", since, "maxChanges", 1))
                    .done();
            List<String> named = new ArrayList<>(changes.texts("created"));
            named.addAll(changes.texts("updated"));
            named.addAll(changes.texts("destroyed"));
            assertThat(named).hasSizeLessThanOrEqualTo(1);
            known.addAll(changes.texts("created"));
            changes.texts("destroyed").forEach(known::remove);
            since = changes.text("newState");
            more = Boolean.TRUE.equals(changes.arguments().get("hasMoreChanges"));
        }
        assertThat(known).isEqualTo(trial.ada().all(trial.type()).keySet());
        assertThat(since).isEqualTo(trial.ada().state(trial.type()));
    }

    /** A state that nobody ever gave out cannot be answered, and not more than none can be asked for. */
    @Test
    default void aStateThatIsNoneCannotBeCalculated() {
        Trial trial = Trial.of(this, Verb.CHANGES);
        for (String state : List.of("", "no state", "s1-zzzzz", "s99-0", "s1-0~1")) {
            assertThat(trial.call(Verb.CHANGES, Map.of("sinceState", state)).error())
                    .as(state)
                    .isEqualTo("cannotCalculateChanges");
        }
        assertThat(trial.call(Verb.CHANGES, Map.of()).error()).isEqualTo("invalidArguments");
        for (Object max : List.of(0, -1, "1", 1.5)) {
            assertThat(trial.call(Verb.CHANGES, Map.of("sinceState", "s1-0", "maxChanges", max))
                            .error())
                    .as("%s", max)
                    .isEqualTo("invalidArguments");
        }
    }
}
