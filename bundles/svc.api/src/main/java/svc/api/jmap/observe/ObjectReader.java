package svc.api.jmap.observe;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.Caller;
import svc.api.jmap.type.ContainerRights;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.Snapshot;

/**
 * Reads the objects of all types as callers see them in their own accounts, for components that notify clients of
 * changes, and for work outside requests. The values are those that a {@code /get} returns.
 *
 * <p>Thread-safe.
 */
@ProviderType
public interface ObjectReader {

    /** Returns a caller's view of a type; empty if the type is not available to the caller at present. */
    Optional<TypeReader> of(Caller caller, String type);

    /**
     * Returns the view of a type that the owner of an account has, for work in the scope of the account. The type can
     * belong to another bundle. Call this method outside transactions and snapshots, because it creates the objects that
     * must exist before the first read.
     *
     * @param scope the scope of the account, as of an {@code AccountJob}
     * @return empty if no bundle offers the type, or the tenant of the account cannot use it at present
     */
    Optional<TypeReader> of(Scope scope, String type);

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

        /** Returns the rights that can be given in an object; empty if the objects are not containers. */
        Optional<ContainerRights> containerRights();

        /**
         * Returns the numbers of objects that are greater than {@code after}, in ascending order; at most {@code max}.
         * The snapshot also has the state of the type and its changes since a state.
         */
        List<Long> numbers(Snapshot snapshot, long after, int max);

        /**
         * Returns the objects that exist, by number: the requested properties as plain values, without {@code id}.
         * Properties that are not visible to the caller are omitted.
         */
        Map<Long, Map<String, @Nullable Object>> read(
                Snapshot snapshot, Collection<Long> numbers, Set<String> properties);
    }
}
