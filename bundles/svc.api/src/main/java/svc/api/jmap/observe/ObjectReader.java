package svc.api.jmap.observe;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.Caller;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.store.Facets;
import svc.api.store.Snapshot;

/**
 * Reads the objects of all types as callers see them in their own accounts, for components that notify clients of
 * changes. The values are those that a {@code /get} returns.
 *
 * <p>Thread-safe.
 */
@ProviderType
public interface ObjectReader {

    /** Returns a caller's view of a type; empty if the type is not available to the caller at present. */
    Optional<TypeReader> of(Caller caller, String type);

    /**
     * A caller's view of a type, with all capabilities of the account. Thread-safe. Request a new view for each use.
     */
    @ProviderType
    interface TypeReader {

        /** Returns the first letter of the ids. */
        char idPrefix();

        /** Returns the names of the type's own properties, without {@code id}. */
        Set<String> ownProperties();

        /**
         * Returns the names of the properties that other bundles compute, and whose changes are not in the change log.
         */
        Set<String> computedProperties();

        /** Returns the property names of each facet whose properties are listed, see {@link TypeDescriptor#facets}. */
        Map<Integer, Set<String>> facetProperties();

        /**
         * Returns the facets whose properties are not listed; empty if there are none. An {@link ObjectObserver}
         * receives the changed properties of updates in these facets.
         */
        Optional<Facets> unnamedFacets();

        /**
         * Returns the objects that exist, by number: the requested properties as plain values, without {@code id}.
         * Properties that are not visible to the caller are omitted.
         */
        Map<Long, Map<String, @Nullable Object>> read(
                Snapshot snapshot, Collection<Long> numbers, Set<String> properties);
    }
}
