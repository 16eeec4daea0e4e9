package svc.cap.blob;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.util.Dictionary;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobAccess;
import svc.api.blob.BlobReferrer;
import svc.api.jmap.Capability;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.observe.ObjectVisibility;
import svc.api.store.Store;

/**
 * Registers the capability and tracks the types whose objects refer to blobs. When a bundle adds or removes a type, the
 * service properties change, so that the session objects are rebuilt. Thread-safe.
 */
@Component(service = BlobCapability.class, immediate = true)
public final class BlobCapability {

    static final String URN = "urn:ietf:params:jmap:blob";

    /**
     * The maximum number of sources of a blob. RFC 9404 §3.1 requires at least 64. Clients can create a blob from more
     * sources in two steps.
     */
    static final int MOST_SOURCES = 100;

    private final JmapLimits limits;
    private final List<BlobReferrer> referrers = new CopyOnWriteArrayList<>();
    private final ServiceRegistration<Capability> offered;

    /**
     * Creates the capability. It requires the services that the methods use, so that it is never announced without its
     * methods.
     */
    @Activate
    public BlobCapability(
            BundleContext context,
            @Reference JmapLimits limits,
            @Reference AccountBlobs blobs,
            @Reference BlobAccess blobAccess,
            @Reference ObjectVisibility visibility,
            @Reference Store store) {
        this.limits = limits;
        this.offered = context.registerService(Capability.class, new Offered(), properties());
    }

    @Deactivate
    void stop() {
        offered.unregister();
    }

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC, unbind = "removeReferrer")
    void addReferrer(BlobReferrer referrer) {
        referrers.add(referrer);
        offered.setProperties(properties());
    }

    /** References are unbound after deactivation, so the capability may already be unregistered. */
    void removeReferrer(BlobReferrer referrer) {
        referrers.remove(referrer);
        try {
            offered.setProperties(properties());
        } catch (IllegalStateException e) {
            return;
        }
    }

    private Dictionary<String, ?> properties() {
        return FrameworkUtil.asDictionary(Map.of("types", types()));
    }

    private List<String> types() {
        return referrers.stream().map(BlobReferrer::type).distinct().sorted().toList();
    }

    /** Returns the referrers of a type; empty if no bundle provides the type. */
    List<BlobReferrer> of(String type) {
        return referrers.stream()
                .filter(referrer -> referrer.type().equals(type))
                .toList();
    }

    /** The capability's entry in the session. */
    private final class Offered implements Capability {

        @Override
        public String urn() {
            return URN;
        }

        @Override
        public Map<String, @Nullable Object> accountObject() {
            return Map.of(
                    "maxSizeBlobSet", limits.maxSizeUpload(),
                    "maxDataSources", MOST_SOURCES,
                    "supportedTypeNames", types(),
                    "supportedDigestAlgorithms", DigestAlgorithm.names());
        }

        /**
         * Returns true, because a caller who can upload to a shared account and download from it (RFC 8620 §6) can also
         * use the methods there.
         */
        @Override
        public boolean appliesToSharedAccounts() {
            return true;
        }
    }
}
