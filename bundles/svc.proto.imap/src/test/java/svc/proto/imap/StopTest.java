package svc.proto.imap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests the responses to clients when the server stops. */
class StopTest {

    private static final List<ImapClient> CLIENTS = new ArrayList<>();

    /** Called after the server has stopped, because it is registered first. */
    @RegisterExtension
    @Order(1)
    private static final AfterAllCallback STOPPED = context -> {
        for (ImapClient client : CLIENTS) {
            assertThat(client.response()).startsWith("* BYE [UNAVAILABLE]");
            assertThat(client.response()).isEqualTo(ImapClient.END);
            client.close();
        }
    };

    @RegisterExtension
    @Order(2)
    private static final ImapServer SERVER = new ImapServer();

    @Test
    void endsSessionsWhenTheServerStops() throws Exception {
        SERVER.user("ann@one.test");
        CLIENTS.add(ImapClient.greeted(SERVER));
        CLIENTS.add(ImapClient.signedIn(SERVER, "ann@one.test"));
        ImapClient idling = ImapClient.selected(SERVER, "ann@one.test");
        CLIENTS.add(idling);
        assertThat(idling.idle()).isNotEmpty();
    }
}
