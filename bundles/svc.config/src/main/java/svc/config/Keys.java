package svc.config;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Every key that the installed jars declare, as the launcher tells it at the moment of asking. */
@Component(service = Keys.class)
public final class Keys {

    private static final int SUGGESTED = 3;

    private final Supplier<List<Map<String, Object>>> keys;

    /** Takes the launcher's list. */
    @Activate
    public Keys(@Reference(target = "(svc.launcher=keys)") Supplier<List<Map<String, Object>>> keys) {
        this.keys = keys;
    }

    List<Key> all() {
        return keys.get().stream().map(Key::of).toList();
    }

    /** The keys of this address, or, where it names no table, all keys of that name. */
    List<Key> named(String name) {
        List<Key> all = all();
        List<Key> exact = all.stream().filter(key -> key.address().equals(name)).toList();
        return exact.isEmpty()
                ? all.stream().filter(key -> key.key().equals(name)).toList()
                : exact;
    }

    /** The addresses that look most like it, the nearest first. */
    List<String> near(String name) {
        return all().stream()
                .sorted(Comparator.comparingInt(
                                (Key key) -> Math.min(mistypings(name, key.address()), mistypings(name, key.key())))
                        .thenComparing(Key::address))
                .limit(SUGGESTED)
                .map(Key::address)
                .toList();
    }

    /** Letters to insert, delete or replace until one text is the other. */
    static int mistypings(String a, String b) {
        int[] above = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, Math.min(row[j - 1], above[j]) + 1);
            }
            above = row;
        }
        return above[b.length()];
    }
}
