package svc.cap.principals;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.osgi.service.component.annotations.Component;
import svc.api.identity.DirectoryListener;

/**
 * Remembers which accounts and groups have changed since the principals of their tenant were compared with the
 * directory. A tenant whose principals were not compared since the start is compared as a whole. Thread-safe.
 */
@Component(service = {DirectoryListener.class, DirectoryChanges.class})
public final class DirectoryChanges implements DirectoryListener {

    private final Map<String, Changed> tenants = new ConcurrentHashMap<>();

    /** The changes of a tenant. Its lock is held while the principals of the tenant are compared. */
    static final class Changed {

        private final Set<Long> numbers = ConcurrentHashMap.newKeySet();
        private volatile boolean compared;

        /** Returns whether all principals of the tenant were compared since the start. */
        boolean isCompared() {
            return compared;
        }

        boolean isEmpty() {
            return numbers.isEmpty();
        }

        /** Returns the numbers that have changed, and forgets them. */
        List<Long> take() {
            List<Long> taken = List.copyOf(numbers);
            taken.forEach(numbers::remove);
            return taken;
        }

        /** Adds numbers that were not compared after all. */
        void putBack(List<Long> taken) {
            numbers.addAll(taken);
        }

        void setCompared() {
            compared = true;
        }
    }

    @Override
    public void changed(String organization, long n) {
        Changed known = tenants.get(organization);
        if (known != null) {
            known.numbers.add(n);
        }
    }

    Changed of(String organization) {
        return tenants.computeIfAbsent(organization, id -> new Changed());
    }
}
