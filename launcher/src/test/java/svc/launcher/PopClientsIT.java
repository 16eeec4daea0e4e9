package svc.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.testkit.bundles.MailCalls;

/** Clients of POP3 by other authors use accounts of a whole server. */
final class PopClientsIT {

    @TempDir
    private static Path home;

    @RegisterExtension
    private static final ServerOfClass SERVER = new ServerOfClass(() -> SvcCommand.svc()
            .start(home.resolve("home"), "--set", "pop3.listen=\"127.0.0.1:0\"")
            .ready());

    private static int port() {
        return SERVER.running().port("pop3");
    }

    private static ImapAccount account(String email) {
        return ImapAccount.of(SERVER.running(), email);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void fetchmailTakesEachMessageOnce(boolean keep) throws Exception {
        ImapAccount ann = account("ann@fetchmail" + keep + ".pop.test");
        ann.bring("one");
        ann.bring("two");
        Path folder = home.resolve("fetchmail" + keep);
        String file = ann.configuration("fetchmailrc", port(), folder, "PROTOCOL", "pop3 uidl")
                .toString();
        String[] words = {"-f", file, "--pidfile", folder.resolve("pid").toString(), keep ? "--keep" : "--nokeep"};
        UnpackedClient.FETCHMAIL.run(folder, words);
        assertThat(UnpackedClient.fetched(folder)).containsExactly("one", "two");
        UnpackedClient.FETCHMAIL.run(1, folder, words); // no new mail
        assertThat(UnpackedClient.fetched(folder)).hasSize(2);
        assertThat(ann.subjects("INBOX")).hasSize(keep ? 2 : 0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void getmailTakesEachMessageOnce(boolean delete) throws Exception {
        ImapAccount ann = account("ann@getmail" + delete + ".pop.test");
        ann.bring("one");
        Path folder = home.resolve("getmail" + delete);
        ann.configuration("getmailrc", port(), folder, "PROTOCOL", "POP3", "DELETE", Boolean.toString(delete));
        String[] words = {"-g", folder.toString(), "-r", "getmailrc"};
        UnpackedClient.GETMAIL.run(folder, words);
        ann.bring("two");
        UnpackedClient.GETMAIL.run(folder, words);
        assertThat(UnpackedClient.fetched(folder)).containsExactly("one", "two");
        assertThat(ann.subjects("INBOX")).hasSize(delete ? 0 : 2);
    }

    @Test
    void curlListsReadsAndDeletes() throws Exception {
        ImapAccount ann = account("ann@curl.pop.test");
        ann.bring("one");
        ann.bring("two");
        String url = "pop3://127.0.0.1:" + port() + "/";
        String message = new String(MailCalls.letter("one", "one", ""), UTF_8);
        assertThat(ann.curl(home, url).lines()).containsExactly("1 " + message.length(), "2 " + message.length());
        assertThat(ann.curl(home, url + "1")).isEqualTo(message);
        ann.curl(home, url + "2", "-l", "-X", "DELE");
        assertThat(ann.subjects("INBOX")).singleElement().asString().endsWith(" one");
    }
}
