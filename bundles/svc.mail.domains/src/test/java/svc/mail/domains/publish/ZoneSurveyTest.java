package svc.mail.domains.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.dns.Resolver.Srv;
import svc.api.health.Finding;
import svc.api.health.Finding.Status;
import svc.api.health.HealthCheck;
import svc.api.net.ListenAddress;
import svc.api.net.connection.OpenListeners;
import svc.api.net.connection.OpenListeners.OpenListener;
import svc.mail.domains.TestServer;
import svc.mail.domains.proof.ProofHealthCheck;
import svc.testkit.Eventually;
import svc.testkit.bundles.BundleServer;

/** The periodic comparison of the zones of domains, and its health checks. */
final class ZoneSurveyTest {

    private static final TestServer TEST = TestServer.create();

    @RegisterExtension
    private static final BundleServer SERVER = TEST.bundles();

    private static List<Finding> zones() {
        return SERVER.service(HealthCheck.class, ZoneHealthCheck.class).run();
    }

    private static Finding coverage() {
        return SERVER.service(HealthCheck.class, ProofHealthCheck.class).run().get(1);
    }

    @Test
    @SuppressWarnings("try") // closing the registration is its only use
    void problemsAreFoundByTheRoundsAndNamedWithTheirRemedies() throws Exception {
        SERVER.user("ann@a.test");
        SERVER.user("ann@b.test");
        assertThat(zones()).extracting(Finding::status).containsOnly(Status.SKIPPED);
        assertThat(coverage().status()).isEqualTo(Status.SKIPPED);
        OpenListeners listening = () -> List.of(new OpenListener("smtp", new ListenAddress("0.0.0.0", 25), false));
        try (AutoCloseable registration = SERVER.register(OpenListeners.class, listening)) {
            assertThat(coverage().detail()).contains("a.test, b.test");
            assertThat(coverage().remedy().orElseThrow()).contains("svc domain register a.test");
            TEST.zone().mx("a.test", TestServer.HOST);
            SERVER.advance(Duration.ofMinutes(2));
            Eventually.until("both domains are visited", () -> {
                SERVER.advance(Duration.ofSeconds(1));
                return zones().get(1).detail().contains("a.test, b.test");
            });
            Finding mx = zones().get(0);
            assertThat(mx.status()).isEqualTo(Status.WARN);
            assertThat(mx.detail()).isEqualTo("Records are missing or differ at b.test.");
            assertThat(mx.remedy().orElseThrow()).contains("publish `b.test. IN MX 10 mx.own.test.`");
            int asked = TEST.zone().asked().size();
            assertThat(zones().get(1).remedy().orElseThrow())
                    .contains("`a.test. IN TXT \"v=spf1 mx -all\"`", "svc domain dns a.test");
            assertThat(TEST.zone().asked())
                    .as("the health check asks DNS nothing")
                    .hasSize(asked);
            TEST.register("a.test");
            TEST.register("b.test");
            assertThat(coverage().status()).isEqualTo(Status.OK);
            TEST.zone().mx("b.test", TestServer.HOST);
            SERVER.advance(Duration.ofHours(6));
            Eventually.until("the second round", () -> {
                SERVER.advance(Duration.ofSeconds(1));
                return zones().get(0).status() == Status.OK;
            });
        }
    }

    @Test
    void srvRecordMustNameTheHostAndThePort() {
        ZoneComparison comparison = new ZoneComparison(TEST.zone());
        assertThat(comparison.srv("submissions", "c.test", 465, "MX.own.test").status())
                .isEqualTo(ZoneLine.Status.MISSING);
        TEST.zone().srv("_submissions._tcp.c.test", new Srv(0, 1, 465, TestServer.HOST), new Srv(9, 0, 0, "."));
        assertThat(comparison.srv("submissions", "c.test", 465, "MX.own.test").status())
                .isEqualTo(ZoneLine.Status.OK);
        assertThat(comparison.srv("submissions", "c.test", 466, TestServer.HOST).found())
                .containsExactly("0 1 465 mx.own.test.", "9 0 0 .");
    }
}
