package svc.core.engine;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;
import svc.api.blob.BlobReferrer;
import svc.api.jmap.type.ObjectType;
import svc.core.dispatch.RegisteredType;
import svc.core.records.RecordSource;
import svc.core.registry.ContributionRegistry;

/** Registers a {@link BlobReferrer} for each record type whose objects refer to blobs. Thread-safe. */
final class RecordBlobReferrers {

    private final BundleContext context;
    private final ContributionRegistry registry;
    private final Map<ServiceReference<?>, ServiceRegistration<?>> registrations = new ConcurrentHashMap<>();

    RecordBlobReferrers(BundleContext context, ContributionRegistry registry) {
        this.context = context;
        this.registry = registry;
    }

    /** Registers the referrer of a type that was added to the registry. */
    void add(ObjectType<?> type, ServiceReference<?> reference) {
        @Nullable RegisteredType registered = registry.catalogue().types().get(type.name());
        if (registered != null && registered.source() instanceof RecordSource<?> source) {
            source.blobReferrer()
                    .ifPresent(referrer -> registrations.computeIfAbsent(
                            reference, key -> context.registerService(BlobReferrer.class, referrer, null)));
        }
    }

    void remove(ServiceReference<?> reference) {
        ServiceRegistration<?> registration = registrations.remove(reference);
        if (registration != null) {
            registration.unregister();
        }
    }

    void close() {
        registrations.keySet().forEach(this::remove);
    }
}
