package svc.core.engine;

import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;
import static org.osgi.service.component.annotations.ReferencePolicyOption.GREEDY;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
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
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobAccess;
import svc.api.identity.ContainerShares;
import svc.api.identity.Directory;
import svc.api.identity.ShareNotifications;
import svc.api.jmap.Capability;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.type.ObjectType;
import svc.api.json.Json;
import svc.api.lifecycle.Maintenance;
import svc.api.metrics.MetricSource;
import svc.api.store.Store;
import svc.api.time.Clock;
import svc.core.dispatch.ProcessorTime;
import svc.core.methods.EchoMethod;
import svc.core.methods.StandardMethods;
import svc.core.methods.StandardMethods.Services;
import svc.core.objects.ObjectObservers;
import svc.core.records.RecordBlobs;
import svc.core.registry.BundleStartListener;
import svc.core.registry.ContributionReader;
import svc.core.registry.ContributionRegistry;
import svc.core.registry.CoreCapability;
import svc.core.session.SessionBaseUrl;
import svc.core.session.SessionCache;

/** Creates the engine, and registers the limits, the metrics and the Core capability as services. */
@Component(
        service = EngineComponent.class,
        configurationPid = "svc.limits",
        configurationPolicy = ConfigurationPolicy.REQUIRE)
@Designate(ocd = LimitsConfig.class)
public final class EngineComponent {

    private final ObjectObservers observers = new ObjectObservers();

    /** Created on demand, because the bundle that stores blobs may need types. */
    @Reference(cardinality = OPTIONAL, policy = DYNAMIC, policyOption = GREEDY)
    private volatile @Nullable AccountBlobs blobs;

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC, policyOption = GREEDY)
    private volatile @Nullable BlobAccess blobAccess;

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC, policyOption = GREEDY)
    private volatile @Nullable ShareNotifications notifications;

    private final ContributionRegistry registry;
    private final RecordBlobReferrers referrers;
    private final Engine engine;
    private final BundleStartListener moments;
    private final ServiceRegistration<JmapLimits> limitsOffered;
    private final ServiceRegistration<Capability> coreOffered;
    private final ServiceRegistration<MetricSource> metersOffered;

    @Activate
    public EngineComponent(
            BundleContext context,
            LimitsConfig config,
            @Reference Store store,
            @Reference Json json,
            @Reference Clock clock,
            @Reference Directory directory,
            @Reference ContainerShares shares,
            @Reference SessionBaseUrl prefix,
            @Reference ProcessorTime processorTime,
            @Reference Maintenance maintenance) {
        JmapLimits limits = limits(config);
        this.registry = new ContributionRegistry(
                new ContributionReader(
                        json,
                        store,
                        observers,
                        new RecordBlobs(() -> blobs, () -> blobAccess),
                        () -> Optional.of(shares),
                        () -> Optional.ofNullable(notifications)),
                new StandardMethods(new Services(store, json, clock, limits, observers)));
        this.referrers = new RecordBlobReferrers(context, registry);
        SessionCache sessions = new SessionCache(registry, directory, json, prefix::configured);
        this.engine = new Engine(
                registry,
                sessions,
                directory,
                json,
                clock,
                limits,
                Duration.ofSeconds(config.request_seconds()),
                processorTime,
                maintenance::readOnly);
        this.moments = new BundleStartListener(context, registry);
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
        referrers.close();
        moments.close();
        coreOffered.unregister();
        metersOffered.unregister();
        limitsOffered.unregister();
    }

    public Engine engine() {
        return engine;
    }

    ObjectObservers observers() {
        return observers;
    }

    ContributionRegistry registry() {
        return registry;
    }

    /**
     * The key of a service in one role, that is, under one of the service types in {@link ContributionReader#ROLES}.
     * Each role is a separate contribution.
     */
    private record Key(Class<?> role, ServiceReference<?> reference) {}

    /** Registers a service in all its roles. Repeated calls for the same service have no effect. */
    void add(Object service, ServiceReference<?> reference) {
        Bundle bundle = reference.getBundle();
        if (bundle == null) {
            return;
        }
        Set<String> offered = Set.of((String[]) reference.getProperty(Constants.OBJECTCLASS));
        for (Class<?> role : ContributionReader.ROLES) {
            if (offered.contains(role.getName())) {
                registry.add(new Key(role, reference), bundle.getSymbolicName(), bundle.getBundleId(), role, service);
            }
        }
        if (service instanceof ObjectType<?> type) {
            referrers.add(type, reference);
        }
        if (reference.getBundle() == null) {
            remove(reference);
        }
    }

    /** Reads the description of the service again. */
    void refresh(Object service, ServiceReference<?> reference) {
        ContributionReader.ROLES.forEach(role -> registry.refresh(new Key(role, reference), role, service));
    }

    /** Removes a service from all its roles; the role of a capability is removed first. */
    void remove(ServiceReference<?> reference) {
        referrers.remove(reference);
        Bundle bundle = reference.getBundle();
        if (bundle != null) {
            moments.going(bundle);
        }
        for (int i = ContributionReader.ROLES.size() - 1; i >= 0; i--) {
            registry.remove(new Key(ContributionReader.ROLES.get(i), reference));
        }
    }
}
