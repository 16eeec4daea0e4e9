package svc.blobs.account;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.ComponentServiceObjects;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.AccessibleAccount;
import svc.api.jmap.type.ContainerRights;
import svc.api.jmap.type.ObjectType;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.jmap.type.TypeSource;
import svc.api.store.Snapshot;

/** Determines which types a caller may see in a shared account: the types of the shared capabilities. Thread-safe. */
@Component(service = SharedTypes.class)
public final class SharedTypes {

    /**
     * The services are created on demand, to avoid a circular reference: a service that registers a type may need the
     * service of the blobs, which needs this service.
     */
    @Reference(cardinality = MULTIPLE, policy = DYNAMIC)
    private volatile List<ComponentServiceObjects<ObjectType<?>>> types = List.of();

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC)
    private volatile List<ComponentServiceObjects<TypeSource>> sources = List.of();

    private final Function<String, Optional<String>> otherTypes;

    @Activate
    public SharedTypes() {
        this(type -> Optional.empty());
    }

    /** Creates an instance with a function that returns the capabilities of types that are not registered as services. */
    public SharedTypes(Function<String, Optional<String>> otherTypes) {
        this.otherTypes = otherTypes;
    }

    /** Returns whether the caller may see objects of a type; false for an unknown type in a shared account. */
    boolean sees(AccessibleAccount reach, String type) {
        return reach.isPersonal() || capability(type).flatMap(reach::accessTo).isPresent();
    }

    /**
     * Returns those objects of a type that the caller may see in an account of which only some containers are shared.
     */
    Set<Long> visible(Snapshot snapshot, AccessibleAccount reach, String type, Collection<Long> numbers) {
        if (sees(reach.withoutContainers(), type)) {
            return Set.copyOf(numbers);
        }
        return first(
                        sources,
                        source -> source.descriptor().type().equals(type)
                                ? Optional.of(source.visible(
                                        snapshot, source.descriptor().visibility(reach), numbers))
                                : Optional.<Set<Long>>empty())
                .orElse(Set.of());
    }

    /**
     * Returns whether the caller may add blobs to an account: all data of a capability is shared with write access, or
     * the caller may add something to a shared container.
     */
    public boolean mayAdd(AccessibleAccount reach) {
        return !reach.withoutContainers().isReadOnly()
                || reach.sharedContainers().stream()
                        .anyMatch(container ->
                                addRights(container.type()).stream().anyMatch(container.rights()::contains));
    }

    private Set<String> addRights(String type) {
        return first(
                        sources,
                        source -> source.descriptor().type().equals(type)
                                ? source.descriptor().rights().map(ContainerRights::add)
                                : Optional.<Set<String>>empty())
                .orElse(Set.of());
    }

    private Optional<String> capability(String type) {
        return first(
                        types,
                        known -> known.name().equals(type) ? Optional.of(known.capability()) : Optional.<String>empty())
                .or(() -> first(sources, source -> {
                    TypeDescriptor shape = source.descriptor();
                    return shape.type().equals(type) ? Optional.of(shape.capability()) : Optional.empty();
                }))
                .or(() -> otherTypes.apply(type));
    }

    private static <S, R> Optional<R> first(List<ComponentServiceObjects<S>> services, Function<S, Optional<R>> asked) {
        for (ComponentServiceObjects<S> one : services) {
            @Nullable S service = one.getService();
            if (service != null) { // The service may have been unregistered in the meantime.
                try {
                    Optional<R> answer = asked.apply(service);
                    if (answer.isPresent()) {
                        return answer;
                    }
                } finally {
                    one.ungetService(service);
                }
            }
        }
        return Optional.empty();
    }
}
