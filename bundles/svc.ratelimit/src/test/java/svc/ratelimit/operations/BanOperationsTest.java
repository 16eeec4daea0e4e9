package svc.ratelimit.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.net.IpNetwork;
import svc.api.operation.OperationException;
import svc.api.ratelimit.RateLimiter.Allowed;
import svc.api.ratelimit.RateLimiter.Banned;
import svc.api.ratelimit.RateLimiter.Decision;
import svc.ratelimit.bans.RateLimiterFixture;
import svc.testkit.ManualClock;

/** Bans by an operator. */
final class BanOperationsTest {

    private static final InetAddress ADDRESS = RateLimiterFixture.address("203.0.113.7");
    private static final InetAddress OTHER_CLIENT = RateLimiterFixture.address("203.0.113.8");

    @TempDir
    private Path directory;

    private final ManualClock clock = new ManualClock();
    private RateLimiterFixture fixture;

    @BeforeEach
    void open() {
        fixture = new RateLimiterFixture(directory, clock, RateLimiterFixture.policy());
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private Decision request(InetAddress address) {
        return fixture.limiter.checkAddress(address);
    }

    @Test
    void anOperatorBansANetworkForAsLongAsWanted() {
        BanOperations operations = new BanOperations(fixture.banStore);
        operations.add("203.0.113.0/24", 120, "floods");
        assertThat(request(ADDRESS)).isInstanceOf(Banned.class);
        assertThat(request(OTHER_CLIENT)).isInstanceOf(Banned.class);
        assertThat(request(RateLimiterFixture.address("203.0.114.1"))).isInstanceOf(Allowed.class);
        assertThat(fixture.banStore.bans())
                .singleElement()
                .satisfies(ban -> assertThat(ban.reason()).isEqualTo("floods"));
        clock.leap(Duration.ofMinutes(119));
        assertThat(request(OTHER_CLIENT)).isInstanceOf(Banned.class);
        clock.leap(Duration.ofMinutes(1));
        assertThat(request(OTHER_CLIENT)).isInstanceOf(Allowed.class);
    }

    @Test
    void failedSignInsDoNotShortenTheBanOfAnOperator() {
        BanOperations operations = new BanOperations(fixture.banStore);
        operations.add("203.0.113.7", 600, null);
        fixture.fail(ADDRESS, 3);
        clock.leap(Duration.ofMinutes(599));
        assertThat(request(ADDRESS)).isInstanceOf(Banned.class);
        operations.add("203.0.113.7", 1, null);
        clock.leap(Duration.ofMinutes(1));
        assertThat(request(ADDRESS)).isInstanceOf(Allowed.class);
    }

    @Test
    void aBanByHandIsRefusedWhereItCouldNotBeMeant() {
        BanOperations operations = new BanOperations(fixture.banStore);
        fixture.banStore.trust(IpNetwork.parse("203.0.113.0/24").orElseThrow(), Optional.empty());
        for (String network : List.of("203.0.113.7", "0.0.0.0/0", "::/0", "somewhere")) {
            assertThatThrownBy(() -> operations.add(network, 60, null)).isInstanceOf(OperationException.class);
        }
        assertThatThrownBy(() -> operations.add("192.0.2.1", 0, null)).isInstanceOf(OperationException.class);
        assertThat(fixture.banStore.bans()).isEmpty();
    }
}
