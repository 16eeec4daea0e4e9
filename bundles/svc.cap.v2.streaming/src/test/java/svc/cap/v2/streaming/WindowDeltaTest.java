package svc.cap.v2.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import svc.cap.v2.streaming.WindowDelta.Added;

/** The difference between two versions of a window. */
final class WindowDeltaTest {

    private static List<String> applied(List<String> before, WindowDelta delta, int position) {
        List<String> list = new ArrayList<>(before);
        list.removeAll(delta.removed());
        delta.added().forEach(added -> list.add(added.index() - position, added.id()));
        return list;
    }

    @Test
    void removedAndAddedItemsYieldTheNewWindow() {
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            List<String> all = new ArrayList<>(List.of("a", "b", "c", "d", "e", "f", "g", "h"));
            Collections.shuffle(all, random);
            List<String> before = List.copyOf(all.subList(0, random.nextInt(9)));
            if (random.nextBoolean()) {
                Collections.shuffle(all, random);
            }
            List<String> now = List.copyOf(all.subList(random.nextInt(3), 3 + random.nextInt(6)));
            int position = random.nextInt(4);
            assertThat(applied(before, WindowDelta.between(before, now, position), position))
                    .as("%s to %s", before, now)
                    .isEqualTo(now);
        }
    }

    @Test
    void unchangedItemsAreOmitted() {
        WindowDelta slid = WindowDelta.between(List.of("b", "c", "d"), List.of("a", "b", "c"), 10);
        assertThat(slid.removed()).containsExactly("d");
        assertThat(slid.added()).containsExactly(new Added("a", 10));
        WindowDelta moved = WindowDelta.between(List.of("a", "b", "c", "d"), List.of("b", "c", "d", "a"), 0);
        assertThat(moved.removed()).containsExactly("a");
        assertThat(moved.added()).containsExactly(new Added("a", 3));
        WindowDelta none = WindowDelta.between(List.of("a"), List.of("a"), 0);
        assertThat(none.removed()).isEmpty();
        assertThat(none.added()).isEmpty();
    }
}
