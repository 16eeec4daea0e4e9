package svc.push.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import svc.api.store.State;

class ToldTest {

    @Test
    void whatIsNewerOrOfAnotherEpochIsNews() {
        Told told = new Told(2, 10);
        assertThat(told.misses(new State(2, 10))).isFalse();
        assertThat(told.misses(new State(2, 9))).isFalse();
        assertThat(told.misses(new State(2, 11))).isTrue();
        assertThat(told.misses(new State(3, 1))).as("restored since").isTrue();
        assertThat(told.misses(new State(1, 11))).as("restored to before").isTrue();
    }
}
