package svc.core.registry;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.core.dispatch.Catalogue;
import svc.core.dispatch.Catalogue.Refused;
import svc.core.dispatch.Contribution;
import svc.core.dispatch.Contribution.Offered;
import svc.core.dispatch.Contribution.Origin;
import svc.core.dispatch.InFlightCalls;
import svc.core.methods.StandardMethods;
import svc.core.objects.InvalidServiceException;

/**
 * The registry of all current contributions. Each change creates a new catalogue. Running requests continue to use the
 * catalogue with which they began.
 */
public final class ContributionRegistry {

    /** The maximum time that running calls may continue after the removal of their service. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(ContributionRegistry.class);

    private final ContributionReader reader;
    private final StandardMethods derived;
    private final Map<Object, Entry> entries = new LinkedHashMap<>();
    private final Set<Object> reading = new HashSet<>();
    private final Set<Long> held = new HashSet<>();
    private volatile Catalogue catalogue;

    public ContributionRegistry(ContributionReader reader, StandardMethods derived) {
        this.reader = reader;
        this.derived = derived;
        this.catalogue = new CatalogueBuilder(derived).of(0, List.of(), List.of());
    }

    /** Returns the current catalogue. */
    public Catalogue catalogue() {
        return catalogue;
    }

    /**
     * Adds a service in one role, that is, as one of the service types in {@link ContributionReader#ROLES}. Does
     * nothing if the key is already registered. The service is read without holding the lock, because its code may wait
     * for another thread that needs the registry.
     */
    public void add(Object key, String bundle, long bundleId, Class<?> role, Object service) {
        synchronized (this) {
            if (entries.containsKey(key) || !reading.add(key)) {
                return;
            }
        }
        Entry entry = null;
        try {
            entry = entry(new Origin(bundle, bundleId, new InFlightCalls()), role, service);
        } finally {
            added(key, entry);
        }
    }

    /** Stores the entry unless the service was removed while it was read. */
    private synchronized void added(Object key, @Nullable Entry entry) {
        if (reading.remove(key) && entry != null) {
            entries.put(key, entry);
            publish();
        }
    }

    /**
     * Reads a service again because its properties changed. The service keeps its position in the order of
     * registration.
     */
    public void refresh(Object key, Class<?> role, Object service) {
        Entry known;
        synchronized (this) {
            known = entries.get(key);
        }
        while (known != null) {
            Entry entry = entry(known.origin, role, service);
            known = replaced(key, known, entry);
        }
    }

    /** Replaces an entry if it is still current. Otherwise returns the current entry, which has to be read again. */
    private synchronized @Nullable Entry replaced(Object key, Entry known, Entry entry) {
        Entry now = entries.get(key);
        if (!known.equals(now)) {
            return now;
        }
        entries.put(key, entry);
        publish();
        return null;
    }

    /**
     * Hides the capabilities of a bundle that is starting or stopping. The services of a bundle are registered one
     * after another: no client may see a URN before its methods and types are registered, or after their removal has
     * begun.
     */
    synchronized void hold(long bundleId) {
        if (held.add(bundleId) && offers(bundleId)) {
            publish();
        }
    }

    /** Publishes the capabilities of a bundle after all services of its start are registered. */
    public synchronized void settle(long bundleId) {
        if (held.remove(bundleId) && offers(bundleId)) {
            publish();
        }
    }

    private boolean offers(long bundleId) {
        return entries.values().stream()
                .flatMap(entry -> entry.part.stream())
                .anyMatch(part -> part instanceof Offered && part.origin().bundleId() == bundleId);
    }

    private boolean shown(Contribution part) {
        return !(part instanceof Offered) || !held.contains(part.origin().bundleId());
    }

    private Entry entry(Origin origin, Class<?> role, Object service) {
        try {
            return new Entry(origin, Optional.of(reader.read(origin, role, service)), Optional.empty());
        } catch (InvalidServiceException e) {
            return new Entry(origin, Optional.empty(), Optional.of(refused(e, origin)));
        }
    }

    private static Catalogue.Refused refused(InvalidServiceException part, Origin origin) {
        return new Catalogue.Refused(
                part.subject(),
                origin.bundle(),
                origin.bundleId(),
                String.valueOf(part.getMessage()),
                "Ask the author of " + origin.bundle() + " to correct it.");
    }

    /**
     * Removes a service. Returns as soon as no call runs inside the service, but after {@link #GRACE} at the latest.
     */
    public void remove(Object key) {
        Entry removed;
        synchronized (this) {
            reading.remove(key);
            removed = entries.remove(key);
            if (removed == null) {
                return;
            }
            publish();
        }
        if (!removed.origin.use().close(GRACE)) {
            LOG.warn(
                    "Bundle {} stops although its calls are still running after {} s",
                    removed.origin.bundle(),
                    GRACE.toSeconds());
        }
    }

    private void publish() {
        List<Contribution> parts = new ArrayList<>();
        List<Refused> broken = new ArrayList<>();
        for (Entry entry : entries.values()) {
            entry.part.filter(this::shown).ifPresent(parts::add);
            entry.broken.ifPresent(broken::add);
        }
        List<Refused> before = catalogue.refused();
        catalogue = new CatalogueBuilder(derived).of(catalogue.generation() + 1, parts, broken);
        catalogue.refused().stream()
                .filter(refused -> !before.contains(refused))
                .forEach(refused -> LOG.warn("{} {}", refused.reason(), refused.remedy()));
    }

    /** A service with its contribution, or the reason for its rejection. */
    private record Entry(Origin origin, Optional<Contribution> part, Optional<Refused> broken) {}
}
