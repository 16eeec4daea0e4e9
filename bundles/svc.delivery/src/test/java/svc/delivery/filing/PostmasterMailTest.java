package svc.delivery.filing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.delivery.Envelope;
import svc.api.delivery.OutgoingMail.Content;
import svc.api.delivery.ServerMail;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;
import svc.testkit.bundles.MailCalls;

final class PostmasterMailTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMailStorage("svc.delivery");

    private static List<String> subjects(LocalMailUser user) {
        return MailCalls.texts(user.call("Email/query", "'filter':null").path("ids")).stream()
                .map(id -> user.email(id, "subject").path("subject").asText())
                .toList();
    }

    @Test
    void withoutAPostmasterARecipientSendsTheMail() throws Exception {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@server.test");
        ServerMail mail = SERVER.service(ServerMail.class);
        Content notice = out -> out.write("Subject: notice\r\n\r\n1 check fails\r\n".getBytes(UTF_8));
        assertThat(mail.send("server.test", Envelope.of("", List.of("ops@far.example")), notice))
                .isEmpty();
        assertThat(mail.send("server.test", Envelope.of("", List.of("ann@server.test")), notice))
                .isPresent();
        ann.who().await("the notice", () -> subjects(ann).equals(List.of("notice")));
    }
}
