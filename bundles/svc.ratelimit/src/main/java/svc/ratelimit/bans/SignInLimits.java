package svc.ratelimit.bans;

import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import svc.api.net.IpNetwork;
import svc.api.ratelimit.RateLimiter.Attempt;
import svc.api.ratelimit.RateLimiter.Banned;
import svc.api.ratelimit.RateLimiter.Decision;
import svc.api.ratelimit.RateLimiter.TooManyFailures;
import svc.api.shared.EventCounters;
import svc.api.shared.EventCounters.CountedEvent;
import svc.api.shared.EventCounters.Event;
import svc.api.time.Clock;

/**
 * Counts failed sign-ins by network. If the network is not known to the account, that is, if the account has not signed
 * in from the network recently, the failed sign-ins are also counted by account. Failures from a web page of another
 * origin cause no ban: such a page can send requests from the addresses of its visitors. These failures block only
 * further sign-ins from such pages. Abuse by clients that do not sign in is counted by protocol and network. Thread-safe.
 */
public final class SignInLimits {

    /** The name of the limit of failures per account. */
    public static final String ACCOUNT_LIMIT = "account_failures_per_hour";

    private static final String NETWORKS = "sign-in failures by network";
    private static final String PAGES = "sign-in failures of web pages by network";
    private static final String ACCOUNTS = "sign-in failures by account";
    private static final String ABUSE = "abuse by protocol and network";
    private static final Duration HOUR = Duration.ofHours(1);

    private final Clock clock;
    private final EventCounters failures;

    public SignInLimits(Clock clock, EventCounters failures) {
        this.clock = clock;
        this.failures = failures;
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
        List<CountedEvent> recent = failures.recent(PAGES, page(attempt), policy.window());
        return recent.size() < policy.failures()
                ? Optional.empty()
                : Optional.of(new Banned(Instant.ofEpochMilli(
                        clock.now().plus(left(recent, policy.window())).toEpochMilli())));
    }

    private Optional<Decision> account(Attempt attempt, Policy policy) {
        List<CountedEvent> recent = failures.recent(ACCOUNTS, owner(attempt), HOUR);
        return recent.size() < policy.accountFailures()
                ? Optional.empty()
                : Optional.of(new TooManyFailures(ACCOUNT_LIMIT, policy.accountFailures(), left(recent, HOUR)));
    }

    private static String page(Attempt attempt) {
        return IpNetwork.around(attempt.address()).toString();
    }

    private static String owner(Attempt attempt) {
        return Long.toString(attempt.account());
    }

    /** Returns the time until the oldest failure leaves the window. */
    private static Duration left(List<CountedEvent> recent, Duration window) {
        return window.minus(recent.get(0).age());
    }

    /** Records a failure. Returns the networks to ban. */
    public List<IpNetwork> failed(Attempt attempt, boolean known, Policy policy) {
        Event failure = new Event(Long.toString(attempt.secret()), owner(attempt), IpNetwork.text(attempt.address()));
        if (!known) {
            failures.add(ACCOUNTS, owner(attempt), failure, HOUR);
        }
        if (attempt.foreignPage()) {
            failures.add(PAGES, page(attempt), failure, policy.window());
            return List.of();
        }
        return count(NETWORKS, "", attempt.address(), failure, policy);
    }

    /** Records abuse of a protocol without a sign-in; each record counts. Returns the networks to ban. */
    public List<IpNetwork> abused(InetAddress address, String protocol, Policy policy) {
        Event abuse = new Event(UUID.randomUUID().toString(), "", IpNetwork.text(address));
        return count(ABUSE, protocol + " ", address, abuse, policy);
    }

    /**
     * Counts an event in the networks of an address. Returns the networks to ban.
     *
     * @param prefix the beginning of the keys
     */
    private List<IpNetwork> count(String realm, String prefix, InetAddress address, Event event, Policy policy) {
        List<IpNetwork> banned = new ArrayList<>();
        for (Width width : Width.of(address)) {
            IpNetwork network = IpNetwork.of(address, width.bits());
            List<CountedEvent> recent = failures.add(realm, prefix + network, event, policy.window());
            if (recent.size() >= policy.failures() * width.times()) {
                failures.remove(realm, prefix + network);
                banned.add(narrowest(network, recent));
            }
        }
        return banned;
    }

    /** Returns a network of a single address if all failures came from this address, otherwise the given network. */
    private static IpNetwork narrowest(IpNetwork network, List<CountedEvent> failures) {
        List<String> addresses =
                failures.stream().map(one -> one.event().source()).distinct().toList();
        return addresses.size() == 1 ? IpNetwork.parse(addresses.get(0)).orElseThrow() : network;
    }

    /**
     * After a successful sign-in, removes the counted failures of the account in the networks of the address: the user
     * has corrected a mistyped password.
     */
    public void succeeded(Attempt attempt) {
        for (Width width : Width.of(attempt.address())) {
            String network = IpNetwork.of(attempt.address(), width.bits()).toString();
            failures.remove(NETWORKS, network, owner(attempt));
        }
        failures.remove(PAGES, page(attempt), owner(attempt));
    }
}
