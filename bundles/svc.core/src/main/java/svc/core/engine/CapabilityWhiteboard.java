package svc.core;

import org.osgi.framework.ServiceReference;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import svc.api.jmap.Capability;
import svc.api.jmap.Exclusion;
import svc.api.jmap.MethodHandler;
import svc.api.jmap.ObjectType;
import svc.api.jmap.PropertyContribution;
import svc.api.jmap.TypeSource;
import svc.api.jmap.Witness;

/** Takes in every service that is a part of a capability, for as long as it is one. */
@Component(
        service = {},
        immediate = true)
public final class Whiteboard {

    private final EngineService engine;

    /** Waits for services. */
    @Activate
    public Whiteboard(@Reference EngineService engine) {
        this.engine = engine;
    }

    @Reference(
            service = Capability.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            updated = "refreshCapability",
            unbind = "removeCapability")
    void addCapability(Capability service, ServiceReference<Capability> reference) {
        engine.add(service, reference);
    }

    void refreshCapability(Capability service, ServiceReference<Capability> reference) {
        engine.refresh(service, reference);
    }

    void removeCapability(ServiceReference<Capability> reference) {
        engine.remove(reference);
    }

    @Reference(
            service = MethodHandler.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            unbind = "removeMethodHandler")
    void addMethodHandler(MethodHandler<?, ?> service, ServiceReference<MethodHandler<?, ?>> reference) {
        engine.add(service, reference);
    }

    void removeMethodHandler(ServiceReference<MethodHandler<?, ?>> reference) {
        engine.remove(reference);
    }

    @Reference(
            service = ObjectType.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            unbind = "removeObjectType")
    void addObjectType(ObjectType<?> service, ServiceReference<ObjectType<?>> reference) {
        engine.add(service, reference);
    }

    void removeObjectType(ServiceReference<ObjectType<?>> reference) {
        engine.remove(reference);
    }

    @Reference(
            service = TypeSource.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            unbind = "removeTypeSource")
    void addTypeSource(TypeSource service, ServiceReference<TypeSource> reference) {
        engine.add(service, reference);
    }

    void removeTypeSource(ServiceReference<TypeSource> reference) {
        engine.remove(reference);
    }

    @Reference(
            service = PropertyContribution.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            unbind = "removePropertyContribution")
    void addPropertyContribution(PropertyContribution service, ServiceReference<PropertyContribution> reference) {
        engine.add(service, reference);
    }

    void removePropertyContribution(ServiceReference<PropertyContribution> reference) {
        engine.remove(reference);
    }

    @Reference(
            service = Witness.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            unbind = "removeWitness")
    void addWitness(Witness service) {
        engine.witnesses().add(service);
    }

    void removeWitness(Witness service) {
        engine.witnesses().remove(service);
    }

    @Reference(
            service = Exclusion.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            unbind = "removeExclusion")
    void addExclusion(Exclusion service, ServiceReference<Exclusion> reference) {
        engine.add(service, reference);
    }

    void removeExclusion(ServiceReference<Exclusion> reference) {
        engine.remove(reference);
    }
}
