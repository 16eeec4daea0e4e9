package svc.core.engine;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Caller;
import svc.api.identity.Caller.CredentialKind;
import svc.api.identity.Directory;
import svc.api.jmap.CallContext;
import svc.api.jmap.observe.ObjectReader;
import svc.api.jmap.type.ContainerRights;
import svc.api.jmap.type.PropertySelection;
import svc.api.json.Json;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.core.dispatch.AccountContext;
import svc.core.dispatch.Catalogue;
import svc.core.dispatch.Contribution.Contributed;
import svc.core.dispatch.RegisteredType;
import svc.core.methods.PlainObjectReader;
import svc.core.methods.RequestedProperties;
import svc.core.registry.ContributionRegistry;

/**
 * Reads the objects of callers' own accounts, with the values that a {@code /get} returns to a request that uses all
 * capabilities of the account.
 */
@Component
public final class EngineObjectReader implements ObjectReader {

    private final ContributionRegistry registry;
    private final Directory directory;
    private final Json json;

    @Activate
    public EngineObjectReader(
            @Reference EngineComponent service, @Reference Directory directory, @Reference Json json) {
        this(service.registry(), directory, json);
    }

    EngineObjectReader(ContributionRegistry registry, Directory directory, Json json) {
        this.registry = registry;
        this.directory = directory;
        this.json = json;
    }

    @Override
    public Optional<TypeReader> of(Caller caller, String name) {
        return view(caller, name).map(view -> view);
    }

    private Optional<OfType> view(Caller caller, String name) {
        Catalogue catalogue = registry.catalogue();
        @Nullable RegisteredType type = catalogue.types().get(name);
        if (type == null) {
            return Optional.empty();
        }
        String organization = caller.account().organization();
        Set<String> offered = catalogue.capabilities().keySet().stream()
                .filter(urn -> catalogue.offers(urn, organization, directory))
                .collect(Collectors.toSet());
        AccountContext account = AccountContext.of(AccessibleAccount.own(caller.account()));
        CallContext context =
                new CallContext(caller, account.accessible(), Map.of(), urn -> account.shows(urn, catalogue, offered));
        return type.descriptor().capabilities().stream().anyMatch(context.visibility())
                ? Optional.of(OfType.of(type, json, context))
                : Optional.empty();
    }

    @Override
    public Optional<TypeReader> of(Scope scope, String name) {
        Optional<OfType> reader = directory
                .account(scope.n())
                .flatMap(owner -> view(new Caller(owner, "", CredentialKind.SESSION, ""), name));
        reader.ifPresent(OfType::enter);
        return reader.map(view -> view);
    }

    private record OfType(
            RegisteredType type,
            Json json,
            CallContext context,
            Set<String> ownProperties,
            Map<String, Contributed> contributed,
            Map<Integer, Set<String>> facetProperties,
            Set<String> computedProperties)
            implements TypeReader {

        static OfType of(RegisteredType type, Json json, CallContext context) {
            Map<String, Contributed> contributed = type.contributed(context.visibility());
            Map<Integer, Set<String>> facets = type.namesByFacet(context.visibility());
            Set<String> computed = new LinkedHashSet<>(contributed.keySet());
            facets.values().forEach(computed::removeAll);
            Set<String> own = new LinkedHashSet<>(type.own(context.visibility()));
            return new OfType(type, json, context, own, contributed, facets, computed);
        }

        void enter() {
            AccountContext own = AccountContext.of(context.reach());
            type.origin().use().inside(() -> type.entered(own));
        }

        @Override
        public char idPrefix() {
            return type.descriptor().idPrefix();
        }

        @Override
        public Optional<Facets> unnamedFacets() {
            return type.descriptor().unnamedFacets();
        }

        @Override
        public Optional<ContainerRights> containerRights() {
            return type.descriptor().rights();
        }

        @Override
        public List<Long> numbers(Snapshot snapshot, long after, int max) {
            return type.origin()
                    .use()
                    .inside(() -> type.source().numbers(snapshot, after, max))
                    .orElse(List.of());
        }

        @Override
        public Map<Long, Map<String, @Nullable Object>> read(
                Snapshot snapshot, Collection<Long> numbers, Set<String> properties) {
            RequestedProperties wanted = wanted(properties);
            return type.origin()
                    .use()
                    .inside(() -> new PlainObjectReader(type, json).read(snapshot, numbers, wanted))
                    .orElse(Map.of());
        }

        private RequestedProperties wanted(Set<String> properties) {
            Set<String> visible = new HashSet<>(ownProperties);
            visible.retainAll(properties);
            Map<Contributed, Set<String>> others = new LinkedHashMap<>();
            contributed.forEach((name, part) -> {
                if (properties.contains(name)) {
                    others.computeIfAbsent(part, key -> new LinkedHashSet<>()).add(name);
                }
            });
            return new RequestedProperties(new PropertySelection(type.all(visible), visible, context), others);
        }
    }
}
