package svc.core.engine;

import java.util.HashSet;
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
import svc.api.jmap.observe.ReadableTypes;
import svc.api.jmap.type.DataOwner;
import svc.api.store.Scope;
import svc.core.dispatch.Catalogue;
import svc.core.dispatch.RegisteredType;
import svc.core.registry.ContributionRegistry;

/**
 * Computes the types that callers can read, once per tenant. The result is cached until the catalogue or the tenant
 * changes.
 */
@Component
public final class CachedReadableTypes implements ReadableTypes {

    private static final int KEPT = 1_000;

    private final ContributionRegistry registry;
    private final Directory directory;
    private final Map<String, Cached> cached = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Cached> eldest) {
            return size() > KEPT;
        }
    };

    @Activate
    public CachedReadableTypes(@Reference EngineComponent service, @Reference Directory directory) {
        this(service.registry(), directory);
    }

    CachedReadableTypes(ContributionRegistry registry, Directory directory) {
        this.registry = registry;
        this.directory = directory;
    }

    private record Cached(long stamp, Set<String> all, Set<String> pushOnly) {}

    @Override
    public long version(String organization) {
        // Neither number ever decreases, so the sum changes when one of the numbers changes.
        return registry.catalogue().generation() + directory.version(organization);
    }

    @Override
    public ReadableAccount of(Caller caller) {
        Account own = caller.account();
        Cached types = types(own.organization());
        return new ReadableAccount(Scope.account(new ScopeKey(), own.n()), own.id(), types.all(), types.pushOnly());
    }

    private Cached types(String organization) {
        long stamp = version(organization);
        @Nullable Cached known;
        synchronized (cached) {
            known = cached.get(organization);
        }
        if (known != null && known.stamp() == stamp) {
            return known;
        }
        Cached types = readable(stamp, registry.catalogue(), organization);
        synchronized (cached) {
            cached.put(organization, types);
        }
        return types;
    }

    private Cached readable(long stamp, Catalogue catalogue, String organization) {
        Set<String> pushOnly = catalogue.pushOnlyTypes().entrySet().stream()
                .filter(type -> offered(type.getValue(), catalogue, organization))
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
        Set<String> all = catalogue.types().values().stream()
                .filter(type -> type.source().owner() == DataOwner.ACCOUNT)
                .filter(type -> type.descriptor().capabilities().stream()
                        .anyMatch(urn -> offered(urn, catalogue, organization)))
                .map(RegisteredType::name)
                .collect(Collectors.toCollection(HashSet::new));
        all.addAll(pushOnly);
        return new Cached(stamp, all, pushOnly);
    }

    /** Returns whether a request can use one of the URNs that enable the type. */
    private boolean offered(String capability, Catalogue catalogue, String organization) {
        return catalogue.unlocking(capability).stream().anyMatch(urn -> catalogue.offers(urn, organization, directory));
    }
}
