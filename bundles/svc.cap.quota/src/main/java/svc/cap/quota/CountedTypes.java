package svc.cap.quota;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.ComponentServiceObjects;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobReferrer;

/** The object types whose blobs count towards the quota, as the blob referrers report them. Thread-safe. */
@Component(service = CountedTypes.class)
public final class CountedTypes {

    private final List<BlobReferrer> known;

    /**
     * The referrers are created only when they are needed. A direct reference would be a cycle, because referrers need
     * {@code AccountBlobs}, which notifies this bundle of the usage.
     */
    @Reference(service = BlobReferrer.class, cardinality = MULTIPLE, policy = DYNAMIC)
    private volatile List<ComponentServiceObjects<BlobReferrer>> referrers = List.of();

    @Activate
    public CountedTypes() {
        this(List.of());
    }

    /** Creates the component with referrers in addition to the registered referrers. */
    CountedTypes(List<BlobReferrer> known) {
        this.known = known;
    }

    /**
     * Returns the names of the types in sorted order.
     *
     * @param isVisible selects the capabilities whose types are returned
     */
    List<String> names(Predicate<String> isVisible) {
        List<String> names = new ArrayList<>();
        known.forEach(referrer -> add(referrer, isVisible, names));
        for (ComponentServiceObjects<BlobReferrer> one : referrers) {
            @Nullable BlobReferrer referrer = one.getService();
            if (referrer != null) { // The service may have been unregistered in the meantime.
                try {
                    add(referrer, isVisible, names);
                } finally {
                    one.ungetService(referrer);
                }
            }
        }
        return names.stream().distinct().sorted().toList();
    }

    private static void add(BlobReferrer referrer, Predicate<String> isVisible, List<String> names) {
        if (referrer.countsTowardsQuota() && isVisible.test(referrer.capability())) {
            names.add(referrer.type());
        }
    }

    /** Returns the names of all types in sorted order. */
    List<String> names() {
        return names(urn -> true);
    }
}
