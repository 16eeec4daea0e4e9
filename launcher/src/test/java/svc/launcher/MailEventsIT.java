package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.testkit.Covers;
import svc.testkit.bundles.MailCalls;

/** Clients on an event stream are notified of changes of mail that only the extended capabilities make. */
final class MailEventsIT {

    @RegisterExtension
    private static final ServerOfClass SERVER = ServerOfClass.shared();

    @Test
    @Covers("V2-02")
    void threadMergeIsReportedToClients() throws IOException, InterruptedException {
        MailUser ann = MailUser.of(SERVER.running(), "ann@threads.test");
        String one = thread(ann, "one");
        String two = thread(ann, "two");
        try (EventClient events = EventClient.of(ann.who(), "?types=Thread&closeafter=no&ping=0")) {
            JsonNode merged = ann.using(
                            List.of(MailUser.THREADS),
                            "['Thread/merge',{'accountId':'@','merge':{'k':{'threadIds':['" + one + "','" + two
                                    + "']}}},'c']")
                    .at("/0/1");
            assertThat(events.state(ann.who().accountId(), "Thread"))
                    .isEqualTo(merged.path("newState").asText());
        }
    }

    private static String thread(MailUser user, String id) {
        return user.bring(MailCalls.letter(id, "plans " + id, ""), user.mailbox("inbox"), "")
                .path("threadId")
                .asText();
    }

    @Test
    @Covers("V2-03")
    void labelOfAnEmailIsReportedToClients() throws IOException, InterruptedException {
        MailUser ann = MailUser.of(SERVER.running(), "ann@labels.test");
        String email = ann.bring(MailCalls.letter("l", "letter", ""));
        List<String> urns = List.of(MailUser.SECOND, MailUser.LABELS);
        String label = ann.using(urns, "['Label/set',{'accountId':'@','create':{'k':{'name':'work'}}},'c']")
                .at("/0/1/created/k/id")
                .asText();
        try (EventClient events = EventClient.of(ann.who(), "?types=Email&closeafter=no&ping=0")) {
            ann.using(
                    urns,
                    "['Email/set',{'accountId':'@','update':{'" + email + "':{'labelIds/" + label + "':true}}},'c']");
            assertThat(events.state(ann.who().accountId(), "Email")).isEqualTo(ann.state("Email"));
        }
    }
}
