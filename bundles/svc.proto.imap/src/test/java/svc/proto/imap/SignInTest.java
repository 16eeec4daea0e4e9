package svc.proto.imap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.testkit.Eventually;
import svc.testkit.bundles.SignInLine;

/** Tests the greeting, TLS and how clients sign in. */
class SignInTest {

    @RegisterExtension
    private static final ImapServer SERVER = new ImapServer();

    private final String ann = SERVER.newAccount();

    @Test
    void announcesCapabilitiesInTheGreetingAndAfterTheSignIn() throws Exception {
        try (ImapClient client = ImapClient.connect(SERVER, "imap", "127.0.0.1")) {
            String greeting = client.response();
            assertThat(greeting)
                    .startsWith("* OK [CAPABILITY IMAP4rev1 IMAP4rev2 ")
                    .contains(" STARTTLS", " SASL-IR", " AUTH=PLAIN", " AUTH=OAUTHBEARER", " LITERAL+", " ID")
                    .doesNotContain("IDLE", "LOGINDISABLED");
            String before = client.ok("CAPABILITY").get(0);
            assertThat(greeting).contains(before.substring("* CAPABILITY ".length()));
            String reply = client.ask("LOGIN " + ann + " secret");
            assertThat(reply)
                    .startsWith("OK [CAPABILITY IMAP4rev1 IMAP4rev2 ")
                    .contains(" IDLE", " QRESYNC", " MOVE", " UIDPLUS", " UNAUTHENTICATE")
                    .doesNotContain("STARTTLS", "AUTH=");
            String after = client.ok("CAPABILITY").get(0);
            assertThat(reply).contains(after.substring("* CAPABILITY ".length()));
        }
    }

