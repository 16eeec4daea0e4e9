package svc.mail.domains.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.api.delivery.MailRoutes;
import svc.api.delivery.MailRoutes.Hop;
import svc.api.delivery.MailRoutes.Route;
import svc.api.operation.AuditRecorder;
import svc.api.operation.OperationGroup;
import svc.mail.domains.TestServer;
import svc.mailauth.Zone;
import svc.testkit.bundles.BundleServer;

/** The dry run of sending a message. */
final class MailCheckOperationsTest {

    private static final TestServer TEST = TestServer.create();

    @RegisterExtension
    private static final BundleServer SERVER = TEST.bundles();

    private static JsonNode check(String address) {
        var operations = SERVER.service(OperationGroup.class, MailCheckOperations.class);
        return SERVER.json(operations.check(address));
    }

    @Test
    void hostsAreListedByPreferenceWithTheirAddresses() {
        TEST.zone()
                .mx("far.test", "a.far.test", "b.far.test")
                .a("a.far.test", "192.0.2.1", "2001:db8::1")
                .a("b.far.test", "192.0.2.2");
        JsonNode view = check("Bob@FAR.test");
        assertThat(view.path("destination").asText()).isEqualTo("remote");
        assertThat(view.has("reply")).isFalse();
        assertThat(view.path("hops").findValuesAsText("host")).containsExactly("a.far.test", "b.far.test");
        assertThat(view.at("/hops/0/addresses")).hasSize(2);
        TEST.zone().a("plain.test", "192.0.2.3");
        assertThat(check("bob@plain.test").at("/hops/0/host").asText()).isEqualTo("plain.test");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            bob@null.test     | remote | 556 5.1.10
            bob@missing.test  | remote | 550 5.1.2
            bob@failing.test  | remote | 451 4.4.3
            bob@noaddr.test   | remote | 451 4.4.4
            bob               | none   | 553 5.1.3
            x@here.test       | none   | 550 5.1.1
            """)
    void problemIsTheReplyOfTheQueue(String address, String destination, String reply) {
        SERVER.user("ann@here.test");
        TEST.zone().mx("null.test", ".").mx("noaddr.test", "mx.noaddr.test").failing("failing.test");
        JsonNode view = check(address);
        assertThat(view.path("destination").asText()).isEqualTo(destination);
        assertThat(view.path("reply").asText()).startsWith(reply + " ");
    }

    @Test
    void relayDomainLeadsToItsHost() {
        String tenant = SERVER.user("ann@here.test").account().organization();
        TEST.relay("relayed.test", tenant, "ann@here.test", "mx.inside.test");
        TEST.zone().a("mx.inside.test", "192.0.2.8");
        JsonNode view = check("bob@relayed.test");
        assertThat(view.path("destination").asText()).isEqualTo("relay");
        assertThat(view.at("/hops/0/host").asText()).isEqualTo("mx.inside.test");
        TEST.operations().suspend("relayed.test", AuditRecorder.NONE);
        assertThat(check("bob@relayed.test").path("reply").asText()).startsWith("451 4.7.1 ");
        assertThat(check("ann@here.test").path("destination").asText()).isEqualTo("local");
    }

    @Test
    @SuppressWarnings("try") // closing the registration is its only use
    void routeOfTheTransportIsShown() throws Exception {
        MailRoutes routes = domain -> new Route(
                List.of(new Hop("smart.test", 587, List.of(Zone.address("192.0.2.7")), "dane")), Optional.empty());
        try (AutoCloseable registration = SERVER.register(MailRoutes.class, routes)) {
            JsonNode hop = check("bob@anywhere.test").at("/hops/0");
            assertThat(hop.path("port").asInt()).isEqualTo(587);
            assertThat(hop.path("tls_policy").asText()).isEqualTo("dane");
        }
    }
}
