package svc.cap.blob;

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
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import svc.api.blob.BlobReferrer;
import svc.api.blob.BlobSight;
import svc.api.blob.Blobs;
import svc.api.jmap.Capability;
import svc.api.jmap.JmapLimits;
import svc.api.store.Store;

/**
 * Offers the capability, and knows the types whose objects refer to blobs. They come and go with their bundles: then the
 * service of the capability has another property, and what stands in the sessions is asked for anew. Any thread.
 */
@Component(service = BlobCapability.class, immediate = true)
public final class BlobCapability {

    static final String URN = "urn:ietf:params:jmap:blob";

    /** RFC 9404 §3.1 demands 64 at least. A blob of more pieces is made in two steps. */
    static final int MOST_SOURCES = 100;

    private final JmapLimits limits;
    private final List<BlobReferrer> referrers = new CopyOnWriteArrayList<>();
    private final ServiceRegistration<Capability> offered;

    /** Waits for what the methods need as well: none of them shall be missing behind the URN. */
    @Activate
    public BlobCapability(
            BundleContext context,
            @Reference JmapLimits limits,
            @Reference Blobs blobs,
            @Reference BlobSight sight,
            @Reference Store store) {
        this.limits = limits;
        this.offered = context.registerService(Capability.class, new Offered(), properties());
    }

    @Deactivate
    void stop() {
        offered.unregister();
    }

    @Reference(
            service = BlobReferrer.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            unbind = "removeReferrer")
    void addReferrer(BlobReferrer referrer) {
        referrers.add(referrer);
        offered.setProperties(properties());
    }

    /** Components go by their references first: the capability may be gone already when its last ones do. */
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

    /** The names of the types. */
    private List<String> types() {
        return referrers.stream().map(BlobReferrer::type).distinct().sorted().toList();
    }

    /** Those who know what of a type refers to blobs; empty when nobody brings the type. */
    List<BlobReferrer> of(String type) {
        return referrers.stream()
                .filter(referrer -> referrer.type().equals(type))
                .toList();
    }

    /** What the session says. */
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
                    "supportedDigestAlgorithms", Algorithm.names());
        }

        /** Whoever may upload into a shared account (RFC 8620 §6.1) may do it in this way as well, and read. */
        @Override
        public boolean inSharedAccounts() {
            return true;
        }
    }
}
