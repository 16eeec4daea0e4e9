package svc.ratelimit.bans;

import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import svc.api.net.IpNetwork;
import svc.api.ratelimit.RateLimiter.Attempt;
import svc.api.ratelimit.RateLimiter.Banned;
import svc.api.ratelimit.RateLimiter.Decision;
import svc.api.ratelimit.RateLimiter.TooManyFailures;
import svc.api.time.Clock;
import svc.ratelimit.bans.FailedSignInCounter.Failure;

/**
 * Counts failed sign-ins by network. If the network is not known to the account, that is, if the account has not signed
 * in from the network recently, the failed sign-ins are also counted by account. Failures from a web page of another
 * origin cause no ban: such a page can send requests from the addresses of its visitors. These failures block only
 * further sign-ins from such pages. Thread-safe.
 */
public final class SignInLimits {

    /** The name of the limit of failures per account. */
    public static final String ACCOUNT_LIMIT = "account_failures_per_hour";

    private static final Duration HOUR = Duration.ofHours(1);

    private final Clock clock;
    private final FailedSignInCounter<IpNetwork> networks = new FailedSignInCounter<>();
    private final FailedSignInCounter<IpNetwork> pages = new FailedSignInCounter<>();
    private final FailedSignInCounter<Long> accounts = new FailedSignInCounter<>();

    public SignInLimits(Clock clock) {
        this.clock = clock;
    }

    /**
     * A size of networks.
     *
     * @param bits the prefix length of a network
     * @param times a network is banned after this multiple of {@code ban_failures}
     */
    private record Width(int bits, int times) {

        private static final List<Width> IPV4 = List.of(new Width(32, 1));
        private static final List<Width> IPV6 = List.of(new Width(64, 1), new Width(56, 4), new Width(48, 16));

        static List<Width> of(InetAddress address) {
            return address.getAddress().length == 4 ? IPV4 : IPV6;
        }
    }

    /**
     * Returns the refusal of a sign-in; empty if the secret may be verified.
     *
     * @param known whether the network is known to the account
     */
    public Optional<Decision> refusal(Attempt attempt, boolean known, Policy policy) {
        Optional<Decision> page = attempt.foreignPage() ? page(attempt, policy) : Optional.empty();
        return known ? page : page.or(() -> account(attempt, policy));
    }

    private Optional<Decision> page(Attempt attempt, Policy policy) {
        List<Failure> failures = pages.within(IpNetwork.around(attempt.address()), clock.nanos(), policy.window());
        return failures.size() < policy.failures()
                ? Optional.empty()
                : Optional.of(new Banned(Instant.ofEpochMilli(
                        clock.now().plus(left(failures, policy.window())).toEpochMilli())));
    }

    private Optional<Decision> account(Attempt attempt, Policy policy) {
        List<Failure> failures = accounts.within(attempt.account(), clock.nanos(), HOUR);
        return failures.size() < policy.accountFailures()
                ? Optional.empty()
                : Optional.of(new TooManyFailures(ACCOUNT_LIMIT, policy.accountFailures(), left(failures, HOUR)));
    }

    /** Returns the time until the oldest failure leaves the window. */
    private Duration left(List<Failure> failures, Duration window) {
        return window.minusNanos(clock.nanos() - failures.get(0).at());
    }

    /** Records a failure. Returns the networks to ban. */
    public List<IpNetwork> failed(Attempt attempt, boolean known, Policy policy) {
        Failure failure = new Failure(clock.nanos(), attempt);
        if (!known) {
            accounts.add(attempt.account(), failure, HOUR);
        }
        if (attempt.foreignPage()) {
            pages.add(IpNetwork.around(attempt.address()), failure, policy.window());
            return List.of();
        }
        List<IpNetwork> banned = new ArrayList<>();
        for (Width width : Width.of(attempt.address())) {
            IpNetwork network = IpNetwork.of(attempt.address(), width.bits());
            List<Failure> failures = networks.add(network, failure, policy.window());
            if (failures.size() >= policy.failures() * width.times()) {
                networks.remove(network);
                banned.add(narrowest(network, failures));
            }
        }
        return banned;
    }

    /** Returns a network of a single address if all failures came from this address, otherwise the given network. */
    private static IpNetwork narrowest(IpNetwork network, List<Failure> failures) {
        InetAddress first = failures.get(0).attempt().address();
        return failures.stream().allMatch(one -> one.attempt().address().equals(first))
                ? IpNetwork.of(first, first.getAddress().length * 8)
                : network;
    }

    /**
     * After a successful sign-in, removes the counted failures of the account in the networks of the address: the user
     * has corrected a mistyped password.
     */
    public void succeeded(Attempt attempt) {
        for (Width width : Width.of(attempt.address())) {
            networks.forgive(IpNetwork.of(attempt.address(), width.bits()), attempt.account());
        }
        pages.forgive(IpNetwork.around(attempt.address()), attempt.account());
    }
}
