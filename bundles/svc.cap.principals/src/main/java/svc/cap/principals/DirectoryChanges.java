package svc.cap.principals;

import java.util.Map;
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

        /** The numbers that have changed, each with a value of its own for its last change. */
        private final Map<Long, Object> numbers = new ConcurrentHashMap<>();

        private volatile boolean compared;

        /** Returns whether all principals of the tenant were compared since the start. */
        boolean isCompared() {
            return compared;
        }

        boolean isEmpty() {
            return numbers.isEmpty();
        }

        /** Returns the changes that are not compared yet, by number. */
        Map<Long, Object> pending() {
            return Map.copyOf(numbers);
        }

        /** Forgets changes that were compared. A number that has changed again since then stays. */
        void forget(Map<Long, Object> changes) {
            changes.forEach(numbers::remove);
        }

        void setCompared() {
            compared = true;
        }
    }

    @Override
    public void changed(String organization, long n) {
        Changed known = tenants.get(organization);
        if (known != null) {
            known.numbers.put(n, new Object());
        }
    }

    Changed of(String organization) {
        return tenants.computeIfAbsent(organization, id -> new Changed());
    }
}
