package svc.core.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.jmap.StandardMethod;
import svc.api.jmap.observe.ReadableData;
import svc.api.jmap.type.DataOwner;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.State;
import svc.api.store.Visibility;
import svc.core.dispatch.AccountContext;
import svc.core.dispatch.Catalogue;
import svc.core.dispatch.RegisteredMethod;
import svc.core.dispatch.RegisteredType;
import svc.core.methods.VisibleObjects;
import svc.core.registry.ContributionRegistry;

/** Reads the states of shared accounts and tenants with the rules of {@code /get}. */
@Component
public final class EngineReadableData implements ReadableData {

    private final ContributionRegistry registry;
    private final Directory directory;

    @Activate
    public EngineReadableData(@Reference EngineComponent service, @Reference Directory directory) {
        this(service.registry(), directory);
    }

    EngineReadableData(ContributionRegistry registry, Directory directory) {
        this.registry = registry;
        this.directory = directory;
    }

    @Override
    public List<Part> of(Caller caller) {
        Catalogue catalogue = registry.catalogue();
        List<Part> parts = new ArrayList<>();
        for (AccessibleAccount account : directory.accounts(caller)) {
            DataOwner owner = account.isPersonal() ? DataOwner.TENANT : DataOwner.ACCOUNT;
            List<VisibleObjects> types = catalogue.types().values().stream()
                    .filter(type -> type.source().owner() == owner && isReadable(catalogue, type, account, caller))
                    .map(type -> VisibleObjects.of(type, entered(type, catalogue.completed(account), caller)))
                    .toList();
            if (!types.isEmpty()) {
                parts.add(VisibleData.of(catalogue, types));
            }
        }
        return parts;
    }

    /** Returns whether the caller can call {@code /get} of a type in an account. */
    private boolean isReadable(Catalogue catalogue, RegisteredType type, AccessibleAccount account, Caller caller) {
        return catalogue
                .method(StandardMethod.GET.nameFor(type.name()))
                .filter(method -> method.capabilities().stream()
                        .flatMap(capability -> catalogue.unlocking(capability).stream())
                        .anyMatch(urn -> isGranted(catalogue, method, urn, account, caller)))
                .isPresent();
    }

    private boolean isGranted(
            Catalogue catalogue, RegisteredMethod method, String urn, AccessibleAccount account, Caller caller) {
        return catalogue.isUsable(urn, caller.account(), directory)
                && catalogue
                        .granted(method.sharedContainers() ? account : account.withoutContainers(), urn)
                        .isPresent();
    }

    private AccountContext entered(RegisteredType type, AccessibleAccount account, Caller caller) {
        AccountContext context = AccountContext.of(account);
        return type.entered(account.isPersonal() ? context.ofTenant(caller, directory) : context);
    }

    /** What the states of a type depend on: the objects that the caller sees, and the end of the state strings. */
    private record SeenType(String type, Visibility visibility, String state) {

        private static final State ANY = new State(0, 0);

        static SeenType of(VisibleObjects objects) {
            return new SeenType(objects.type().name(), objects.visibility(), objects.text(ANY));
        }
    }

    /**
     * The visible objects of the types of one scope. Two are equal if they have the same states. The caller is no part of
     * the comparison, so that states are read once for all callers who see the same containers.
     */
    private record VisibleData(
            Catalogue catalogue, AccountContext account, List<VisibleObjects> objects, Set<SeenType> seen, int hash)
            implements Part {

        static VisibleData of(Catalogue catalogue, List<VisibleObjects> objects) {
            AccountContext account = objects.get(0).account();
            Set<SeenType> seen = objects.stream().map(SeenType::of).collect(Collectors.toUnmodifiableSet());
            return new VisibleData(
                    catalogue,
                    account,
                    objects,
                    seen,
                    Objects.hash(account.scope().n(), seen));
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // Each change of the catalogue makes a new one.
        public boolean equals(@Nullable Object other) {
            return other instanceof VisibleData data
                    && data.hash == hash
                    && data.catalogue == catalogue
                    && data.account.scope().n() == account.scope().n()
                    && data.seen.equals(seen);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public Scope scope() {
            return account.scope();
        }

        @Override
        public String accountId() {
            return account.accountId();
        }

        @Override
        public Set<String> types() {
            return objects.stream().map(visible -> visible.type().name()).collect(Collectors.toUnmodifiableSet());
        }

        @Override
        public Map<String, String> states(Snapshot snapshot) {
            Map<String, String> states = new HashMap<>();
            for (VisibleObjects visible : objects) {
                visible.knownState(snapshot)
                        .ifPresent(state -> states.put(visible.type().name(), visible.text(state)));
            }
            return states;
        }

        @Override
        public boolean isSubscribed(Snapshot snapshot, Caller caller) {
            AccessibleAccount accessible = account.accessible();
            return accessible.isPersonal()
                    || !accessible.sharedCapabilities().isEmpty()
                    || objects.stream()
                            .map(VisibleObjects::type)
                            .filter(type -> type.descriptor().rights().isPresent())
                            .anyMatch(type -> type.source()
                                    .isSubscribed(
                                            snapshot,
                                            caller.account().n(),
                                            accessible.containers(type.name()).keySet()));
        }
    }
}
