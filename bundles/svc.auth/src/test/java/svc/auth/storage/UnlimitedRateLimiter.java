package svc.auth.storage;

import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import svc.api.ratelimit.RateLimiter;

/** A {@link RateLimiter} that allows every request, for tests of other components. */
public final class UnlimitedRateLimiter implements RateLimiter {

    /** Creates the rate limiter. */
    public UnlimitedRateLimiter() {}

    @Override
    public Decision checkAddress(InetAddress address) {
        return new Allowed(Optional.empty());
    }

    @Override
    public Decision checkAccount(long account, InetAddress address) {
        return new Allowed(Optional.empty());
    }

    @Override
    public Optional<Instant> bannedUntil(InetAddress address) {
        return Optional.empty();
    }

    @Override
    public void recordProcessorTime(long account, InetAddress address, Duration processorTime) {
        // No requests are counted.
    }

    @Override
    public Decision checkAddressWithCredential(InetAddress address) {
        return new Allowed(Optional.empty());
    }

    @Override
    public Decision checkSignIn(Attempt attempt) {
        return new Allowed(Optional.empty());
    }

    @Override
    public void recordFailedSignIn(Attempt attempt) {
        // No sign-ins are counted.
    }

    @Override
    public void recordSuccessfulSignIn(Attempt attempt) {
        // No sign-ins are counted.
    }

    @Override
    public void recordContinuedSignIn(long account, InetAddress address) {
        // No sign-ins are stored.
    }

    @Override
    public boolean isKnownNetwork(long account, InetAddress address) {
        return true;
    }
}
