package svc.launcher.agreement;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Random choices. */
record Choices(Random random) {

    /** Returns an element. */
    <T> T any(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    /** Returns two elements, one or none. */
    List<String> some(List<String> of) {
        List<String> shuffled = new ArrayList<>(of);
        Collections.shuffle(shuffled, random);
        return List.copyOf(shuffled.subList(0, random.nextInt(3)));
    }
}
