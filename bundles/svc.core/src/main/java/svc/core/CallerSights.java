package svc.core;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.engine.ScopeKey;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.identity.Reach;
import svc.api.jmap.Sights;
import svc.api.store.Scope;

/** What callers can read, worked out once and kept until what is offered or who reaches what changes. */
@Component
public final class CallerSights implements Sights {

    private static final int KEPT = 10_000;

    private final Registry registry;
    private final Directory directory;
    private final Map<Long, Kept> kept = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Kept> eldest) {
            return size() > KEPT;
        }
    };

    /** Looks at the registry. */
    @Activate
    public CallerSights(@Reference EngineService service, @Reference Directory directory) {
        this(service.registry(), directory);
    }

    CallerSights(Registry registry, Directory directory) {
        this.registry = registry;
        this.directory = directory;
    }

    private record Kept(long stamp, List<Seen> accounts) {}

    @Override
    public long stamp(String organization) {
        // Neither ever steps back, so their sum moves when one of them does.
        return registry.catalogue().generation() + directory.version(organization);
    }

    @Override
    public List<Seen> of(Caller caller) {
        long stamp = stamp(caller.account().organization());
        long n = caller.account().n();
        @Nullable Kept known;
        synchronized (kept) {
            known = kept.get(n);
        }
        if (known != null && known.stamp() == stamp) {
            return known.accounts();
        }
        Catalogue catalogue = registry.catalogue();
        List<Seen> accounts = directory.reach(caller).stream()
                .map(reach -> seen(reach, catalogue, caller.account().organization()))
                .filter(seen -> !seen.types().isEmpty() || seen.mark().isEmpty())
                .toList();
        synchronized (kept) {
            kept.put(n, new Kept(stamp, accounts));
        }
        return accounts;
    }

    private Seen seen(Reach reach, Catalogue catalogue, String organization) {
        Set<String> types = catalogue.types().values().stream()
                .filter(type -> readable(type.shape().capability(), reach, catalogue, organization))
                .map(KnownType::name)
                .collect(Collectors.toSet());
        return new Seen(Scope.account(new ScopeKey(), reach.account().n()), reach.id(), types, Sight.mark(reach));
    }

    /** A request can name one of the URNs that unlock the type, and the account shows it under that. */
    private boolean readable(String capability, Reach reach, Catalogue catalogue, String organization) {
        return catalogue.unlocking(capability).stream()
                .anyMatch(urn -> catalogue.capabilities().containsKey(urn)
                        && directory.allows(organization, urn)
                        && reach.access(urn).isPresent());
    }
}
