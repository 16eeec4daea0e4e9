package svc.mail.domains.check;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.mailauth.Zone.address;

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
import svc.api.delivery.SmtpReply;
import svc.api.operation.AuditRecorder;
import svc.api.operation.OperationGroup;
import svc.mail.domains.TestServer;
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

    /** The routes of a transport. */
    private static Route route(String domain) {
        return switch (domain) {
            case "far.test" ->
                new Route(
                        List.of(
                                new Hop(
                                        "a.far.test",
                                        25,
                                        List.of(address("192.0.2.1"), address("2001:db8::1")),
                                        "dane"),
                                new Hop("b.far.test", 587, List.of(address("192.0.2.2")), "")),
                        Optional.empty());
            case "null.test" ->
                new Route(List.of(), Optional.of(new SmtpReply(556, "5.1.10", "The domain accepts no mail.")));
            default -> new Route(List.of(new Hop(domain, 25, List.of(), "")), Optional.empty());
        };
    }

    @Test
    @SuppressWarnings("try") // closing the registration is its only use
    void hostsOfTheTransportAreListedInItsOrder() throws Exception {
        try (AutoCloseable registration = SERVER.register(MailRoutes.class, MailCheckOperationsTest::route)) {
            JsonNode view = check("Bob@FAR.test");
            assertThat(view.path("destination").asText()).isEqualTo("remote");
            assertThat(view.has("reply")).isFalse();
            assertThat(view.path("hops").findValuesAsText("host")).containsExactly("a.far.test", "b.far.test");
            assertThat(view.at("/hops/0/addresses")).hasSize(2);
            assertThat(view.at("/hops/0/tls_policy").asText()).isEqualTo("dane");
            assertThat(view.at("/hops/1").has("tls_policy")).isFalse();
            assertThat(view.at("/hops/1/port").asInt()).isEqualTo(587);
        }
    }

    @Test
    void transportWithoutRoutesShowsNoHosts() {
        JsonNode view = check("bob@far.test");
        assertThat(view.path("destination").asText()).isEqualTo("remote");
        assertThat(view.has("reply")).isFalse();
        assertThat(view.path("hops")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            bob@null.test     | remote | 556 5.1.10
            bob               | none   | 553 5.1.3
            x@here.test       | none   | 550 5.1.1
            """)
    @SuppressWarnings("try") // closing the registration is its only use
    void problemIsTheReplyOfTheQueue(String address, String destination, String reply) throws Exception {
        SERVER.user("ann@here.test");
        try (AutoCloseable registration = SERVER.register(MailRoutes.class, MailCheckOperationsTest::route)) {
            JsonNode view = check(address);
            assertThat(view.path("destination").asText()).isEqualTo(destination);
            assertThat(view.path("reply").asText()).startsWith(reply + " ");
        }
    }

    @Test
    @SuppressWarnings("try") // closing the registration is its only use
    void relayDomainIsNamedAndItsDeferralIsTheReply() throws Exception {
        String tenant = SERVER.user("ann@here.test").account().organization();
        TEST.relay("relayed.test", tenant, "ann@here.test", "mx.inside.test");
        try (AutoCloseable registration = SERVER.register(MailRoutes.class, MailCheckOperationsTest::route)) {
            JsonNode view = check("bob@relayed.test");
            assertThat(view.path("destination").asText()).isEqualTo("relay");
            assertThat(view.at("/hops/0/host").asText()).isEqualTo("relayed.test");
            TEST.operations().suspend("relayed.test", AuditRecorder.NONE);
            assertThat(check("bob@relayed.test").path("reply").asText()).startsWith("451 4.7.1 ");
        }
        assertThat(check("ann@here.test").path("destination").asText()).isEqualTo("local");
    }
}
