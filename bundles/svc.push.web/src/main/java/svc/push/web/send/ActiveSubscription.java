package svc.push.web;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import svc.api.time.Clock.Alarm;

/**
 * What is remembered of a subscription: when its client is to be told next, and up to where it was told. Never what is needed to
 * send it anything; that is read when it is sent. Any thread.
 */
final class Line {

    private final long n;
    private final Owner owner;
    private final String host;
    private final Pacing pacing;
    private boolean verified;
    private Instant expires;
    private Optional<Set<String>> types;
    private Told told;
    private Told kept;
    private boolean under;
    private boolean wanted;
    private boolean gone;
    private @Nullable Alarm alarm;
    private String organization = "";
    private long version;

    Line(Subscription of, String host, Pacing pacing) {
        this.n = of.n();
        this.owner = of.owner();
        this.host = host;
        this.pacing = pacing;
        this.verified = of.verified();
        this.expires = of.expires();
        this.types = of.types();
        this.told = of.told();
        this.kept = of.told();
    }

    long n() {
        return n;
    }

    Owner owner() {
        return owner;
    }

    /** By which messages take turns. */
    String host() {
        return host;
    }

    synchronized boolean verified() {
        return verified;
    }

    synchronized boolean expired(Instant now) {
        return !now.isBefore(expires);
    }

    synchronized Told told() {
        return told;
    }

    /** As its owner wants it from now on. */
    synchronized void follow(Subscription now) {
        if (now.verified() && !verified) {
            pacing.fresh();
            rest();
        }
        verified = now.verified();
        expires = now.expires();
        types = now.types();
    }

    /** Whether a change of these types is to be told. */
    synchronized boolean wants(Set<String> changed) {
        return verified
                && types.map(names -> changed.stream().anyMatch(names::contains))
                        .orElse(true);
    }

    /**
     * There is something to do.
     *
     * @return in how many nanoseconds somebody must begin with it; empty when somebody will already
     */
    synchronized OptionalLong wake() {
        wanted = true;
        if (under || gone) {
            return OptionalLong.empty();
        }
        under = true;
        return OptionalLong.of(pacing.rest());
    }

    /** Somebody begins; what is wanted from now on is wanted once more. */
    synchronized boolean begin() {
        alarm = null;
        wanted = false;
        return !gone;
    }

    /** It came to its end; whether something is wanted by now. */
    synchronized boolean end() {
        under = false;
        return wanted && !gone;
    }

    /** The client knows what stood there. */
    synchronized void settle(Told at) {
        told = at;
    }

    /** A message was taken, in so many nanoseconds. */
    synchronized void taken(long took) {
        pacing.taken(took);
    }

    /** It did not work; it is wanted once more. */
    synchronized void failed(Outcome outcome) {
        pacing.failed(outcome);
        wanted = true;
    }

    /** This one will wake whoever must begin. */
    synchronized void waits(Alarm until) {
        alarm = until;
    }

    /** Nobody is to begin any more, unless somebody has. */
    private void rest() {
        if (alarm != null && alarm.cancel()) {
            under = false;
        }
    }

    /** Nothing is done for it any more. */
    synchronized void leave() {
        gone = true;
        rest();
    }

    /** Its sign-in was there at a version of its organization. */
    synchronized void seen(String inOrganization, long atVersion) {
        organization = inOrganization;
        version = atVersion;
    }

    /** Whether its sign-in may have ended since it was last looked for. */
    synchronized boolean doubtful(ToLongFunction<String> versions) {
        return organization.isEmpty() || versions.applyAsLong(organization) != version;
    }

    /** What is to be written down; empty when it stands there. */
    synchronized Optional<Told> unkept() {
        return told.equals(kept) || gone ? Optional.empty() : Optional.of(told);
    }

    synchronized void keep(Told written) {
        kept = written;
    }

    /** For logs. */
    @Override
    public String toString() {
        return "subscription of account " + owner.account();
    }
}
