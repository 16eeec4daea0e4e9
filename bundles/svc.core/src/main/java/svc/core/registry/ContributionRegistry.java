package svc.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.core.Catalogue.Refused;

/** All parts that are there now. Each change makes a new catalogue; running requests keep theirs. */
final class Registry {

    /** How long a call may still run when its bundle goes. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(Registry.class);

    private final PartReader reader;
    private final DerivedMethods derived;
    private final Map<Object, Entry> entries = new LinkedHashMap<>();
    private final Set<Long> held = new HashSet<>();
    private volatile Catalogue catalogue;

    Registry(PartReader reader, DerivedMethods derived) {
        this.reader = reader;
        this.derived = derived;
        this.catalogue = new CatalogueDraft(derived).of(0, List.of(), List.of());
    }

    /** What is offered now. */
    Catalogue catalogue() {
        return catalogue;
    }

    /** Takes a service in as what it was registered for; the key is its identity in this role, and known it is once. */
    synchronized void add(Object key, String bundle, long bundleId, Class<?> role, Object service) {
        if (entries.containsKey(key)) {
            return;
        }
        entries.put(key, entry(new Part.Origin(bundle, bundleId, new InUse()), role, service));
        publish();
    }

    /** Asks a service anew what it is, because its properties changed; it keeps its place. */
    synchronized void refresh(Object key, Class<?> role, Object service) {
        Entry known = entries.get(key);
        if (known != null) {
            entries.put(key, entry(known.origin, role, service));
            publish();
        }
    }

    /**
     * Keeps the capabilities of a bundle back that comes or goes: its services are registered one after another, and no client
     * may see a URN before what it unlocks is there, or after that has begun to go.
     */
    synchronized void hold(long bundleId) {
        if (held.add(bundleId) && offers(bundleId)) {
            publish();
        }
    }

    /** All that a bundle brings as it starts is there. */
    synchronized void settle(long bundleId) {
        if (held.remove(bundleId) && offers(bundleId)) {
            publish();
        }
    }

    private boolean offers(long bundleId) {
        return entries.values().stream()
                .flatMap(entry -> entry.part.stream())
                .anyMatch(part -> part instanceof Part.Offered && part.origin().bundleId() == bundleId);
    }

    private boolean shown(Part part) {
        return !(part instanceof Part.Offered) || !held.contains(part.origin().bundleId());
    }

    private Entry entry(Part.Origin origin, Class<?> role, Object service) {
        try {
            return new Entry(origin, Optional.of(reader.read(origin, role, service)), Optional.empty());
        } catch (BrokenPart e) {
            return new Entry(origin, Optional.empty(), Optional.of(e.refused(origin.bundle(), origin.bundleId())));
        }
    }

    /** Lets a service go, and comes back when no call is inside it any more, or after {@link #GRACE}. */
    void remove(Object key) {
        Entry gone;
        synchronized (this) {
            gone = entries.remove(key);
            if (gone == null) {
                return;
            }
            publish();
        }
        if (!gone.origin.use().close(GRACE)) {
            LOG.warn("Bundle {} goes while its calls still run after {} s", gone.origin.bundle(), GRACE.toSeconds());
        }
    }

    private void publish() {
        List<Part> parts = new ArrayList<>();
        List<Refused> broken = new ArrayList<>();
        for (Entry entry : entries.values()) {
            entry.part.filter(this::shown).ifPresent(parts::add);
            entry.broken.ifPresent(broken::add);
        }
        List<Refused> before = catalogue.refused();
        catalogue = new CatalogueDraft(derived).of(catalogue.generation() + 1, parts, broken);
        catalogue.refused().stream()
                .filter(refused -> !before.contains(refused))
                .forEach(refused -> LOG.warn("{} {}", refused.reason(), refused.remedy()));
    }

    /** A service, and what it is or why it is nothing. */
    private record Entry(Part.Origin origin, Optional<Part> part, Optional<Refused> broken) {}
}
