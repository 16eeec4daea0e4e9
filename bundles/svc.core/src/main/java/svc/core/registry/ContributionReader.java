package svc.core;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import svc.api.identity.Access;
import svc.api.jmap.Capability;
import svc.api.jmap.Exclusion;
import svc.api.jmap.MethodHandler;
import svc.api.jmap.ObjectType;
import svc.api.jmap.PropertyContribution;
import svc.api.jmap.Shape;
import svc.api.jmap.TypeSource;
import svc.api.json.Json;
import svc.api.store.Store;

/** Reads what a service says of itself, once, and refuses what nobody could use. */
final class PartReader {

    private static final Pattern METHOD = Pattern.compile("[A-Z][A-Za-z0-9]*/[a-z][A-Za-z0-9]*");
    private static final Pattern TYPE = Pattern.compile("[A-Z][A-Za-z0-9]*");
    private static final Pattern URN = Pattern.compile("[a-z][a-z0-9+.-]*:[!-~]+");

    /** What a service may be registered for. The capability comes last: when clients see it, what it unlocks is there. */
    static final List<Class<?>> ROLES = List.of(
            MethodHandler.class,
            ObjectType.class,
            TypeSource.class,
            PropertyContribution.class,
            Exclusion.class,
            Capability.class);

    private final Json json;
    private final Store store;
    private final Witnesses witnesses;

    PartReader(Json json, Store store, Witnesses witnesses) {
        this.json = json;
        this.store = store;
        this.witnesses = witnesses;
    }

    /** Reads it as one of the {@link #ROLES}: a service may have several. */
    Part read(Part.Origin origin, Class<?> role, Object service) {
        try {
            if (role == Capability.class) {
                return offered(origin, (Capability) service);
            }
            if (role == MethodHandler.class) {
                return handled(origin, (MethodHandler<?, ?>) service);
            }
            if (role == ObjectType.class) {
                return typed(origin, new RecordSource<>((ObjectType<?>) service, json, store, witnesses));
            }
            if (role == TypeSource.class) {
                return typed(origin, (TypeSource) service);
            }
            if (role == PropertyContribution.class) {
                return contributed(origin, (PropertyContribution) service);
            }
            if (role == EchoMethod.class) {
                return new Part.Handled(origin, EchoMethod.NAME, CoreCapability.URN, (EchoMethod) service);
            }
            return new Part.Excluded(origin, (Exclusion) service);
        } catch (BrokenPart e) {
            throw e;
        } catch (RuntimeException | LinkageError e) {
            throw new BrokenPart(service.getClass().getName(), "fails when it is asked what it is: " + e);
        }
    }

    private static Part offered(Part.Origin origin, Capability capability) {
        String urn = fitting(URN, capability.urn(), "is no URN of a capability");
        return new Part.Offered(
                origin,
                urn,
                Plain.sorted(capability.sessionObject()),
                Map.copyOf(capability.sockets()),
                Map.of(
                        Access.READ,
                        Plain.sorted(capability.accountObject(Access.READ)),
                        Access.WRITE,
                        Plain.sorted(capability.accountObject(Access.WRITE))),
                capability.inAccounts(),
                capability.inSharedAccounts(),
                Set.copyOf(capability.goesWith()),
                Set.copyOf(capability.covers()));
    }

    private <A extends Record> Part handled(Part.Origin origin, MethodHandler<A, ?> handler) {
        String name = fitting(METHOD, handler.method(), "is no name of a method, such as Todo/archive");
        return new Part.Handled(
                origin, name, handler.capability(), new HandledMethod<>(handler, json.binding(Json.Names.EXACT)));
    }

    private static Part typed(Part.Origin origin, TypeSource source) {
        Shape shape = source.shape();
        fitting(TYPE, shape.type(), "is no name of a type, such as Todo");
        if (shape.letter() < 'a' || shape.letter() > 'z') {
            throw new BrokenPart(shape.type(), "has ids that do not begin with a small letter");
        }
        return new Part.Typed(origin, shape, source);
    }

    private static Part contributed(Part.Origin origin, PropertyContribution contribution) {
        return new Part.Contributed(
                origin,
                contribution.type(),
                contribution.capability(),
                Set.copyOf(contribution.properties()),
                contribution);
    }

    private static String fitting(Pattern pattern, String name, String otherwise) {
        return Optional.of(name)
                .filter(text -> pattern.matcher(text).matches())
                .orElseThrow(() -> new BrokenPart(Words.quoted(name), otherwise));
    }
}
