package svc.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A configuration key in the responses of operations.
 *
 * @param key table and name
 * @param value the effective value; absent if the operation only describes the key
 * @param source the source of the value; absent if the value is absent
 * @param type the type of the value, and whether it is required
 * @param defaultValue the default; absent when there is none
 * @param options the permitted values, if they are restricted
 * @param runtime whether the key may be overridden while the server runs
 * @param bundle the symbolic name of the bundle that declares the key
 * @param meaning the description of the key
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
