package svc.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.api.jmap.StandardMethod.CHANGES;
import static svc.api.jmap.StandardMethod.GET;
import static svc.api.jmap.StandardMethod.SET;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests of {@code /changes} for every type (RFC 8620 §5.2). */
public interface ChangesContract extends Contract {

    /**
     * Each created, updated and destroyed object is reported once; an object that was both created and destroyed since
     * the state is not reported.
     */
    @Test
    default void changesReportCreatedUpdatedAndDestroyed() {
        ContractFixture fixture = ContractFixture.of(this, GET, SET, CHANGES);
        String changed = fixture.createOne();
        String gone = fixture.createOne();
        fixture.createOne();
        String since = fixture.ada().state(fixture.type());
        String created = fixture.createOne();
        String passing = fixture.createOne();
        List<Map<String, ? extends @Nullable Object>> patches =
                fixture.subject().changes();
        if (!patches.isEmpty()) {
            fixture.set("update", Map.of(changed, patches.get(0)));
        }
        fixture.set("destroy", List.of(gone, passing));
        Response changes = fixture.done(CHANGES, Map.of("sinceState", since));
        assertThat(changes.texts("created")).containsExactly(created);
        assertThat(changes.texts("updated")).isEqualTo(patches.isEmpty() ? List.of() : List.of(changed));
        assertThat(changes.texts("destroyed")).containsExactly(gone);
        assertThat(changes.text("oldState")).isEqualTo(since);
        assertThat(changes.text("newState")).isEqualTo(fixture.ada().state(fixture.type()));
        assertThat(changes.arguments()).containsEntry("hasMoreChanges", false);
    }

    /** Many pages with one change each contain the same changes as one page with all changes. */
    @Test
    default void pagedChangesEqualUnpagedChanges() {
        ContractFixture fixture = ContractFixture.of(this, GET, SET, CHANGES);
        String gone = fixture.createOne();
        String since = fixture.ada().state(fixture.type());
        Set<String> known = new HashSet<>(List.of(gone));
        for (int i = 0; i < 3; i++) {
            fixture.createOne();
        }
        fixture.set("destroy", List.of(gone));
        boolean more = true;
        for (int part = 0; more; part++) {
            assertThat(part).as("there is an end to it").isLessThan(10);
            Response changes = fixture.done(CHANGES, Map.of("sinceState", since, "maxChanges", 1));
            List<String> named = new ArrayList<>(changes.texts("created"));
            named.addAll(changes.texts("updated"));
            named.addAll(changes.texts("destroyed"));
            assertThat(named).hasSizeLessThanOrEqualTo(1);
            known.addAll(changes.texts("created"));
            changes.texts("destroyed").forEach(known::remove);
            since = changes.text("newState");
            more = Boolean.TRUE.equals(changes.arguments().get("hasMoreChanges"));
        }
        assertThat(known).isEqualTo(fixture.all().keySet());
        assertThat(since).isEqualTo(fixture.ada().state(fixture.type()));
    }

    /** A state that the server never returned results in an error, and so does a {@code maxChanges} below 1. */
    @Test
    default void unknownStateCannotBeCalculated() {
        ContractFixture fixture = ContractFixture.of(this, CHANGES);
        for (String state : List.of("", "no state", "s1-zzzzz", "s99-0", "s1-0~1", "s1-00", "s01-0")) {
            fixture.assertError(CHANGES, Map.of("sinceState", state), "cannotCalculateChanges");
        }
        fixture.assertError(CHANGES, Map.of(), "invalidArguments");
        for (Object max : List.of(0, -1, "1", 1.5)) {
            fixture.assertError(CHANGES, Map.of("sinceState", "s1-0", "maxChanges", max), "invalidArguments");
        }
    }
}
