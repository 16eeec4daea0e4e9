package svc.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.testkit.bundles.MailCalls;

/** Clients of POP3 by other authors use accounts of a whole server. */
final class PopClientsIT extends ImapAndPopServer {

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void fetchmailTakesEachMessageOnce(boolean keep) throws Exception {
        ImapAccount ann = account("ann@fetchmail" + keep + ".pop.test");
        ann.bring("one");
        ann.bring("two");
        Path folder = home.resolve("fetchmail" + keep);
        String file = ann.configuration("fetchmailrc", port("pop3"), folder, "PROTOCOL", "pop3 uidl")
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
        getmailTakesEachMessageOnce("pop3", delete);
    }

    @Test
    void curlListsReadsAndDeletes() throws Exception {
        ImapAccount ann = account("ann@curl.pop.test");
        ann.bring("one");
        ann.bring("two");
        String url = "pop3://127.0.0.1:" + port("pop3") + "/";
        String message = new String(MailCalls.letter("one", "one", ""), UTF_8);
        assertThat(ann.curl(home, url).lines()).containsExactly("1 " + message.length(), "2 " + message.length());
        assertThat(ann.curl(home, url + "1")).isEqualTo(message);
        ann.curl(home, url + "2", "-l", "-X", "DELE");
        assertThat(ann.subjects("INBOX")).singleElement().asString().endsWith(" one");
    }
}
