package svc.blobs.account;

import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;
import static org.osgi.service.component.annotations.ReferencePolicyOption.GREEDY;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.ComponentServiceObjects;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.AccessibleAccount;
import svc.api.jmap.observe.ObjectVisibility;
import svc.api.jmap.type.ContainerRights;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.store.Snapshot;

/**
 * Determines what a caller may see and add in a shared account, by the descriptions of the types. While the engine is
 * not available, nothing is visible. Thread-safe.
 */
@Component(service = SharedTypes.class)
public final class SharedTypes {

    private final @Nullable ObjectVisibility given;

    /**
     * The service is created on demand, to avoid a circular reference: the engine needs the service of the blobs, which
     * needs this service.
     */
    @Reference(cardinality = OPTIONAL, policy = DYNAMIC, policyOption = GREEDY)
    private volatile @Nullable ComponentServiceObjects<ObjectVisibility> registered;

    @Activate
    public SharedTypes() {
        this(null);
    }

    /** Creates an instance for an engine without a framework. */
    public SharedTypes(@Nullable ObjectVisibility given) {
        this.given = given;
    }

    /** Returns whether the caller may see objects of a type; false for an unknown type in a shared account. */
    boolean sees(AccessibleAccount reach, String type) {
        return reach.isPersonal()
                || descriptor(type)
                        .map(TypeDescriptor::capability)
                        .flatMap(reach::accessTo)
                        .isPresent();
    }

    /**
     * Returns those objects of a type that the caller may see in an account of which only some containers are shared.
     */
    Set<Long> visible(Snapshot snapshot, AccessibleAccount reach, String type, Collection<Long> numbers) {
        return ask(types -> Optional.of(types.visible(snapshot, reach, type, numbers)))
                .orElse(Set.of());
    }

    /**
     * Returns whether the caller may add blobs to an account: all data of a capability is shared with write access, or
     * the caller may add something to a shared container.
     */
    boolean mayAdd(AccessibleAccount reach) {
        return !reach.withoutContainers().isReadOnly()
                || reach.sharedContainers().stream()
                        .anyMatch(container ->
                                addRights(container.type()).stream().anyMatch(container.rights()::contains));
    }

    private Set<String> addRights(String type) {
        return descriptor(type)
                .flatMap(TypeDescriptor::rights)
                .map(ContainerRights::add)
                .orElse(Set.of());
    }

    private Optional<TypeDescriptor> descriptor(String type) {
        return ask(types -> types.descriptor(type));
    }

    private <R> Optional<R> ask(Function<ObjectVisibility, Optional<R>> question) {
        if (given != null) {
            return question.apply(given);
        }
        @Nullable ComponentServiceObjects<ObjectVisibility> services = registered;
        @Nullable ObjectVisibility service = services == null ? null : services.getService();
        if (services == null || service == null) { // The service may have been unregistered in the meantime.
            return Optional.empty();
        }
        try {
            return question.apply(service);
        } finally {
            services.ungetService(service);
        }
    }
}
