package svc.push.web.send;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Caller;
import svc.api.push.SharedStates;
import svc.api.push.SharedStates.States;
import svc.api.time.Clock.Alarm;
import svc.push.web.subscription.DeliveredState;
import svc.push.web.subscription.Owner;
import svc.push.web.subscription.Subscription;

/**
 * The state of a subscription in memory: when the next message is due, and the state delivered last. URL and keys are
 * read from the store for each message. Thread-safe.
 */
final class ActiveSubscription {

    private final long n;
    private final Owner owner;
    private final String host;
    private final Pacing pacing;
    private boolean verified;
    private Instant expires;
    private Optional<Set<String>> types;
    private DeliveredState delivered;
    private DeliveredState saved;
    private boolean scheduled;
    private boolean wanted;
    private boolean removed;
    private @Nullable Alarm alarm;
    private SharedStates.@Nullable Follower follower;
    private States received = States.NONE;
    private String organization = "";
    private long version;

    ActiveSubscription(Subscription of, String host, Pacing pacing) {
        this.n = of.n();
        this.owner = of.owner();
        this.host = host;
        this.pacing = pacing;
        this.verified = of.verified();
        this.expires = of.expires();
        this.types = of.types();
        this.delivered = of.delivered();
        this.saved = of.delivered();
    }

    long n() {
        return n;
    }

    Owner owner() {
        return owner;
    }

    /** Returns the host and port for which {@link SenderPool} limits messages. */
    String host() {
        return host;
    }

    synchronized boolean verified() {
        return verified;
    }

    synchronized boolean expired(Instant now) {
        return !now.isBefore(expires);
    }

    synchronized DeliveredState delivered() {
        return delivered;
    }

    /** Applies the values that the owner has changed. */
    synchronized void update(Subscription now) {
        if (now.verified() && !verified) {
            pacing.reset();
            cancelAlarm();
        }
        verified = now.verified();
        expires = now.expires();
        if (!types.equals(now.types())) {
            types = now.types();
            unfollow();
            delivered = new DeliveredState(delivered.epoch(), delivered.sequence());
        }
    }

    /** Begins to follow shared accounts, unless this has been done. */
    synchronized void follow(SharedStates shared, Caller caller, Runnable onChange) {
        if (follower == null && !removed) {
            Optional<Set<String>> wantedTypes = types;
            follower = shared.follow(
                    caller,
                    type -> wantedTypes.map(names -> names.contains(type)).orElse(true),
                    onChange);
        }
    }

    /** Stops following shared accounts. */
    synchronized void unfollow() {
        if (follower != null) {
            follower.close();
            follower = null;
        }
    }

    /** Returns the current states of shared accounts. May read the store. */
    States sharedStates() {
        SharedStates.Follower current;
        synchronized (this) {
            current = follower;
        }
        return current == null ? States.NONE : current.states();
    }

    /**
     * Returns the states of shared accounts that the client has received. A client begins at the current states. After a
     * restart, only their hash is known: if it is another one, the client has received none.
     */
    synchronized States received(States current) {
        if (delivered.shared().isEmpty()) {
            delivered = delivered.withShared(current.hash());
        }
        if (delivered.shared().getAsLong() == current.hash()) {
            received = current;
        }
        return received;
    }

    /** Returns whether changes of these types are to be sent. */
    synchronized boolean wants(Set<String> changed) {
        return verified
                && types.map(names -> changed.stream().anyMatch(names::contains))
                        .orElse(true);
    }

    /**
     * Requests a run.
     *
     * @return the nanoseconds after which the caller must start the run; empty when a run is already scheduled or
     *     running
     */
    synchronized OptionalLong wake() {
        wanted = true;
        if (scheduled || removed) {
            return OptionalLong.empty();
        }
        scheduled = true;
        return OptionalLong.of(pacing.nanosUntilNext());
    }

    /**
     * Starts a run. A request after this call causes another run. Returns false if the subscription has been removed.
     */
    synchronized boolean begin() {
        alarm = null;
        wanted = false;
        return !removed;
    }

    /** Ends a run; returns whether another run was requested. */
    synchronized boolean end() {
        scheduled = false;
        return wanted && !removed;
    }

    /** Records the state delivered last. */
    synchronized void recordDelivered(DeliveredState at, States shared) {
        delivered = at;
        received = shared;
    }

    /** Records that the push service accepted a message, and how many nanoseconds the message took. */
    synchronized void accepted(long took) {
        pacing.accepted(took);
    }

    /** Records a failure and requests another run. */
    synchronized void failed(Outcome outcome) {
        pacing.failed(outcome);
        wanted = true;
    }

    /** Records the alarm that will start the run. */
    synchronized void scheduled(Alarm until) {
        alarm = until;
    }

    /** Cancels the scheduled run, unless it has started. */
    private void cancelAlarm() {
        if (alarm != null && alarm.cancel()) {
            scheduled = false;
        }
    }

    /** Ends all activity for the subscription. */
    synchronized void remove() {
        removed = true;
        cancelAlarm();
        unfollow();
    }

    /** Records that the sign-in was active when the directory reported this version of its tenant. */
    synchronized void signInChecked(String inOrganization, long atVersion) {
        organization = inOrganization;
        version = atVersion;
    }

    /** Returns whether the sign-in must be checked, because it may have ended since the last check. */
    synchronized boolean mustCheckSignIn(ToLongFunction<String> versions) {
        return organization.isEmpty() || versions.applyAsLong(organization) != version;
    }

    /** Returns the delivered state if it is not stored yet. */
    synchronized Optional<DeliveredState> unsavedState() {
        return delivered.equals(saved) || removed ? Optional.empty() : Optional.of(delivered);
    }

    synchronized void saved(DeliveredState written) {
        saved = written;
    }

    @Override
    public String toString() {
        return "subscription of account " + owner.account();
    }
}
