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
        // Counts nothing.
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
        // Counts nothing.
    }

    @Override
    public void recordSuccessfulSignIn(Attempt attempt) {
        // Counts nothing.
    }

    @Override
    public void recordContinuedSignIn(long account, InetAddress address) {
        // Stores nothing.
    }

    @Override
    public boolean isKnownNetwork(long account, InetAddress address) {
        return true;
    }
}
