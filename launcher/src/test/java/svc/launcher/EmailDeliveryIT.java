package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.testkit.Covers;

/** Clients that subscribe to {@code EmailDelivery} are notified of new emails only (RFC 8621 §1.5). */
final class EmailDeliveryIT {

    @RegisterExtension
    private static final ServerOfClass SERVER = ServerOfClass.shared();

    private final MailUser ann = MailUser.of(SERVER.running(), "ann@emaildelivery.test");

    @Test
    @Covers({"RFC8621 §1.5", "PUSH-03", "PUSH-07"})
    void everyTransportSendsTheStateOfANewEmailOnly() {
        String read = ann.bring("Subject: read", "", "text");
        try (PushService service = PushService.start();
                EventClient events = EventClient.of(ann.who(), "?types=EmailDelivery,Unknown");
                JmapSocket socket = JmapSocket.of(ann.who())) {
            events.started();
            socket.send("{\"@type\":\"WebSocketPushEnable\",\"dataTypes\":[\"EmailDelivery\"]}");
            socket.send("{\"@type\":\"Request\",\"id\":\"1\",\"using\":[\"urn:ietf:params:jmap:core\"],"
                    + "\"methodCalls\":[[\"Core/echo\",{},\"c\"]]}");
            assertThat(socket.next().path("requestId").asText()).isEqualTo("1");
            PushClient client = new PushClient(ann.who(), service);
            ObjectNode draft = client.draft("/p");
            draft.putArray("types").add("EmailDelivery");
            client.subscribed("/p", draft, Optional.empty());

            ann.call("Email/set", "'update':{'" + read + "':{'keywords/$seen':true}}");
            ann.bring("Subject: new", "", "text");

            JsonNode changed =
                    events.next().json().path("changed").path(ann.who().accountId());
            assertThat(changed.fieldNames()).toIterable().containsExactly("EmailDelivery");
            assertThat(socket.next().path("changed").path(ann.who().accountId()))
                    .isEqualTo(changed);
            assertThat(service.next("/p").json().path("changed").path(ann.who().accountId()))
                    .isEqualTo(changed);
        }
    }

    @Test
    @Covers("PUSH-03")
    void onlyUnknownTypesAreRefused() {
        try (EventClient events = EventClient.of(ann.who(), "?types=Unknown")) {
            assertThat(events.status()).isEqualTo(400);
        }
    }
}
