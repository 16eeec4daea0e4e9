package svc.delivery.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.delivery.Envelope;
import svc.api.delivery.MailTransport;
import svc.api.delivery.OutgoingMail;
import svc.api.delivery.SmtpReply;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.operation.OperationException;
import svc.api.operation.OperationGroup;
import svc.api.store.ObjectId;
import svc.delivery.intake.Arrivals;
import svc.delivery.intake.Queued;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;

/** Domains to which an operator lets no messages be sent. */
final class HeldDomainsTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMailStorage("svc.delivery");

    private final Queued queued = new Queued(SERVER);
    private final List<String> sent = new CopyOnWriteArrayList<>();
    private AutoCloseable registration;

    private final class Transport implements MailTransport {

        @Override
        public boolean accepts(String address) {
            return true;
        }

        @Override
        public Result send(OutgoingMail mail) {
            sent.add(mail.domain());
            return new Result(List.of(SmtpReply.of("250 2.0.0 Taken")));
        }
    }

    private static QueueOperations operations() {
        return SERVER.service(OperationGroup.class, QueueOperations.class);
    }

    private static String state(long n) {
        JsonNode view = SERVER.json(operations().show(ObjectId.format(DurableQueue.LETTER, n)));
        return view.at("/recipients/0/state").asText();
    }

    @BeforeEach
    void register() {
        registration = SERVER.register(MailTransport.class, new Transport());
    }

    @AfterEach
    void unregister() throws Exception {
        registration.close();
    }

    @Test
    void heldMessagesAreSentAfterTheRelease() throws Exception {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@hold.test");
        operations().hold(" Held.FAR ");
        operations().hold("held.far");
        long held = queued.send(ann, Envelope.of("ann@hold.test", List.of("x@held.far")), Arrivals.message("a"));
        long free = queued.send(ann, Envelope.of("ann@hold.test", List.of("x@free.far")), Arrivals.message("b"));
        ann.who()
                .await(
                        "the other message is sent",
                        () -> queued.queue().recipients(free).isEmpty());
        ann.who().await("in its lane", () -> state(held).equals("held"));
        SERVER.advance(Duration.ofHours(1));
        operations().flush();
        assertThat(sent).containsExactly("free.far");
        assertThat(state(held)).isEqualTo("held");
        assertThat(SERVER.service(HealthCheck.class, QueueMonitor.class)
                        .run()
                        .get(0)
                        .status())
                .isEqualTo(Finding.Status.OK);
        assertThat(SERVER.service(HealthCheck.class, HeldDomains.class)
                        .run()
                        .get(0)
                        .remedy())
                .hasValueSatisfying(text -> assertThat(text).contains("svc queue release --domain held.far"));
        assertThat(operations().release("held.far").due()).isEqualTo(1);
        ann.who().await("sent", () -> queued.queue().recipients(held).isEmpty());
        assertThat(sent).containsExactly("free.far", "held.far");
        assertThatThrownBy(() -> operations().release("held.far")).isInstanceOf(OperationException.class);
    }

    @Test
    void localDomainCannotBeHeld() {
        LocalMailUser.of(SERVER, "ann@local.test");
        assertThatThrownBy(() -> operations().hold("LOCAL.test"))
                .isInstanceOf(OperationException.class)
                .hasMessageContaining("is a domain of this server");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "x@far.test", "a\nb"})
    void invalidDomainIsRejected(String domain) {
        assertThatThrownBy(() -> operations().hold(domain))
                .isInstanceOf(OperationException.class)
                .hasMessage("domain must be a domain such as example.net.");
    }
}
