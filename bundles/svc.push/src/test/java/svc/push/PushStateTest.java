package svc.push;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class PushStateTest {

    @Test
    void parsesItsOwnFormat() {
        for (long number : new long[] {0, 1, 35, 36, Long.MAX_VALUE}) {
            PushState state = new PushState(7, 1, number, 5);
            assertThat(PushState.parse(state.toString())).hasValue(state);
            assertThat(state.toString()).matches("p[0-9a-z-]+");
        }
        assertThat(new PushState(1, 1, 36, 3)).hasToString("p1-1-10-3");
    }

    @Test
    void rejectsOtherTexts() {
        for (String text : List.of(
                "",
                "p",
                "p1",
                "p1-1",
                "p1-1-",
                "P1-1-1",
                "p1-1-1",
                "p1-1-1-1-1",
                "p1-1-1-1\n",
                "s1-1",
                "p1-1-1-zzzzzzzzzzzzz",
                "p1-1-1-11111111111111",
                "p1-1-1-\u0661")) {
            assertThat(PushState.parse(text)).as(text).isEmpty();
        }
    }
}
