package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import svc.testkit.Covers;
import svc.testkit.Prerequisite;

/** Thunderbird uses an account of a whole server by IMAP, while JMAP changes the same account. */
@Tag("soak")
final class ThunderbirdImapIT extends ImapAndPopServer {

    private static final String COUNT = "return messages().length;";

    @BeforeAll
    static void look() {
        Prerequisite.program("ThunderbirdImapIT", "thunderbird");
    }

    @Test
    @Covers(value = "AUTH-10", part = "Thunderbird by IMAP", open = "DAV")
    void thunderbirdReadsAndChangesMailAndLearnsOfNewMailInIdle() throws Exception {
        RunningServer server = SERVER.running();
        ImapAccount ann = account("ann@thunderbird-imap.test");
        ann.newMailbox("Gr\u00fc\u00dfe");
        for (String subject : new String[] {"one", "two", "three"}) {
            ann.bring(subject);
        }
        try (Thunderbird thunderbird = Thunderbird.in(home.resolve("thunderbird"), ann.email())) {
            run(thunderbird, "await addAccount(...parameters);", server.port("imap"), ann.email(), ann.password());
            String folders = "return server().rootFolder.descendants.map(one => one.name).join();";
            server.await("listed", () -> run(thunderbird, folders).contains("Gr\u00fc\u00dfe"));
            run(thunderbird, "inbox().getNewMessages(null, null);");
            server.await("fetched", () -> run(thunderbird, COUNT).equals("3"));

            server.await("in IDLE", () -> server.metric("imap_idle") > 0);
            ann.bring("four");
            server.await("told of new mail", () -> run(thunderbird, COUNT).equals("4"));
            assertThat(run(thunderbird, "return messages().map(one => one.mime2DecodedSubject).join();"))
                    .isEqualTo("one,two,three,four");

            run(thunderbird, "inbox().markMessagesRead([messages()[0]], true);");
            run(thunderbird, "inbox().markMessagesFlagged([messages()[1]], true);");
            server.await("flagged", () -> ann.subjects("INBOX").equals(List.of(" four", " three", "F two", "S one")));
            run(thunderbird, "inbox().deleteMessages([messages()[2]], null, false, false, null, true);");
            server.await("deleted", () -> ann.subjects("Trash").equals(List.of(" three")));
            String body = "inbox().QueryInterface(Ci.nsIMsgImapMailFolder).downloadAllForOffline(null, null);";
            run(thunderbird, body);
            server.await(
                    "downloaded",
                    () -> run(thunderbird, "return messages().every(one => one.flags & Ci.nsMsgMessageFlags.Offline);")
                            .equals("true"));
        }
    }

    private static String run(Thunderbird thunderbird, String body, Object... arguments) {
        try {
            String result = thunderbird.run(body, arguments);
            assertThat(result).doesNotStartWith("Script: ");
            return result;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
