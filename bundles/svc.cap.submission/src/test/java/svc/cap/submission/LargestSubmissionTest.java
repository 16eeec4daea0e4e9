package svc.cap.submission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.jmap.JmapLimits;
import svc.testkit.Covers;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalSender;
import svc.testkit.bundles.MailCalls;
import svc.testkit.bundles.SendingCalls;

/** Messages larger than the server sends. */
final class LargestSubmissionTest {

    private static final int LARGEST = 5_000;

    @RegisterExtension
    private static final BundleServer SERVER =
            BundleServer.withMail().limitedTo(new JmapLimits(LARGEST, 4, 10_000_000, 8, 64, 500, 500, 5000, 500));

    @Test
    @Covers({"RFC8621 §7.5", "V2-01"})
    void tooLargeMessageIsNotSent() {
        LocalSender ann = LocalSender.of(SERVER, "ann@large.test");
        String email =
                ann.draft("'from':[{'email':'ann@large.test'}],'to':[{'email':'x@far.example'}],'subject':'large',"
                        + "'textBody':[{'partId':'1','type':'text/plain'}],'bodyValues':{'1':{'value':'"
                        + "words \\n".repeat(LARGEST / 7) + "'}}");
        JsonNode submitted = ann.submit(email, "").at("/notCreated/s");
        JsonNode sent = ann.user()
                .using(
                        List.of(MailCalls.SECOND, MailCalls.URN, SendingCalls.URN),
                        "['Email/send',{'accountId':'@','send':{'s':{'identityId':'" + ann.identity() + "','emailId':'"
                                + email + "'}}},'c']")
                .at("/0/1/notSent/s");
        for (JsonNode refused : List.of(submitted, sent)) {
            assertThat(refused.path("type").asText()).as(refused.toString()).isEqualTo("tooLarge");
            assertThat(refused.path("maxSize").asLong()).isEqualTo(LARGEST);
        }
        assertThat(ann.call("EmailSubmission/query", "'filter':{}").path("ids")).isEmpty();
    }
}
