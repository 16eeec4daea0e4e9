package svc.core;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.engine.ScopeKey;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.jmap.Sights;
import svc.api.store.Scope;

/** What callers can read, worked out once an organization and kept until what is offered or what an organization allows changes. */
@Component
public final class CallerSights implements Sights {

    private static final int KEPT = 1_000;

    private final Registry registry;
    private final Directory directory;
    private final Map<String, Kept> kept = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Kept> eldest) {
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

    private record Kept(long stamp, Set<String> types) {}

    @Override
    public long stamp(String organization) {
        // Neither ever steps back, so their sum moves when one of them does.
        return registry.catalogue().generation() + directory.version(organization);
    }

    @Override
    public Seen of(Caller caller) {
        Account own = caller.account();
        return new Seen(Scope.account(new ScopeKey(), own.n()), own.id(), types(own.organization()));
    }

    private Set<String> types(String organization) {
        long stamp = stamp(organization);
        @Nullable Kept known;
        synchronized (kept) {
            known = kept.get(organization);
        }
        if (known != null && known.stamp() == stamp) {
            return known.types();
        }
        Set<String> types = readable(registry.catalogue(), organization);
        synchronized (kept) {
            kept.put(organization, new Kept(stamp, types));
        }
        return types;
    }

    private Set<String> readable(Catalogue catalogue, String organization) {
        return catalogue.types().values().stream()
                .filter(type ->
                        type.shape().capabilities().stream().anyMatch(urn -> offered(urn, catalogue, organization)))
                .map(KnownType::name)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** A request can name one of the URNs that unlock the type. */
    private boolean offered(String capability, Catalogue catalogue, String organization) {
        return catalogue.unlocking(capability).stream().anyMatch(urn -> catalogue.offers(urn, organization, directory));
    }
}
