package svc.proto.pop3;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.cap.mail.api.MailStore;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalUser;
import svc.testkit.bundles.SignInLine;

/** Tests how clients sign in, and what the server announces. */
class SignInTest {

    private static final String[] ALWAYS = {"TOP", "UIDL", "RESP-CODES", "AUTH-RESP-CODE", "PIPELINING", "EXPIRE NEVER"
    };

    @RegisterExtension
    private static final BundleServer SERVER = Pop3Server.create();

    private final String ann = SERVER.newUser().email();

    /** The commands of a sign-in as text of {@link SignInLine}, and the reply to the last command. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            USER A^PASS secret                            | +OK
            user A^pass secret                            | +OK
            USER A^PASS two words                         | +OK
            USER nobody@one.test^USER A^PASS secret       | +OK
            USER A^PASS wrong                             | -ERR [AUTH]
            USER nobody@one.test^PASS secret              | -ERR [AUTH]
            USER A^PASS off                               | -ERR [AUTH]
            USER A^PASS often                             | -ERR [LOGIN-DELAY]
            USER A^PASS busy                              | -ERR [SYS/TEMP]
            USER A^PASS banned                            | -ERR [SYS/TEMP]
            USER A^PASS                                   | -ERR [AUTH]
            USER                                          | -ERR USER
            USER A B                                      | -ERR USER
            PASS secret                                   | -ERR Send USER
            AUTH PLAIN {0A0secret}                        | +OK
            AUTH PLAIN {A0A0secret}                       | +OK
            AUTH PLAIN^{0A0secret}                        | +OK
            auth plain {0A0secret}                        | +OK
            AUTH LOGIN^{A}^{secret}                       | +OK
            AUTH LOGIN {A}^{secret}                       | +OK
            AUTH OAUTHBEARER {n,a=A,1host=x1auth=Bearer A11} | +OK
            AUTH OAUTHBEARER^{n,,1auth=Bearer A11}        | +OK
            AUTH PLAIN {0A0wrong}                         | -ERR [AUTH]
            AUTH PLAIN {eve@one.test0A0secret}            | -ERR The response
            AUTH PLAIN =                                  | -ERR The response
            AUTH PLAIN AAA=BBB                            | -ERR The response
            AUTH PLAIN {0A0secret} more                   | -ERR AUTH has
            AUTH PLAIN^*                                  | -ERR The sign-in was canceled
            AUTH LOGIN^{A}^*                              | -ERR The sign-in was canceled
            AUTH CRAM-MD5                                 | -ERR The server does not have this mechanism
            AUTH                                          | -ERR The server does not have this mechanism
            AUTH OAUTHBEARER {n,,1auth=Bearer wrong11}^AQ== | -ERR [AUTH]
            APOP A 0123                                   | -ERR The server does not have this command
            """)
    void signsIn(String commands, String reply) throws Exception {
        try (Pop3Client client = Pop3Client.greeted(SERVER)) {
            String line = "+";
            for (String command : commands.split("\\^", -1)) {
                assertThat(line).startsWith("+");
                line = client.ask(SignInLine.of(command, ann));
            }
            assertThat(line).startsWith(reply);
            if (!line.contains("banned")) {
                client.expect("STAT", line.startsWith("+OK") ? "+OK 0 0" : "-ERR Sign in before STAT");
            }
        }
    }

    @Test
    void passMustFollowUser() throws Exception {
        try (Pop3Client client = Pop3Client.greeted(SERVER)) {
            client.expect("USER " + ann, "+OK")
                    .expect("NOOP", "-ERR Sign in before NOOP")
                    .expect("PASS secret", "-ERR Send USER before PASS");
        }
    }

    @Test
    void endsTheConnectionAfterThreeFailedSignIns() throws Exception {
        try (Pop3Client client = Pop3Client.greeted(SERVER)) {
            for (int i = 0; i < 3; i++) {
                client.expect("USER " + ann, "+OK").expect("PASS wrong", "-ERR [AUTH]");
            }
            assertThat(client.line()).isEqualTo("(end)");
        }
    }

    @Test
    void endsTheConnectionOfABannedAddress() throws Exception {
        try (Pop3Client client = Pop3Client.greeted(SERVER)) {
            client.expect("USER " + ann, "+OK").expect("PASS banned", "-ERR [SYS/TEMP] The address is banned");
            assertThat(client.line()).isEqualTo("(end)");
        }
    }

    @Test
    void refusesAnOrganizationWithoutMail() throws Exception {
        LocalUser bob = SERVER.user("bob@nomail.test");
        SERVER.directory().switchOff(bob.account().organization(), MailStore.CAPABILITY);
        try (Pop3Client client = Pop3Client.greeted(SERVER)) {
            client.expect("USER " + bob.email(), "+OK").expect("PASS secret", "-ERR [SYS/PERM]");
        }
    }

    @Test
    void requiresTlsOfOtherComputers() throws Exception {
        try (Pop3Client client = Pop3Client.remote(SERVER)) {
            assertThat(client.lines("CAPA"))
                    .contains(ALWAYS)
                    .contains("STLS")
                    .noneMatch(line -> line.startsWith("SASL") || line.equals("USER"));
            client.expect("USER " + ann, "-ERR Begin TLS")
                    .expect("PASS secret", "-ERR Begin TLS")
                    .expect("AUTH PLAIN", "-ERR Begin TLS")
                    .expect("STLS", "+OK");
            client.tls();
            assertThat(client.lines("CAPA"))
                    .contains(ALWAYS)
                    .contains("USER", "SASL PLAIN LOGIN OAUTHBEARER")
                    .doesNotContain("STLS");
            client.expect("STLS", "-ERR The connection uses TLS")
                    .expect("USER " + ann, "+OK")
                    .expect("PASS secret", "+OK");
        }
    }

    @Test
    void announcesNothingThatNamesTheServer() throws Exception {
        try (Pop3Client client = Pop3Client.greeted(SERVER)) {
            assertThat(client.lines("CAPA"))
                    .contains(ALWAYS)
                    .contains("USER", "SASL PLAIN LOGIN OAUTHBEARER", "STLS")
                    .hasSize(ALWAYS.length + 3);
        }
        try (Pop3Client client = Pop3Client.signedIn(SERVER, ann)) {
            assertThat(client.lines("CAPA")).contains(ALWAYS).doesNotContain("STLS");
        }
    }

    @Test
    void beginsTlsAtOnceOnTheOtherPort() throws Exception {
        try (Pop3Client client =
                Pop3Client.connect(SERVER, "pop3s", "127.0.0.1").tls()) {
            assertThat(client.line()).startsWith("+OK");
            client.expect("USER " + ann, "+OK").expect("PASS secret", "+OK");
        }
    }

    @Test
    void forgetsWhatTheClientSaidBeforeTls() throws Exception {
        try (Pop3Client client = Pop3Client.greeted(SERVER)) {
            client.expect("USER " + ann, "+OK").expect("STLS", "+OK").tls().expect("PASS secret", "-ERR Send USER");
        }
    }

    @Test
    void refusesCommandsThatFollowStlsInTheClear() throws Exception {
        try (Pop3Client client = Pop3Client.greeted(SERVER)) {
            client.send("STLS\r\nUSER " + ann + "\r\n");
            assertThat(client.line()).startsWith("-ERR Commands must not follow STLS");
            assertThat(client.line()).isEqualTo("(end)");
        }
    }

    @Test
    void aMaildropHasOneSessionAtATime() throws Exception {
        try (Pop3Client first = Pop3Client.signedIn(SERVER, ann);
                Pop3Client second = Pop3Client.greeted(SERVER)) {
            second.expect("USER " + ann, "+OK").expect("PASS secret", "-ERR [IN-USE]");
            first.expect("STLS", "-ERR").expect("USER " + ann, "-ERR").expect("QUIT", "+OK");
            second.expect("USER " + ann, "+OK").expect("PASS secret", "+OK");
        }
    }

    @Test
    void endsTheConnectionAfterManyUnknownCommands() throws Exception {
        try (Pop3Client client = Pop3Client.greeted(SERVER)) {
            for (int i = 0; i <= 20; i++) {
                client.expect("GET / HTTP/1.1", "-ERR");
            }
            assertThat(client.line()).isEqualTo("(end)");
        }
    }

    @Test
    void endsTheConnectionAfterALineThatIsTooLong() throws Exception {
        try (Pop3Client client = Pop3Client.greeted(SERVER)) {
            client.expect("USER " + "x".repeat(8_185), "+OK");
            client.send("USER " + "x".repeat(8_186) + "\r\n");
            assertThat(client.line()).startsWith("-ERR The command is too long");
            assertThat(client.line()).isEqualTo("(end)");
        }
    }
}
