package svc.ratelimit;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.net.IpNetwork;
import svc.api.ratelimit.RateLimiter;
import svc.api.shared.EventCounters;
import svc.api.time.Clock;
import svc.ratelimit.bans.Ban;
import svc.ratelimit.bans.BanStore;
import svc.ratelimit.bans.KnownNetworks;
import svc.ratelimit.bans.Policy;
import svc.ratelimit.bans.SecurityConfig;
import svc.ratelimit.bans.SignInLimits;
import svc.ratelimit.rates.Rate;
import svc.ratelimit.rates.TokenBuckets;

/**
 * The {@link RateLimiter} of this server, with bans. A change of {@code [security]} at run time applies from the next
 * request. Thread-safe.
 */
@Component(service = RateLimiter.class, configurationPid = "svc.security")
@Designate(ocd = SecurityConfig.class)
public final class BanningRateLimiter implements RateLimiter {

    private static final Logger LOG = LoggerFactory.getLogger(BanningRateLimiter.class);
    private static final String HTTP = "http";
    private static final int BUCKETS = 1 << 16;
    private static final long IPV4 = 0xff00_0000_0000_0000L; // the prefix of IPv6 multicast, never of a client

    private final BanStore book;
    private final KnownNetworks known;
    private final Clock clock;
    private final long began;
    private volatile TokenBuckets addresses;
    private volatile TokenBuckets accounts;
    private volatile TokenBuckets processorTime;
    private final SignInLimits signIns;
    private final RejectionCounters refused;
    private volatile Policy policy;

    @Activate
    public BanningRateLimiter(
            SecurityConfig config,
            @Reference BanStore book,
            @Reference KnownNetworks known,
            @Reference Clock clock,
            @Reference EventCounters failures,
            @Reference RejectionCounters refused) {
        this(Policy.of(config), book, known, clock, failures, refused);
    }

    /** Creates a rate limiter without the component runtime. */
    public static BanningRateLimiter of(
            Policy policy, BanStore book, KnownNetworks known, Clock clock, EventCounters failures) {
        return new BanningRateLimiter(policy, book, known, clock, failures, new RejectionCounters());
    }

    private BanningRateLimiter(
            Policy policy,
            BanStore book,
            KnownNetworks known,
            Clock clock,
            EventCounters failures,
            RejectionCounters refused) {
        this.refused = refused;
        this.known = known;
        this.policy = policy;
        this.book = book;
        this.clock = clock;
        this.signIns = new SignInLimits(clock, failures);
        this.began = clock.nanos() - 1;
        this.addresses = empty();
        this.accounts = empty();
        this.processorTime = empty();
    }

    private static TokenBuckets empty() {
        return new TokenBuckets(BUCKETS, new SecureRandom().nextLong());
    }

    @Modified
    void modified(SecurityConfig config) {
        change(Policy.of(config));
    }

    /**
     * Applies a new policy. If a rate has changed, its buckets are cleared, so that earlier requests do not count
     * towards the new rate.
     */
    void change(Policy now) {
        Policy before = policy;
        if (!before.perAddress().equals(now.perAddress())) {
            addresses = empty();
        }
        if (!before.perAccount().equals(now.perAccount())) {
            accounts = empty();
        }
        if (!before.processorTime().equals(now.processorTime())) {
            processorTime = empty();
        }
        policy = now;
    }

    @Override
    public Decision checkAddress(InetAddress address) {
        if (!trusts(policy, address)) {
            Optional<Decision> ban = banned(address);
            if (ban.isPresent()) {
                refused.banned.increment();
                return ban.get();
            }
        }
        return checkAddressWithCredential(address);
    }

    private Optional<Decision> banned(InetAddress address) {
        return book.outside().ban(address, clock.now()).map(ban -> new Banned(ban.until()));
    }

    @Override
    public Decision checkAddressWithCredential(InetAddress address) {
        Policy now = policy;
        return trusts(now, address)
                ? new Allowed(Optional.empty())
                : counted(addresses, key(address), now.perAddress(), refused.address);
    }

    @Override
    public Decision checkAccount(long account, InetAddress address) {
        Policy now = policy;
        if (trusts(now, address)) {
            return new Allowed(Optional.empty());
        }
        Rate rate = now.processorTime();
        long ahead = processorTime.ahead(account, clock.nanos() - began);
        if (ahead > rate.slack()) {
            refused.processorTime.increment();
            return new Limited(rate.quota(ahead), Duration.ofNanos(ahead - rate.slack()));
        }
        return counted(accounts, account, now.perAccount(), refused.account);
    }

