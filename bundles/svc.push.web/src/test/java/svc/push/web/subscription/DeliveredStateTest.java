package svc.push.web.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import svc.api.store.State;

class DeliveredStateTest {

    @Test
    void isOlderThanANewerStateOrAnotherEpoch() {
        DeliveredState told = new DeliveredState(2, 10);
        assertThat(told.isOlderThan(new State(2, 10))).isFalse();
        assertThat(told.isOlderThan(new State(2, 9))).isFalse();
        assertThat(told.isOlderThan(new State(2, 11))).isTrue();
        assertThat(told.isOlderThan(new State(3, 1))).as("restored since").isTrue();
        assertThat(told.isOlderThan(new State(1, 11))).as("restored to before").isTrue();
    }
}
