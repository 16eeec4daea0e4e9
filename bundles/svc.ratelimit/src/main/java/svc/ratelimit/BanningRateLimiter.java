package svc.guard;

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
import svc.api.guard.Guard;
import svc.api.time.Clock;

/** The guard. A change of {@code [security]} while the server runs is in force with the next request. */
@Component(
        service = {Guard.class, Doorkeeper.class},
        configurationPid = "svc.security")
@Designate(ocd = SecurityConfig.class)
public final class Doorkeeper implements Guard {

    private static final Logger LOG = LoggerFactory.getLogger(Doorkeeper.class);
    private static final int BUCKETS = 1 << 16;
    private static final long IPV4 = 0xff00_0000_0000_0000L; // no client has a multicast address

    private final GuardBook book;
    private final Clock clock;
    private final long began;
    private volatile RateTable addresses;
    private volatile RateTable accounts;
    private final Failures failures = new Failures();
    private final Refused refused = new Refused();
    private volatile Policy policy;

    /** Guards. */
    @Activate
    public Doorkeeper(SecurityConfig config, @Reference GuardBook book, @Reference Clock clock) {
        this(Policy.of(config), book, clock);
    }

    Doorkeeper(Policy policy, GuardBook book, Clock clock) {
        this.policy = policy;
        this.book = book;
        this.clock = clock;
        this.began = clock.nanos() - 1;
        this.addresses = empty();
        this.accounts = empty();
    }

    private static RateTable empty() {
        return new RateTable(BUCKETS, new SecureRandom().nextLong());
    }

    @Modified
    void modified(SecurityConfig config) {
        change(Policy.of(config));
    }

    /** Nobody pays by the new rate for what came by the old one. */
    void change(Policy now) {
        Policy before = policy;
        if (!before.perAddress().equals(now.perAddress())) {
            addresses = empty();
        }
        if (!before.perAccount().equals(now.perAccount())) {
            accounts = empty();
        }
        policy = now;
    }

    @Override
    public Verdict request(InetAddress address) {
        Policy now = policy;
        Outside outside = book.outside();
        if (now.trusts(address) || outside.trusts(address)) {
            return new Welcome(Optional.empty());
        }
        Optional<Ban> ban = outside.ban(address, clock.now());
        if (ban.isPresent()) {
            refused.banned().increment();
            return new Banned(ban.get().until());
        }
        return counted(addresses, key(address), now.perAddress(), refused.address());
    }

    @Override
    public Verdict request(long account, InetAddress address) {
        Policy now = policy;
        return now.trusts(address) || book.outside().trusts(address)
                ? new Welcome(Optional.empty())
                : counted(accounts, account, now.perAccount(), refused.account());
    }

    private Verdict counted(RateTable table, long key, Rate rate, LongAdder refusals) {
        long ahead = table.take(key, rate, clock.nanos() - began);
        if (ahead >= 0) {
            return new Welcome(Optional.of(rate.quota(ahead)));
        }
        refusals.increment();
        return new TooOften(rate.quota(rate.slack() - ahead), Duration.ofNanos(-ahead));
    }

    /** An IPv4 address, or the network within which a client chooses its IPv6 addresses. */
    private static long key(InetAddress address) {
        ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
        return bytes.remaining() == Integer.BYTES ? IPV4 | (bytes.getInt() & 0xffff_ffffL) : bytes.getLong();
    }

    Refused refused() {
        return refused;
    }

    @Override
    public Optional<Instant> bannedUntil(InetAddress address) {
        Outside outside = book.outside();
        return policy.trusts(address) || outside.trusts(address)
                ? Optional.empty()
                : outside.ban(address, clock.now()).map(Ban::until);
    }

    @Override
    public void signInFailed(InetAddress address, String protocol) {
        refused.signIns().increment();
        Policy now = policy;
        if (now.trusts(address) || book.outside().trusts(address)) {
            return;
        }
        failures.add(address, clock.nanos(), now.failures(), now.window()).ifPresent(network -> {
            Ban ban = book.ban(network, "sign-ins failed over " + protocol, now.failures(), now);
            LOG.warn("{} is banned until {}: {} sign-ins failed", network, ban.until(), ban.failures());
        });
    }
}
