package svc.push;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import svc.api.push.SharedStates.States;

final class SharedStatesTest {

    private static States states(String... accountsTypesAndStates) {
        Map<String, Map<String, String>> all = new LinkedHashMap<>();
        for (int i = 0; i < accountsTypesAndStates.length; i += 3) {
            all.computeIfAbsent(accountsTypesAndStates[i], account -> new LinkedHashMap<>())
                    .put(accountsTypesAndStates[i + 1], accountsTypesAndStates[i + 2]);
        }
        return new States(all);
    }

    @Test
    void onlyOtherStatesAreNew() {
        States known = states("x", "Email", "1", "x", "Thread", "1", "y", "Email", "1");
        States now = states("x", "Email", "2", "x", "Thread", "1", "z", "Email", "1");
        assertThat(now.without(known)).isEqualTo(states("x", "Email", "2", "z", "Email", "1"));
        assertThat(now.without(now)).isEqualTo(States.NONE);
        assertThat(now.without(States.NONE)).isEqualTo(now);
    }

    @Test
    void theHashDependsOnAllStatesAndNotOnTheirOrder() {
        States one = states("x", "Email", "1", "y", "Thread", "2");
        assertThat(one.hash())
                .isEqualTo(states("y", "Thread", "2", "x", "Email", "1").hash());
        for (States other :
                List.of(States.NONE, states("x", "Email", "1"), states("x", "Email", "1", "y", "Thread", "3"))) {
            assertThat(other.hash()).isNotEqualTo(one.hash());
        }
        assertThat(States.NONE.hash()).isZero();
    }

    @Test
    void aPushStateContainsTheHash() {
        PushState state =
                new PushState(7, 1, 2, 5).withShared(states("x", "Email", "1").hash());
        assertThat(PushState.parse(state.toString())).hasValue(state);
        assertThat(PushState.parse(state + "~rest")).hasValue(state);
        assertThat(new PushState(7, 1, 2, 5).withShared(36)).hasToString("p7-1-2-5.10");
        assertThat(PushState.parse("p7-1-2-5.")).isEmpty();
    }
}
