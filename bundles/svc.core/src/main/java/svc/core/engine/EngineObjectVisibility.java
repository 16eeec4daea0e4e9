package svc.core.engine;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.AccessibleAccount;
import svc.api.jmap.observe.ObjectVisibility;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.store.Snapshot;
import svc.core.dispatch.AccountContext;
import svc.core.dispatch.RegisteredType;
import svc.core.methods.VisibleObjects;
import svc.core.registry.ContributionRegistry;

/** Applies the rule of the standard methods ({@link VisibleObjects}) for other bundles. */
@Component
public final class EngineObjectVisibility implements ObjectVisibility {

    private final ContributionRegistry registry;

    @Activate
    public EngineObjectVisibility(@Reference EngineComponent service) {
        this(service.registry());
    }

    EngineObjectVisibility(ContributionRegistry registry) {
        this.registry = registry;
    }

    @Override
    public Optional<TypeDescriptor> descriptor(String type) {
        return Optional.ofNullable(registry.catalogue().types().get(type)).map(RegisteredType::descriptor);
    }

    @Override
    public Set<Long> visible(Snapshot snapshot, AccessibleAccount reach, String type, Collection<Long> numbers) {
        @Nullable RegisteredType registered = registry.catalogue().types().get(type);
        return registered == null
                ? Set.of()
                : Set.copyOf(
                        VisibleObjects.of(registered, AccountContext.of(reach)).among(snapshot, numbers));
    }
}