    @Override
    public void recordProcessorTime(long account, InetAddress address, Duration time) {
        Policy now = policy;
        if (!trusts(now, address)) {
            // In these buckets, one token is one millisecond of processor time.
            long nanos = time.toNanos() / 1_000 * now.processorTime().interval() / 1_000;
            processorTime.charge(account, nanos, clock.nanos() - began);
        }
    }

    private Decision counted(TokenBuckets table, long key, Rate rate, LongAdder refusals) {
        long ahead = table.take(key, rate, clock.nanos() - began);
        if (ahead >= 0) {
            return new Allowed(Optional.of(rate.quota(ahead)));
        }
        refusals.increment();
        return new Limited(rate.quota(rate.slack() - ahead), Duration.ofNanos(-ahead));
    }

    /**
     * Returns the key of the bucket of an address: the IPv4 address, or the IPv6 /64, because a client can choose any
     * address within its /64.
     */
    private static long key(InetAddress address) {
        ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
        return bytes.remaining() == Integer.BYTES ? IPV4 | (bytes.getInt() & 0xffff_ffffL) : bytes.getLong();
    }

    @Override
    public Optional<Instant> bannedUntil(InetAddress address) {
        return trusts(policy, address)
                ? Optional.empty()
                : book.outside().ban(address, clock.now()).map(Ban::until);
    }

    @Override
    public Optional<Instant> bannedUntil(InetAddress address, String protocol) {
        return trusts(policy, address)
                ? Optional.empty()
                : book.outside()
                        .ban(address, clock.now())
                        .filter(ban -> ban.reason().equals(failures(protocol))
                                || ban.reason().equals(abuse(protocol)))
                        .map(Ban::until);
    }

    private static String failures(String protocol) {
        return "sign-ins failed over " + protocol;
    }

    private static String abuse(String protocol) {
        return "abuse over " + protocol;
    }

    @Override
    public Decision checkSignIn(Attempt attempt) {
        Policy now = policy;
        if (trusts(now, attempt.address())) {
            return new Allowed(Optional.empty());
        }
        boolean known = isKnownNetwork(attempt.account(), attempt.address());
        // A mail client with an old password must not lock out the other clients behind the same address.
        boolean exempt = known && !attempt.protocol().equals(HTTP);
        Optional<Decision> refusal = (exempt ? Optional.<Decision>empty() : banned(attempt.address()))
                .or(() -> signIns.refusal(attempt, known, now));
        refusal.ifPresent(why -> (why instanceof Banned ? refused.banned : refused.spent).increment());
        return refusal.orElseGet(() -> new Allowed(Optional.empty()));
    }

    @Override
    public void recordFailedSignIn(Attempt attempt) {
        refused.signIns.increment();
        Policy now = policy;
        if (!trusts(now, attempt.address())) {
            boolean known = isKnownNetwork(attempt.account(), attempt.address());
            signIns.failed(attempt, known, now).forEach(network -> ban(network, failures(attempt.protocol()), now));
        }
    }

    @Override
    public void recordAbuse(InetAddress address, String protocol) {
        Policy now = policy;
        if (!trusts(now, address)) {
            signIns.abused(address, protocol, now).forEach(network -> ban(network, abuse(protocol), now));
        }
    }

    private void ban(IpNetwork network, String reason, Policy now) {
        if (book.outside().bans(network, clock.now())) {
            return; // already banned, because enough of its parts are banned
        }
        Ban ban = book.ban(network, reason, now.failures(), now);
        LOG.warn("{} is banned until {} after {} failures: {}", network, ban.until(), ban.failures(), reason);
        book.widen(network, now);
    }

    @Override
    public void recordSuccessfulSignIn(Attempt attempt) {
        signIns.succeeded(attempt);
        recordContinuedSignIn(attempt.account(), attempt.address());
    }

    @Override
    public void recordContinuedSignIn(long account, InetAddress address) {
        if (account >= 0) {
            known.remember(account, IpNetwork.around(address));
        }
    }

    @Override
    public boolean isKnownNetwork(long account, InetAddress address) {
        Policy now = policy;
        return trusts(now, address) || (account >= 0 && known.knows(account, IpNetwork.around(address), now.known()));
    }

    @Override
    public boolean isTrusted(InetAddress address) {
        return trusts(policy, address);
    }

    private boolean trusts(Policy now, InetAddress address) {
        return now.trusts(address) || book.outside().trusts(address);
    }
}
