package svc.mail.domains.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.delivery.DkimKeys;
import svc.api.http.HttpServerInfo;
import svc.api.net.ListenAddress;
import svc.api.net.connection.OpenListeners;
import svc.api.net.connection.OpenListeners.OpenListener;
import svc.api.operation.OperationException;
import svc.api.operation.OperationGroup;
import svc.mail.domains.TestServer;
import svc.testkit.bundles.BundleServer;

/** The lines of a zone, and their comparison with DNS. */
final class ZoneLinesTest {

    private static final TestServer TEST = TestServer.create();

    @RegisterExtension
    private static final BundleServer SERVER = TEST.bundles();

    /** Returns the status and the found value of each line by its text. */
    private static Map<String, String> lines(String domain) {
        Map<String, String> lines = new HashMap<>();
        var operations = SERVER.service(OperationGroup.class, ZoneLineOperations.class);
        JsonNode zone = SERVER.json(operations.dns(domain));
        for (int i = 0; i < zone.path("items").size(); i++) {
            JsonNode compared = zone.path("records").path(i);
            lines.put(
                    zone.path("items").path(i).asText(),
                    compared.path("status").asText()
                            + (compared.has("found")
                                    ? " " + compared.path("found").asText()
                                    : ""));
        }
        return lines;
    }

    @Test
    @SuppressWarnings("try") // closing the registration is its only use
    void emptyZoneMissesAllLines() throws Exception {
        SERVER.user("ann@empty.test");
        String record = TEST.register("empty.test");
        String key = "v=DKIM1; k=rsa; p=" + "A".repeat(300);
        DkimKeys keys = domain -> List.of(new DkimKeys.KeyRecord("s1._domainkey." + domain, key, DkimKeys.State.NEW));
        try (AutoCloseable registration = SERVER.register(DkimKeys.class, keys)) {
            Map<String, String> lines = lines("EMPTY.test");
            assertThat(lines)
                    .containsKeys(
                            "empty.test. IN MX 10 mx.own.test.",
                            "empty.test. IN TXT \"v=spf1 mx -all\"",
                            "_svc-proof.empty.test. IN TXT \"" + record + "\"",
                            "_dmarc.empty.test. IN TXT \"v=DMARC1; p=quarantine;"
                                    + " rua=mailto:dmarc-reports@empty.test\"",
                            "mta-sts.empty.test. IN CNAME mx.own.test.",
                            "_smtp._tls.empty.test. IN TXT \"v=TLSRPTv1; rua=mailto:postmaster@empty.test\"",
                            "autoconfig.empty.test. IN CNAME mx.own.test.",
                            "s1._domainkey.empty.test. IN TXT \"" + key.substring(0, 255) + "\" \"" + key.substring(255)
                                    + "\"");
            assertThat(lines.values()).containsOnly("missing");
        }
    }

    @Test
    void publishedRecordsAreCompared() {
        SERVER.user("ann@full.test");
        TEST.zone()
                .mx("full.test", "mx.other.test", "MX.own.test")
                .txt("full.test", "other=verification", "v=spf1 ip4:192.0.2.1 -all")
                .txt("_dmarc.full.test", "v=DMARC1; p=none", "v=DMARC1; p=reject")
                .txt("_smtp._tls.full.test", "v=TLSRPTv1; rua=mailto:x@far.test")
                .a("mx.own.test", "192.0.2.1")
                .a("mta-sts.full.test", "192.0.2.1")
                .a("autoconfig.full.test", "192.0.2.9")
                .failing("_mta-sts.full.test");
        Map<String, String> lines = lines("full.test");
        assertThat(lines)
                .containsEntry("full.test. IN MX 10 mx.own.test.", "ok")
                .containsEntry("full.test. IN TXT \"v=spf1 mx -all\"", "ok \"v=spf1 ip4:192.0.2.1 -all\"")
                .containsEntry("mta-sts.full.test. IN CNAME mx.own.test.", "ok")
                .containsEntry("autoconfig.full.test. IN CNAME mx.own.test.", "differs 192.0.2.9");
        assertThat(lines.entrySet().stream()
                        .filter(line -> line.getKey().startsWith("_dmarc"))
                        .map(Map.Entry::getValue))
                .containsExactly("differs \"v=DMARC1; p=none\", \"v=DMARC1; p=reject\"");
        assertThat(lines.entrySet().stream()
                        .filter(line -> line.getKey().startsWith("_mta-sts"))
                        .map(Map.Entry::getValue))
                .containsExactly("unknown");
        assertThat(lines.keySet()).noneMatch(line -> line.startsWith("_svc-proof"));
    }

    @Test
    void relayDomainPublishesOnlyTheProofAndTheHost() {
        String tenant = SERVER.user("ann@relaying.test").account().organization();
        TEST.relay("inner.test", tenant, "ann@relaying.test", "mx.inside.test");
        TEST.zone().mx("inner.test", "mx.inside.test");
        assertThat(lines("inner.test"))
                .hasSize(2)
                .containsEntry("inner.test. IN MX 10 mx.own.test.", "differs 10 mx.inside.test.");
    }

    @Test
    @SuppressWarnings("try") // closing the registrations is their only use
    void openListenersAndTheHttpsUrlHaveSrvRecords() throws Exception {
        SERVER.user("ann@srv.test");
        OpenListeners open = () -> List.of(
                new OpenListener("smtp", new ListenAddress("0.0.0.0", 25), false),
                new OpenListener("submission", new ListenAddress("0.0.0.0", 1587), false),
                new OpenListener("submissions", new ListenAddress("0.0.0.0", 465), true),
                new OpenListener("submissions", new ListenAddress("::", 465), true));
        try (AutoCloseable listeners = SERVER.register(OpenListeners.class, open);
                AutoCloseable http =
                        SERVER.register(HttpServerInfo.class, RoutesFixture.info("https://one.test:8443"))) {
            assertThat(lines("srv.test").keySet().stream().filter(line -> line.contains(" SRV ")))
                    .containsExactlyInAnyOrder(
                            "_submissions._tcp.srv.test. IN SRV 0 1 465 mx.own.test.",
                            "_submission._tcp.srv.test. IN SRV 0 1 1587 mx.own.test.",
                            "_jmap._tcp.srv.test. IN SRV 0 1 8443 one.test.");
        }
    }

    @Test
    @SuppressWarnings("try") // closing the registration is its only use
    void urlWithoutTlsHasNoSrvRecord() throws Exception {
        SERVER.user("ann@plain.test");
        try (AutoCloseable http = SERVER.register(HttpServerInfo.class, RoutesFixture.info("http://one.test:8080"))) {
            assertThat(lines("plain.test").keySet()).noneMatch(line -> line.startsWith("_jmap"));
        }
    }

    @Test
    void unknownDomainIsRejected() {
        assertThatThrownBy(() -> lines("nowhere.test"))
                .isInstanceOf(OperationException.class)
                .hasMessageContaining("svc domain add");
    }
}
