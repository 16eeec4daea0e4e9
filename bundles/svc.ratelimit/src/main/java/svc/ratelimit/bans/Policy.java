package svc.ratelimit.bans;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import svc.api.net.IpNetwork;
import svc.api.ratelimit.RateLimiter.Quota;
import svc.ratelimit.rates.Rate;

/** The parsed configuration table {@code [security]}. */
public record Policy(
        List<IpNetwork> trusted,
        Rate perAddress,
        Rate perAccount,
        Rate processorTime,
        int failures,
        Duration window,
        Duration firstBan,
        int accountFailures,
        Duration known) {

    /** The maximum length of a ban. */
    static final Duration LONGEST_BAN = Duration.ofDays(1);

    public static Policy of(SecurityConfig config) {
        return new Policy(
                Arrays.stream(config.trusted_ips())
                        .filter(text -> !text.isBlank())
                        .map(Policy::network)
                        .toList(),
                Rate.of("http_per_ip_baseline", config.http_per_ip_baseline(), config.http_per_ip_burst()),
                Rate.of(
                        "http_per_account_baseline",
                        config.http_per_account_baseline(),
                        config.http_per_account_burst()),
                Rate.of(Quota.PROCESSOR_TIME, config.http_per_account_cpu_ms(), config.http_per_account_cpu_ms()),
                config.ban_failures(),
                Duration.ofMinutes(config.ban_window_minutes()),
                Duration.ofMinutes(config.ban_minutes()),
                config.account_failures_per_hour(),
                Duration.ofDays(config.known_network_days()));
    }

    /** Parses a trusted network. The launcher has validated the text. */
    private static IpNetwork network(String text) {
        return IpNetwork.parse(text)
                .orElseThrow(() -> new IllegalArgumentException("[security] trusted_ips has \"" + text + "\""));
    }

    public boolean trusts(InetAddress address) {
        for (IpNetwork network : trusted) {
            if (network.contains(address)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the length of the {@code times}th consecutive ban. */
    Duration ban(int times) {
        Duration ban = firstBan;
        for (int i = 1; i < times && ban.compareTo(LONGEST_BAN) < 0; i++) {
            ban = ban.multipliedBy(2);
        }
        return ban.compareTo(LONGEST_BAN) > 0 ? LONGEST_BAN : ban;
    }
}
