package svc.core.engine;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import org.osgi.framework.ServiceReference;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.jmap.Capability;
import svc.api.jmap.CapabilityExclusion;
import svc.api.jmap.MethodHandler;
import svc.api.jmap.observe.ObjectObserver;
import svc.api.jmap.type.ObjectType;
import svc.api.jmap.type.PropertyContribution;
import svc.api.jmap.type.TypeSource;

/**
 * Adds every registered capability, type, method handler and observer service to the engine, and removes it when it is
 * unregistered.
 */
@Component(
        service = {},
        immediate = true)
public final class CapabilityWhiteboard {

    private final EngineComponent engine;

    @Activate
    public CapabilityWhiteboard(@Reference EngineComponent engine) {
        this.engine = engine;
    }

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC, updated = "refreshCapability", unbind = "remove")
    void addCapability(Capability service, ServiceReference<Capability> reference) {
        engine.add(service, reference);
    }

    void refreshCapability(Capability service, ServiceReference<Capability> reference) {
        engine.refresh(service, reference);
    }

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC, unbind = "remove")
    void addMethodHandler(MethodHandler<?, ?> service, ServiceReference<MethodHandler<?, ?>> reference) {
        engine.add(service, reference);
    }

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC, unbind = "remove")
    void addObjectType(ObjectType<?> service, ServiceReference<ObjectType<?>> reference) {
        engine.add(service, reference);
    }

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC, unbind = "remove")
    void addTypeSource(TypeSource service, ServiceReference<TypeSource> reference) {
        engine.add(service, reference);
    }

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC, unbind = "remove")
    void addPropertyContribution(PropertyContribution service, ServiceReference<PropertyContribution> reference) {
        engine.add(service, reference);
    }

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC, unbind = "removeObserver")
    void addObserver(ObjectObserver service) {
        engine.observers().add(service);
    }

    void removeObserver(ObjectObserver service) {
        engine.observers().remove(service);
    }

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC, unbind = "remove")
    void addExclusion(CapabilityExclusion service, ServiceReference<CapabilityExclusion> reference) {
        engine.add(service, reference);
    }

    void remove(ServiceReference<?> reference) {
        engine.remove(reference);
    }
}