    /** The lines of a sign-in as text of {@link SignInLine}, and the tagged response. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            LOGIN A secret                                   | OK [CAPABILITY
            login "A" "secret"                               | OK [CAPABILITY
            LOGIN A {6+}^secret                              | OK [CAPABILITY
            LOGIN A wrong                                    | NO [AUTHENTICATIONFAILED]
            LOGIN nobody@one.test secret                     | NO [AUTHENTICATIONFAILED]
            LOGIN A "account password"                       | NO [AUTHENTICATIONFAILED]
            LOGIN A off                                      | NO [AUTHENTICATIONFAILED]
            LOGIN A busy                                     | NO [UNAVAILABLE]
            LOGIN A                                          | BAD
            AUTHENTICATE PLAIN {0A0secret}                   | OK [CAPABILITY
            authenticate plain {A0A0secret}                  | OK [CAPABILITY
            AUTHENTICATE PLAIN^{0A0secret}                   | OK [CAPABILITY
            AUTHENTICATE LOGIN^{A}^{secret}                  | OK [CAPABILITY
            AUTHENTICATE LOGIN {A}^{secret}                  | OK [CAPABILITY
            AUTHENTICATE OAUTHBEARER {n,a=A,1host=x1auth=Bearer A11} | OK [CAPABILITY
            AUTHENTICATE OAUTHBEARER^{n,,1auth=Bearer A11}   | OK [CAPABILITY
            AUTHENTICATE OAUTHBEARER {n,,1auth=Bearer wrong11}^AQ== | NO [AUTHENTICATIONFAILED]
            AUTHENTICATE OAUTHBEARER {n,,1auth=Bearer bound:x11}^AQ== | NO [AUTHENTICATIONFAILED]
            AUTHENTICATE OAUTHBEARER {n,,1auth=Basic A11}    | BAD
            AUTHENTICATE PLAIN {0A0wrong}                    | NO [AUTHENTICATIONFAILED]
            AUTHENTICATE PLAIN {eve@one.test0A0secret}       | BAD
            AUTHENTICATE PLAIN {A0secret}                    | BAD
            AUTHENTICATE PLAIN =                             | BAD
            AUTHENTICATE PLAIN^*                             | BAD
            AUTHENTICATE PLAIN^AAA=BBB                       | BAD
            AUTHENTICATE LOGIN^{A}^*                         | BAD
            AUTHENTICATE CRAM-MD5                            | NO
            AUTHENTICATE                                     | BAD
            """)
    void signsIn(String text, String reply) throws Exception {
        try (ImapClient client = ImapClient.greeted(SERVER)) {
            String[] lines = text.split("\\^", -1);
            String tag = client.begin(SignInLine.of(lines[0], ann));
            for (int i = 1; i < lines.length; i++) {
                if (!lines[i - 1].endsWith("+}")) {
                    assertThat(client.response()).startsWith("+ ");
                }
                client.send(SignInLine.of(lines[i], ann) + "\r\n");
            }
            assertThat(client.end(tag)).singleElement().asString().startsWith(reply);
            assertThat(client.ask("LIST \"\" \"\"")).startsWith(reply.startsWith("OK") ? "OK" : "BAD");
        }
    }

    @Test
    void endsTheConnectionAfterThreeFailedSignIns() throws Exception {
        try (ImapClient client = ImapClient.greeted(SERVER)) {
            assertThat(client.ask("LOGIN " + ann + " wrong")).startsWith("NO");
            assertThat(client.ask("AUTHENTICATE PLAIN " + SignInLine.base64("\0" + ann + "\0wrong")))
                    .startsWith("NO");
            assertThat(client.ask("LOGIN " + ann + " wrong")).startsWith("NO");
            assertThat(client.response()).startsWith("* BYE ");
            assertThat(client.response()).isEqualTo(ImapClient.END);
        }
    }

    @Test
    void signsInAfterTwoFailures() throws Exception {
        try (ImapClient client = ImapClient.greeted(SERVER)) {
            client.ask("LOGIN " + ann + " wrong");
            client.ask("LOGIN " + ann + " wrong");
            client.ok("LOGIN " + ann + " secret");
            assertThat(client.ask("LOGIN " + ann + " secret")).startsWith("BAD");
        }
    }

    @Test
    void endsTheConnectionOfABannedAddress() throws Exception {
        try (ImapClient client = ImapClient.greeted(SERVER)) {
            assertThat(client.ask("LOGIN " + ann + " banned")).startsWith("NO [UNAVAILABLE]");
            assertThat(client.response()).startsWith("* BYE ");
        }
    }

    @Test
    void acceptsNoPasswordInTheClearFromOtherMachines() throws Exception {
        try (ImapClient client = ImapClient.remote(SERVER)) {
            assertThat(client.response()).contains(" LOGINDISABLED").doesNotContain("AUTH=", "SASL-IR");
            assertThat(client.ask("LOGIN " + ann + " secret")).startsWith("NO [PRIVACYREQUIRED]");
            assertThat(client.ask("AUTHENTICATE PLAIN")).startsWith("NO [PRIVACYREQUIRED]");
            client.ok("STARTTLS");
            client.tls();
            assertThat(client.ok("CAPABILITY").get(0))
                    .contains(" AUTH=PLAIN")
                    .doesNotContain("STARTTLS", "LOGINDISABLED");
            assertThat(client.ask("STARTTLS")).startsWith("BAD");
            client.ok("LOGIN " + ann + " secret");
            assertThat(client.ask("STARTTLS")).startsWith("BAD");
        }
    }

    @Test
    void beginsWithTlsOnTheOtherPort() throws Exception {
        try (ImapClient client = ImapClient.connect(SERVER, "imaps", "127.0.0.1")) {
            client.tls();
            assertThat(client.response()).contains(" AUTH=PLAIN").doesNotContain("STARTTLS");
            client.ok("LOGIN " + ann + " secret");
            client.ok("SELECT INBOX");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a LOGIN x y\r\n", "a NOOP\r\n", "\r\n", "x"})
    void refusesCommandsThatFollowStartTlsInTheClear(String injected) throws Exception {
        try (ImapClient client = ImapClient.greeted(SERVER)) {
            client.send("t STARTTLS\r\n" + injected);
            assertThat(client.response()).startsWith("* BYE Commands must not follow STARTTLS");
            assertThat(client.response()).isEqualTo(ImapClient.END);
        }
    }

    @ParameterizedTest
    @CsvSource({"imaps,119", "imap,29"})
    void endsAHandshakeThatIsTooSlow(String listener, int seconds) throws Exception {
        try (ImapClient client = ImapClient.connect(SERVER, listener, "127.0.0.1")) {
            if (listener.equals("imap")) {
                client.response();
                client.ok("STARTTLS");
            } else {
                ImapClient.greeted(SERVER).close(); // the server has accepted the connection before this one
            }
            SERVER.advance(Duration.ofSeconds(seconds));
            assertThat(client.ended()).isFalse();
            Eventually.until("closed", () -> {
                SERVER.advance(Duration.ofSeconds(1));
                return client.ended();
            });
        }
    }

    @Test
    void limitsTheConnectionsOfAnAccount() throws Exception {
        List<ImapClient> clients = new ArrayList<>();
        try {
            for (int i = 0; i < ImapServer.MOST_CONNECTIONS; i++) {
                clients.add(ImapClient.signedIn(SERVER, ann));
            }
            try (ImapClient client = ImapClient.greeted(SERVER)) {
                assertThat(client.ask("LOGIN " + ann + " secret")).startsWith("NO [LIMIT]");
                assertThat(client.ask("SELECT INBOX")).startsWith("BAD");
                clients.get(0).ok("UNAUTHENTICATE");
                client.ok("LOGIN " + ann + " secret");
                assertThat(clients.get(0).ask("LOGIN " + ann + " secret")).startsWith("NO [LIMIT]");
                clients.get(1).close();
                Eventually.until("free", () -> {
                    try {
                        return clients.get(0).ask("LOGIN " + ann + " secret").startsWith("OK");
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                });
            }
        } finally {
            for (ImapClient client : clients) {
                client.close();
            }
        }
    }

    @Test
    void endsSessionsWhenTheSignInEnds() throws Exception {
        try (ImapClient waiting = ImapClient.signedIn(SERVER, ann);
                ImapClient idling = ImapClient.selected(SERVER, ann)) {
            idling.idle();
            SERVER.bundles().directory().sendAway(SERVER.user(ann).who().account());
            SERVER.advance(Duration.ofSeconds(1));
            assertThat(waiting.response()).startsWith("* BYE [EXPIRED]");
            assertThat(waiting.response()).isEqualTo(ImapClient.END);
            assertThat(idling.response()).startsWith("* BYE [EXPIRED]");
        }
    }

    @Test
    void unauthenticateForgetsTheAccountAndItsExtensions() throws Exception {
        String bob = SERVER.newAccount();
        try (ImapClient client = ImapClient.selected(SERVER, ann)) {
            client.ok("ENABLE QRESYNC");
            client.ok("UNAUTHENTICATE");
            assertThat(client.ask("NOOP")).startsWith("OK");
            assertThat(client.ask("FETCH 1 FLAGS")).startsWith("BAD");
            assertThat(client.ask("SELECT INBOX")).startsWith("BAD");
            assertThat(client.ok("CAPABILITY").get(0)).doesNotContain("IDLE");
            client.ok("LOGIN " + bob + " secret");
            assertThat(client.ask("FETCH 1 FLAGS")).startsWith("BAD");
            assertThat(client.ask("SELECT INBOX (QRESYNC (1 1))")).startsWith("BAD");
            assertThat(client.ok("ENABLE QRESYNC")).containsExactly("* ENABLED QRESYNC");
        }
    }
}
