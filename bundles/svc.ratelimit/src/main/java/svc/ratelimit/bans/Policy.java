package svc.guard;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import svc.api.guard.Network;

/** What {@code [security]} means. */
record Policy(
        List<Network> trusted, Rate perAddress, Rate perAccount, int failures, Duration window, Duration firstBan) {

    /** The longest ban. */
    static final Duration LONGEST_BAN = Duration.ofDays(1);

    static Policy of(SecurityConfig config) {
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
                config.ban_failures(),
                Duration.ofMinutes(config.ban_window_minutes()),
                Duration.ofMinutes(config.ban_minutes()));
    }

    /** The launcher has refused what is no network before anything was started. */
    private static Network network(String text) {
        return Network.parse(text)
                .orElseThrow(() -> new IllegalArgumentException("[security] trusted_ips has \"" + text + "\""));
    }

    boolean trusts(InetAddress address) {
        for (Network network : trusted) {
            if (network.contains(address)) {
                return true;
            }
        }
        return false;
    }

    /** How long a ban is that comes for the {@code times}th time. */
    Duration ban(int times) {
        Duration ban = firstBan;
        for (int i = 1; i < times && ban.compareTo(LONGEST_BAN) < 0; i++) {
            ban = ban.multipliedBy(2);
        }
        return ban.compareTo(LONGEST_BAN) > 0 ? LONGEST_BAN : ban;
    }
}
