package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.testkit.bundles.LabelCalls.call;
import static svc.testkit.bundles.LabelCalls.label;
import static svc.testkit.bundles.LabelCalls.labelled;
import static svc.testkit.bundles.LabelCalls.labels;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.Eventually;
import svc.testkit.bundles.MailCalls;

/** The removal of a label survives the end of the process. */
final class LabelCrashIT {

    /** A server that is killed during the removal continues after the restart. */
    @Test
    @Covers("V2-03")
    void labelRemovalSurvivesAKill(@TempDir Path own) {
        String work;
        List<String> ids = new ArrayList<>();
        try (RunningServer server = SvcCommand.svc().start(own).ready()) {
            MailUser ann = MailUser.of(server, "ann@many.test");
            work = label(ann, "work");
            String blob = ann.upload(MailCalls.letter("many", "many", ""));
            String inbox = ann.mailbox("inbox");
            for (int call = 0; call < 2; call++) {
                StringBuilder emails = new StringBuilder();
                for (int i = 0; i < 200; i++) {
                    emails.append(i == 0 ? "" : ",")
                            .append("'k" + i + "':{'blobId':'" + blob + "','mailboxIds':{'" + inbox
                                    + "':true},'labelIds':{'" + work + "':true}}");
                }
                call(ann, "Email/import", "'emails':{" + emails + "}")
                        .path("created")
                        .forEach(created -> ids.add(created.path("id").asText()));
            }
            assertThat(ids).hasSize(400);
            call(ann, "Label/set", "'destroy':['" + work + "']");
            server.kill();
        }
        try (RunningServer server = SvcCommand.svc().start(own).ready()) {
            MailUser ann = MailUser.of(server, "ann@many.test");
            Eventually.until(
                    "no message has the label", () -> labelled(ann, work).isEmpty());
            assertThat(labels(ann, ids.get(399))).isEmpty();
            assertThat(call(ann, "Label/get", "'ids':null").path("list")).isEmpty();
        }
    }
}
