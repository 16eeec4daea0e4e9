package svc.auth.storage;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A bounded cache of data of tenants. A value is valid until its tenant changes (see {@link TenantVersions}).
 * Thread-safe.
 */
public final class TenantCache<K, V> {

    private final TenantVersions versions;
    private final Function<V, String> tenant;
    private final BoundedCache<K, Stamped<V>> values;

    private record Stamped<V>(V value, long stamp) {}

    /**
     * Creates a cache.
     *
     * @param most the maximum number of values
     * @param tenant returns the id of the tenant of a value
     */
    public TenantCache(TenantVersions versions, int most, Function<V, String> tenant) {
        this.versions = versions;
        this.tenant = tenant;
        this.values = new BoundedCache<>(most);
    }

    /** Returns the cached value if it is still valid, otherwise the value that {@code reader} returns. */
    public Optional<V> get(K key, Supplier<Optional<V>> reader) {
        Stamped<V> cached = values.get(key);
        if (cached != null && versions.holds(tenant.apply(cached.value()), cached.stamp())) {
            return Optional.of(cached.value());
        }
        long moment = versions.moment();
        Optional<V> read = reader.get();
        read.ifPresent(value -> values.put(key, new Stamped<>(value, versions.stamp(tenant.apply(value), moment))));
        return read;
    }
}
