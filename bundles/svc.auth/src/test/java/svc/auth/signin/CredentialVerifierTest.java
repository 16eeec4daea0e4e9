package svc.auth.signin;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.identity.Account;
import svc.api.identity.Authenticator.Authenticated;
import svc.api.identity.Authenticator.Credentials;
import svc.api.identity.Authenticator.Rejected;
import svc.api.identity.QueryCredentials;
import svc.auth.storage.AuthFixture;
import svc.testkit.Covers;
import svc.testkit.SettableWallClock;

class CredentialVerifierTest {

    @TempDir
    Path directory;

    private final SettableWallClock clock = new SettableWallClock();
    private AuthFixture fixture;
    private Account ann;
    private String token;

    @BeforeEach
    void open() {
        fixture = new AuthFixture(directory, clock);
        fixture.organization("example.org");
        ann = fixture.account("ann@example.org");
        token = fixture.token("ann@example.org");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer ", "bearer ", "BEARER ", "Bearer    "})
    void theSchemeMayBeWrittenInAnyCase(String scheme) {
        assertThat(fixture.present(scheme + token)).isInstanceOf(Authenticated.class);
    }

    @ParameterizedTest
    @Covers(value = "AUTH-02", part = "below HTTP")
    @ValueSource(strings = {"", "Bearer", "Bearer ", "abc", "Bearer a b"})
    void withoutATokenTheSchemeIsAllThatIsSaid(String authorization) {
        assertThat(fixture.present(authorization)).isInstanceOfSatisfying(Rejected.class, refused -> {
            assertThat(refused.status()).isEqualTo(401);
            assertThat(refused.headers()).isEqualTo(Map.of("WWW-Authenticate", "Bearer"));
            assertThat(refused.problem()).containsOnlyKeys("type", "status", "detail", "error");
        });
        assertThat(fixture.entrance.authenticate(new Credentials(
                        "GET",
                        "https://mail.example.org/jmap",
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        QueryCredentials.NONE,
                        "192.0.2.7")))
                .isEqualTo(fixture.present(authorization));
    }

    @Test
    void anUnknownTokenIsInvalid() {
        for (String wrong : new String[] {"x", token + "x", token.substring(1), "é", "x".repeat(900)}) {
            assertThat(fixture.present("Bearer " + wrong)).isInstanceOfSatisfying(Rejected.class, refused -> {
                assertThat(refused.status()).isEqualTo(401);
                assertThat(refused.headers()).isEqualTo(Map.of("WWW-Authenticate", "Bearer error=\"invalid_token\""));
                assertThat(refused.problem())
                        .containsEntry("error", "invalid_token")
                        .containsEntry("status", 401);
                assertThat(refused.toString()).doesNotContain(wrong.length() > 5 ? wrong : "é");
            });
        }
    }

    @Test
    @Covers(value = "AUTH-03", part = "below HTTP")
    void twentyFourHoursAndNotAMomentLonger() {
        String fresh = fixture.token("ann@example.org");
        clock.move(Duration.ofHours(24).minusMillis(1));
        assertThat(fixture.admits(token)).as("seen for the first time").isTrue();
        assertThat(fixture.admits(token)).as("remembered").isTrue();
        clock.move(Duration.ofMillis(1));
        assertThat(fixture.admits(token)).as("remembered").isFalse();
        assertThat(fixture.admits(fresh)).as("seen for the first time").isFalse();
        clock.move(Duration.ofHours(-1));
        assertThat(fixture.admits(token)).as("the clock was put back").isTrue();
    }

    @Test
    void outdatedCacheEntriesAreNotUsed() {
        assertThat(fixture.admits(token)).isTrue();
        fixture.suspend(ann.organization(), true);
        assertThat(fixture.admits(token)).isFalse();
        fixture.suspend(ann.organization(), false);
        assertThat(fixture.admits(token)).isTrue();
    }

    @Test
    void underLoadNeither() throws Exception {
        AtomicBoolean end = new AtomicBoolean();
        Thread[] readers = new Thread[4];
        for (int i = 0; i < readers.length; i++) {
            readers[i] = new Thread(() -> {
                while (!end.get()) {
                    fixture.admits(token);
                }
            });
            readers[i].start();
        }
        try {
            for (int i = 0; i < 200; i++) {
                boolean out = i % 2 == 0;
                fixture.suspend(ann.organization(), out);
                assertThat(fixture.admits(token)).as("round " + i).isEqualTo(!out);
            }
        } finally {
            end.set(true);
            for (Thread reader : readers) {
                reader.join();
            }
        }
    }

    @Test
    void aTokenSeenBeforeCostsMicroseconds() {
        Credentials presented = AuthFixture.presented("Bearer " + token);
        int rounds = 200_000;
        double best = Double.MAX_VALUE;
        for (int i = 0; i < 6; i++) {
            best = Math.min(best, cost(presented, rounds));
        }
        System.out.printf("authenticate(), a token seen before: %.2f µs CPU%n", best);
        assertThat(best).isLessThan(5);
    }

    private double cost(Credentials presented, int rounds) {
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        for (int i = 0; i < rounds; i++) {
            if (!(fixture.entrance.authenticate(presented) instanceof Authenticated)) {
                throw new AssertionError("not admitted");
            }
        }
        return (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before) / 1_000.0 / rounds;
    }
}
