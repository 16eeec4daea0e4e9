package svc.core.dispatch;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Access;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Account;
import svc.api.identity.ContainerShares;
import svc.api.identity.ShareNotifications;
import svc.api.jmap.Capability;
import svc.api.jmap.CapabilityExclusion;
import svc.api.jmap.type.ContainerRights;
import svc.api.jmap.type.PropertyContribution;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.jmap.type.TypeSource;
import svc.core.objects.PlainValues;

/** The description of one registered service, read once at its registration. */
public sealed interface Contribution {

    /** Returns the bundle that registered the service. */
    Origin origin();

    /**
     * The bundle of a service, and the running calls into the service.
     *
     * @param bundle the symbolic name of the bundle
     * @param bundleId the id of the bundle in the framework
     * @param use counts the running calls
     */
    record Origin(String bundle, long bundleId, InFlightCalls use) {}

    /**
     * The objects under {@code accountCapabilities} of a capability.
     *
     * @param byAccess the objects of all accounts with the same access
     * @param capability the service, which can return another object for an account
     */
    record AccountObjects(Map<Access, Map<String, @Nullable Object>> byAccess, Capability capability) {

        /** Returns the object of an account for a caller. */
        public Map<String, @Nullable Object> of(Account caller, AccessibleAccount account, Access access) {
            Map<String, @Nullable Object> own = capability.accountObject(caller, account);
            return own == null ? byAccess.getOrDefault(access, Map.of()) : PlainValues.sorted(own);
        }
    }

    /** A capability. */
    record Offered(
            Origin origin,
            String urn,
            Map<String, @Nullable Object> sessionObject,
            Map<String, String> sockets,
            AccountObjects accountObjects,
            boolean inSession,
            boolean inAccounts,
            boolean inSharedAccounts,
            Set<String> goesWith,
            Set<String> requires,
            Set<String> covers,
            Set<String> formerUrns,
            Set<String> pushOnlyTypes)
            implements Contribution {

        /** Returns whether an account may use the capability; an error of the bundle means that it may not. */
        public boolean isAvailableTo(Account caller) {
            return origin.use()
                    .inside(() -> accountObjects.capability().isAvailableTo(caller))
                    .orElse(false);
        }

        /** Returns whether the capability depends on other capabilities of the tenant. */
        boolean depends() {
            return !goesWith.isEmpty() || !requires.isEmpty() || !covers.isEmpty();
        }
    }

    /** A method with its own handler. */
    record Handled(
            Origin origin, String method, String capability, boolean sharedContainers, RegisteredMethod.Runner runner)
            implements Contribution {}

    /** A type. */
    record Typed(Origin origin, TypeDescriptor descriptor, TypeSource source, Optional<Sharing> sharing)
            implements Contribution {}

    /**
     * How the objects of a type are shared.
     *
     * @param rights the rights in the objects, which are containers
     * @param shares the shares
     * @param notifications returns the service that notifies users of their rights, if there is one
     */
    record Sharing(
            ContainerRights rights, ContainerShares shares, Supplier<Optional<ShareNotifications>> notifications) {}

    /** Properties for a type of another bundle. */
    record Contributed(
            Origin origin,
            String type,
            String capability,
            Set<String> properties,
            OptionalInt facet,
            PropertyContribution contribution)
            implements Contribution {}

    /** A pair of capabilities that one request must not use together. */
    record Excluded(Origin origin, CapabilityExclusion pair) implements Contribution {}
}
