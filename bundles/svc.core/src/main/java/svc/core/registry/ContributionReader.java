package svc.core.registry;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import svc.api.identity.Access;
import svc.api.identity.ContainerShares;
import svc.api.identity.ShareNotifications;
import svc.api.jmap.Capability;
import svc.api.jmap.CapabilityExclusion;
import svc.api.jmap.MethodHandler;
import svc.api.jmap.type.ContainerRights;
import svc.api.jmap.type.ObjectType;
import svc.api.jmap.type.PropertyContribution;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.jmap.type.TypeDescriptor.Property;
import svc.api.jmap.type.TypeSource;
import svc.api.json.Json;
import svc.api.store.Store;
import svc.core.dispatch.Contribution;
import svc.core.dispatch.Contribution.Handled;
import svc.core.dispatch.Contribution.Origin;
import svc.core.methods.EchoMethod;
import svc.core.methods.HandlerMethod;
import svc.core.objects.InvalidServiceException;
import svc.core.objects.ObjectObservers;
import svc.core.objects.PlainValues;
import svc.core.objects.Quoting;
import svc.core.records.RecordBlobs;
import svc.core.records.RecordSource;
import svc.core.sharing.ShareWith;

/** Reads the description of a service once, and rejects a service with an invalid description. */
public final class ContributionReader {
    private static final Pattern METHOD = Pattern.compile("[A-Z][A-Za-z0-9]*/[a-z][A-Za-z0-9]*");
    private static final Pattern TYPE = Pattern.compile("[A-Z][A-Za-z0-9]*");
    private static final Pattern URN = Pattern.compile("[a-z][a-z0-9+.-]*:[!-~]+");

    /**
     * The service types. {@code Capability} comes last: when clients see a capability, its methods and types are
     * already registered.
     */
    public static final List<Class<?>> ROLES = List.of(
            MethodHandler.class,
            ObjectType.class,
            TypeSource.class,
            PropertyContribution.class,
            CapabilityExclusion.class,
            Capability.class);

    private final Json json;
    private final Store store;
    private final ObjectObservers observers;
    private final RecordBlobs blobs;
    private final Supplier<Optional<ContainerShares>> shares;
    private final Supplier<Optional<ShareNotifications>> notifications;

    /**
     * Creates a reader.
     *
     * @param shares returns the shares of containers; empty if containers cannot be shared
     * @param notifications returns the service that notifies users of their rights, if there is one
     */
    public ContributionReader(
            Json json,
            Store store,
            ObjectObservers observers,
            RecordBlobs blobs,
            Supplier<Optional<ContainerShares>> shares,
            Supplier<Optional<ShareNotifications>> notifications) {
        this.shares = shares;
        this.notifications = notifications;
        this.json = json;
        this.store = store;
        this.observers = observers;
        this.blobs = blobs;
    }

    /**
     * Reads a service in one role, that is, as one of the service types in {@link #ROLES}. A service may have several
     * roles.
     */
    Contribution read(Origin origin, Class<?> role, Object service) {
        try {
            if (role == Capability.class) {
                return offered(origin, (Capability) service);
            }
            if (role == MethodHandler.class) {
                return handled(origin, (MethodHandler<?, ?>) service);
            }
            if (role == ObjectType.class) {
                return typed(origin, new RecordSource<>((ObjectType<?>) service, json, store, observers, blobs));
            }
            if (role == TypeSource.class) {
                return typed(origin, (TypeSource) service);
            }
            if (role == PropertyContribution.class) {
                return contributed(origin, (PropertyContribution) service);
            }
            if (role == EchoMethod.class) {
                return new Handled(origin, EchoMethod.NAME, CoreCapability.URN, false, (EchoMethod) service);
            }
            return new Contribution.Excluded(origin, (CapabilityExclusion) service);
        } catch (InvalidServiceException e) {
            throw e;
        } catch (RuntimeException | LinkageError e) {
            throw new InvalidServiceException(
                    service.getClass().getName(), "throws when its properties are read: " + e);
        }
    }

    private static Contribution offered(Origin origin, Capability capability) {
        String urn = fitting(URN, capability.urn(), "is not a valid capability URN");
        return new Contribution.Offered(
                origin,
                urn,
                PlainValues.sorted(capability.sessionObject()),
                Map.copyOf(capability.webSocketUrls()),
                new Contribution.AccountObjects(
                        Map.of(
                                Access.READ,
                                PlainValues.sorted(capability.accountObject(Access.READ)),
                                Access.WRITE,
                                PlainValues.sorted(capability.accountObject(Access.WRITE))),
                        capability),
                capability.isSessionCapability(),
                capability.isAccountCapability(),
                capability.appliesToSharedAccounts(),
                Set.copyOf(capability.sharedWith()),
                Set.copyOf(capability.requires()),
                Set.copyOf(capability.implies()),
                Set.copyOf(capability.formerUrns()),
                capability.pushOnlyTypes().stream()
                        .map(type -> fitting(TYPE, type, "is not a valid type name, such as Todo"))
                        .collect(Collectors.toUnmodifiableSet()));
    }

    private <A extends Record> Contribution handled(Origin origin, MethodHandler<A, ?> handler) {
        String name = fitting(METHOD, handler.method(), "is not a valid method name, such as Todo/archive");
        return new Handled(
                origin,
                name,
                handler.capability(),
                handler.supportsSharedContainers(),
                new HandlerMethod<>(handler, json.binding(Json.Names.EXACT)));
    }

    private Contribution typed(Origin origin, TypeSource source) {
        TypeDescriptor descriptor = source.descriptor();
        fitting(TYPE, descriptor.type(), "is not a valid type name, such as Todo");
        if (descriptor.idPrefix() < 'a' || descriptor.idPrefix() > 'z') {
            throw new InvalidServiceException(descriptor.type(), "has an id prefix that is not a lower-case letter");
        }
        Optional<ContainerShares> available = shares.get();
        if (descriptor.rights().isEmpty() || available.isEmpty()) {
            return new Contribution.Typed(origin, descriptor, source, Optional.empty());
        }
        ContainerRights rights = descriptor.rights().get();
        Property shareWith = new Property(ShareWith.PROPERTY);
        return new Contribution.Typed(
                origin,
                descriptor.and(rights.shareWithCapability()
                        .map(shareWith::withCapability)
                        .orElse(shareWith)),
                source,
                Optional.of(new Contribution.Sharing(rights, available.get(), notifications)));
    }

    private static Contribution contributed(Origin origin, PropertyContribution contribution) {
        return new Contribution.Contributed(
                origin,
                contribution.type(),
                contribution.capability(),
                Set.copyOf(contribution.properties()),
                contribution.facet(),
                contribution);
    }

    private static String fitting(Pattern pattern, String name, String otherwise) {
        return Optional.of(name)
                .filter(text -> pattern.matcher(text).matches())
                .orElseThrow(() -> new InvalidServiceException(Quoting.quoted(name), otherwise));
    }
}
