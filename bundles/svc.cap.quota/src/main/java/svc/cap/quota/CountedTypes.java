package svc.cap.quota;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.ComponentServiceObjects;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import svc.api.blob.BlobReferrer;

/** The types whose objects keep blobs, as whoever brings them says. Any thread. */
@Component(service = CountedTypes.class)
public final class CountedTypes {

    private final List<BlobReferrer> known;

    /** None is made before somebody asks: what refers to blobs needs the blobs, which tell this bundle what is used. */
    @Reference(
            service = BlobReferrer.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC)
    private volatile List<ComponentServiceObjects<BlobReferrer>> referrers = List.of();

    /** Those that are there. */
    @Activate
    public CountedTypes() {
        this(List.of());
    }

    /** Beside those that are there. */
    CountedTypes(List<BlobReferrer> known) {
        this.known = known;
    }

    /** Their names, sorted; of those of capabilities that show. */
    List<String> names(Predicate<String> shows) {
        List<String> names = new ArrayList<>();
        known.forEach(referrer -> add(referrer, shows, names));
        for (ComponentServiceObjects<BlobReferrer> one : referrers) {
            @Nullable BlobReferrer referrer = one.getService();
            if (referrer != null) { // it may be on its way out
                try {
                    add(referrer, shows, names);
                } finally {
                    one.ungetService(referrer);
                }
            }
        }
        return names.stream().distinct().sorted().toList();
    }

    private static void add(BlobReferrer referrer, Predicate<String> shows, List<String> names) {
        if (referrer.keeps() && shows.test(referrer.capability())) {
            names.add(referrer.type());
        }
    }

    /** All of them. */
    List<String> names() {
        return names(urn -> true);
    }
}
