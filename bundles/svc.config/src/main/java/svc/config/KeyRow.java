package svc.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A key as operators see it.
 *
 * @param key table and name
 * @param value the value that holds; left out where only the key itself is described
 * @param source where the value comes from; left out with it
 * @param type what it holds, and whether it must be given
 * @param defaultValue left out where there is none
 * @param options one of these is its value, where there are some
 * @param runtime whether it may be overridden while the server runs
 * @param bundle the symbolic name of the bundle that declares it
 * @param meaning what it means
 */
public record KeyRow(
        String key,
        @Nullable Object value,
        @Nullable String source,
        String type,
        @Nullable Object defaultValue,
        List<String> options,
        boolean runtime,
        String bundle,
        String meaning) {

    static KeyRow described(Key key) {
        return of(key, null, null);
    }

    static KeyRow explained(Key key) {
        return of(key, key.shown(), key.source());
    }

    private static KeyRow of(Key key, @Nullable Object value, @Nullable String source) {
        return new KeyRow(
                key.address(),
                value,
                source,
                key.required() ? key.type() + ", required" : key.type(),
                key.standard().orElse(null),
                key.options(),
                key.runtime(),
                key.bundle(),
                key.description());
    }
}
