package svc.config;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.NearestName;

/** The keys that the installed jars declare. Each call gets the current keys from the launcher. */
@Component(service = Keys.class)
public final class Keys {

    private static final int SUGGESTED = 3;

    private final Supplier<List<Map<String, Object>>> keys;

    @Activate
    public Keys(@Reference(target = "(svc.launcher=keys)") Supplier<List<Map<String, Object>>> keys) {
        this.keys = keys;
    }

    List<Key> all() {
        return keys.get().stream().map(Key::of).toList();
    }

    /**
     * Returns the key with this address, which is the table and the key, such as {@code server.listen}. If there is no
     * such key, returns the keys of all tables that have this name.
     */
    List<Key> named(String name) {
        List<Key> all = all();
        List<Key> exact = all.stream().filter(key -> key.address().equals(name)).toList();
        return exact.isEmpty()
                ? all.stream().filter(key -> key.key().equals(name)).toList()
                : exact;
    }

    /** Returns the addresses most similar to a name, the most similar first. */
    List<String> near(String name) {
        return all().stream()
                .sorted(Comparator.comparingInt((Key key) -> Math.min(
                                NearestName.distance(name, key.address()), NearestName.distance(name, key.key())))
                        .thenComparing(Key::address))
                .limit(SUGGESTED)
                .map(Key::address)
                .toList();
    }
}
