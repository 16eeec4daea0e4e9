package svc.core;

import java.time.Duration;
import java.util.Set;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import svc.api.identity.Directory;
import svc.api.jmap.Capability;
import svc.api.jmap.JmapLimits;
import svc.api.json.Json;
import svc.api.metrics.MetricSource;
import svc.api.store.Store;
import svc.api.time.Clock;
import svc.core.DerivedMethods.Ground;

/** Makes the engine, and offers the limits and the Core capability as services like every other. */
@Component(
        service = EngineService.class,
        configurationPid = "svc.limits",
        configurationPolicy = ConfigurationPolicy.REQUIRE)
@Designate(ocd = LimitsConfig.class)
public final class EngineService {

    private final Witnesses witnesses = new Witnesses();
    private final Registry registry;
    private final Engine engine;
    private final BundleMoments moments;
    private final ServiceRegistration<JmapLimits> limitsOffered;
    private final ServiceRegistration<Capability> coreOffered;
    private final ServiceRegistration<MetricSource> metersOffered;

    /** Starts with an empty registry but for Core. */
    @Activate
    public EngineService(
            BundleContext context,
            LimitsConfig config,
            @Reference Store store,
            @Reference Json json,
            @Reference Clock clock,
            @Reference Directory directory,
            @Reference SessionPrefix prefix) {
        JmapLimits limits = limits(config);
        this.registry = new Registry(
                new PartReader(json, store, witnesses),
                new DerivedMethods(new Ground(store, json, clock, limits, witnesses)));
        SessionBook sessions = new SessionBook(registry, directory, json, prefix::configured);
        this.engine = new Engine(
                registry, sessions, directory, json, clock, limits, Duration.ofSeconds(config.request_seconds()));
        this.moments = new BundleMoments(context, registry);
        moments.open();
        registry.add("echo", "svc.core", context.getBundle().getBundleId(), EchoMethod.class, new EchoMethod());
        this.limitsOffered = context.registerService(JmapLimits.class, limits, null);
        this.metersOffered = context.registerService(MetricSource.class, engine.meters(), null);
        this.coreOffered = context.registerService(Capability.class, new CoreCapability(limits), null);
    }

    private static JmapLimits limits(LimitsConfig config) {
        return new JmapLimits(
                config.max_size_upload(),
                config.max_concurrent_upload(),
                config.max_size_request(),
                config.max_concurrent_requests(),
                config.max_calls_in_request(),
                config.max_objects_in_get(),
                config.max_objects_in_set(),
                config.max_query_limit(),
                config.max_changes());
    }

    @Deactivate
    void stop() {
        moments.close();
        coreOffered.unregister();
        metersOffered.unregister();
        limitsOffered.unregister();
    }

    Engine engine() {
        return engine;
    }

    Witnesses witnesses() {
        return witnesses;
    }

    Registry registry() {
        return registry;
    }

    /** A service in one of its roles, each a part of its own. */
    private record Key(Class<?> role, ServiceReference<?> reference) {}

    /** Takes a service in, in all its roles at once; that it is told of once for each of them does no harm. */
    void add(Object service, ServiceReference<?> reference) {
        Bundle bundle = reference.getBundle();
        if (bundle == null) {
            return;
        }
        Set<String> offered = Set.of((String[]) reference.getProperty(Constants.OBJECTCLASS));
        for (Class<?> role : PartReader.ROLES) {
            if (offered.contains(role.getName())) {
                registry.add(new Key(role, reference), bundle.getSymbolicName(), bundle.getBundleId(), role, service);
            }
        }
        if (reference.getBundle() == null) {
            remove(reference);
        }
    }

    /** Asks it anew what it is. */
    void refresh(Object service, ServiceReference<?> reference) {
        PartReader.ROLES.forEach(role -> registry.refresh(new Key(role, reference), role, service));
    }

    /** Lets it go, the capability first. */
    void remove(ServiceReference<?> reference) {
        Bundle bundle = reference.getBundle();
        if (bundle != null) {
            moments.going(bundle);
        }
        for (int i = PartReader.ROLES.size() - 1; i >= 0; i--) {
            registry.remove(new Key(PartReader.ROLES.get(i), reference));
        }
    }
}
