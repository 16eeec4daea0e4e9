package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** mbsync is killed many times while it synchronizes two large mailboxes: in the end they have the same messages once. */
@Tag("soak")
final class MbsyncCrashIT extends ImapAndPopServer {

    private static final int HALF = 5_000;
    private static final int KILLS = 50;
    private static final int LONGEST_MILLISECONDS = 1_500;

    @Test
    void synchronizationThatIsKilledLosesAndRepeatsNothing() throws Exception {
        ImapAccount ann = account("ann@mbsync-crash.test");
        for (int n = 0; n < HALF; n++) {
            ann.bring("by JMAP " + n);
        }
        Path folder = home.resolve("mbsync");
        Path inbox = folder.resolve("mail/INBOX");
        for (String part : List.of("cur", "new", "tmp")) {
            Files.createDirectories(inbox.resolve(part));
        }
        Files.createDirectories(folder.resolve("state"));
        for (int n = 0; n < HALF; n++) {
            Files.writeString(
                    inbox.resolve("cur/" + n + ".near:2," + (n % 2 == 0 ? "S" : "")),
                    "From: ann@mbsync-crash.test\nSubject: by the client " + n + "\n\nText " + n + "\n");
        }
        String[] words = {
            "-c", ann.configuration("mbsyncrc", port("imap"), folder).toString(), "-a"
        };
        Random random = new Random(26);
        for (int kill = 0; kill < KILLS; kill++) {
            Process client = UnpackedClient.MBSYNC.start(folder, words);
            client.waitFor(random.nextInt(LONGEST_MILLISECONDS), TimeUnit.MILLISECONDS);
            client.destroyForcibly().onExit().join();
        }
        Process last = UnpackedClient.MBSYNC.start(folder, words);
        assertThat(last.waitFor(10, TimeUnit.MINUTES)).isTrue();
        assertThat(last.exitValue())
                .as(Files.readString(folder.resolve("output")))
                .isZero();
        List<String> subjects = ann.subjects("INBOX");
        assertThat(subjects).hasSize(2 * HALF);
        assertThat(new HashSet<>(subjects)).hasSize(2 * HALF);
        assertThat(MailboxContents.of(folder.resolve("mail"))).isEqualTo(ann.contents());
    }
}
