package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A server with IMAP and POP3 for clients by other authors. */
abstract class ImapAndPopServer {

    @TempDir
    static Path home;

    @RegisterExtension
    static final ServerOfClass SERVER = new ServerOfClass(() -> SvcCommand.svc()
            .start(home.resolve("home"), "--set", "imap.listen=\"127.0.0.1:0\"", "--set", "pop3.listen=\"127.0.0.1:0\"")
            .ready());

    static int port(String protocol) {
        return SERVER.running().port(protocol);
    }

    static ImapAccount account(String email) {
        return ImapAccount.of(SERVER.running(), email);
    }

    /** Asserts that getmail takes each message of a new account once. */
    static void getmailTakesEachMessageOnce(String protocol, boolean delete) throws Exception {
        String name = "getmail-" + protocol + "-" + delete;
        ImapAccount ann = account("ann@" + name + ".test");
        ann.bring("one");
        Path folder = home.resolve(name);
        ann.configuration(
                "getmailrc",
                port(protocol),
                folder,
                "PROTOCOL",
                protocol.toUpperCase(Locale.ROOT),
                "DELETE",
                Boolean.toString(delete));
        String[] words = {"-g", folder.toString(), "-r", "getmailrc"};
        UnpackedClient.GETMAIL.run(folder, words);
        ann.bring("two");
        UnpackedClient.GETMAIL.run(folder, words);
        assertThat(UnpackedClient.fetched(folder)).containsExactly("one", "two");
        assertThat(ann.subjects("INBOX")).hasSize(delete ? 0 : 2);
    }
}
