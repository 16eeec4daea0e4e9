package svc.cap.submission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.testkit.Covers;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalSender;
import svc.testkit.bundles.MailCalls;

/** Clients of the second version of mail read the delivery status of a sent email. */
final class DeliveryStatusOfEmailTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMail();

    @Test
    @Covers(value = "CAP-06", open = "contacts and calendars")
    void sentEmailHasItsDeliveryStatus() {
        LocalSender ann = LocalSender.of(SERVER, "ann@fares.test");
        LocalSender.of(SERVER, "bob@fares.test");
        String email = ann.draft("bob@fares.test", "how it fares");
        assertThat(status(ann, email).isNull()).isTrue();
        String state = ann.user().state("Email");
        String id = ann.submit(email, "").at("/created/s/id").asText();
        ann.awaitStatus(id, "bob@fares.test", "yes");
        assertThat(status(ann, email).at("/bob@fares.test/delivered").asText()).isEqualTo("yes");
        assertThat(MailCalls.texts(ann.user()
                        .call("Email/changes", "'sinceState':'" + state + "'")
                        .path("updated")))
                .contains(email);
        JsonNode refused = second(ann, "Email/set", "'update':{'" + email + "':{'deliveryStatus':null}}");
        assertThat(refused.at("/notUpdated/" + email + "/type").asText()).isEqualTo("invalidProperties");
        assertThat(second(ann, "Email/get", "'ids':['" + email + "']")
                        .at("/list/0")
                        .has("deliveryStatus"))
                .as("a default property of the second version")
                .isTrue();
    }

    private static JsonNode second(LocalSender who, String method, String arguments) {
        return who.user()
                .using(List.of(MailCalls.SECOND), "['" + method + "',{'accountId':'@'," + arguments + "},'c']")
                .at("/0/1");
    }

    private static JsonNode status(LocalSender who, String email) {
        JsonNode found = second(who, "Email/get", "'ids':['" + email + "'],'properties':['deliveryStatus']")
                .at("/list/0");
        assertThat(found.has("deliveryStatus")).isTrue();
        return found.path("deliveryStatus");
    }
}
