package svc.proto.smtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.health.Finding;
import svc.api.health.Finding.Status;
import svc.api.health.HealthCheck;
import svc.api.net.ListenAddress;
import svc.api.net.connection.OpenListeners.OpenListener;
import svc.testkit.FreePort;
import svc.testkit.bundles.BundleServer;

/** The health check of an open relay. */
final class OpenRelayCheckTest {

    @RegisterExtension
    private static final BundleServer SERVER = SmtpServer.configured();

    /** A server that accepts mail to all domains. */
    @RegisterExtension
    private static final BundleServer OPEN_RELAY = SmtpServer.with(new ScriptedIntake());

    private static Finding check(BundleServer server) {
        return server.service(HealthCheck.class, OpenRelayCheck.class).run().get(0);
    }

    private static Finding check(List<OpenListener> listeners) {
        return new OpenRelayCheck(() -> listeners, SERVER.service(SmtpSettings.class))
                .run()
                .get(0);
    }

    @Test
    void serverThatRelaysNothingIsFine() {
        Finding finding = check(SERVER);
        assertThat(finding.status()).as(finding.detail()).isEqualTo(Status.OK);
        assertThat(finding.detail()).contains("550 5.7.1");
    }

    @Test
    void openRelayFails() {
        assertThat(check(OPEN_RELAY).status()).isEqualTo(Status.FAIL);
    }

    @Test
    void serverWithoutAListenerIsSkipped() throws Exception {
        assertThat(check(List.of()).status()).isEqualTo(Status.SKIPPED);
        ListenAddress closed = new ListenAddress("127.0.0.1", FreePort.next());
        assertThat(check(List.of(new OpenListener("smtp", closed, false))).status())
                .isEqualTo(Status.SKIPPED);
    }
}
