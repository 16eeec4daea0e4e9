package svc.proto.smtp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.SignInLine;

/** Tests how clients sign in for submission. */
class SignInTest {

    @RegisterExtension
    private static final BundleServer SERVER = SmtpServer.configured();

    private final String ann = SERVER.newUser().email();

    @Test
    void requiresTlsAndASignIn() throws Exception {
        try (SmtpClient client = SmtpClient.greeted(SERVER, "submission")) {
            assertThat(client.ask("MAIL FROM:<" + ann + ">")).startsWith("530 5.7.0");
            assertThat(client.ask("VRFY " + ann)).startsWith("530 5.7.0");
            assertThat(client.ask("AUTH PLAIN " + SmtpClient.plain(ann, "secret")))
                    .startsWith("538 5.7.11");
            assertThat(client.askAll("EHLO client.test"))
                    .contains("250-STARTTLS", "250-DSN")
                    .noneMatch(line -> line.contains("AUTH"));
            client.expect("STARTTLS", "220");
            client.tls();
            assertThat(client.askAll("EHLO client.test"))
                    .contains("250-AUTH PLAIN LOGIN OAUTHBEARER")
                    .anyMatch(line -> line.startsWith("250-FUTURERELEASE 2592000 20"));
            assertThat(client.ask("MAIL FROM:<" + ann + ">")).startsWith("530 5.7.0 Sign in");
            assertThat(client.ask("AUTH PLAIN " + SmtpClient.plain(ann, "secret")))
                    .startsWith("235 2.7.0");
            assertThat(client.ask("AUTH PLAIN " + SmtpClient.plain(ann, "secret")))
                    .startsWith("503 5.5.1");
            assertThat(client.askAll("EHLO client.test")).noneMatch(line -> line.contains("AUTH"));
            assertThat(client.ask("MAIL FROM:<" + ann + ">")).startsWith("250");
        }
    }

    /** The commands of a sign-in as text of {@link SignInLine}, and the reply to the last command. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            AUTH PLAIN {0A0secret}                        | 235 2.7.0
            AUTH PLAIN {A0A0secret}                       | 235 2.7.0
            AUTH PLAIN^{0A0secret}                        | 235 2.7.0
            auth plain {0A0secret}                        | 235 2.7.0
            AUTH LOGIN^{A}^{secret}                       | 235 2.7.0
            AUTH LOGIN {A}^{secret}                       | 235 2.7.0
            AUTH OAUTHBEARER {n,a=A,1host=x1auth=Bearer A11} | 235 2.7.0
            AUTH OAUTHBEARER^{n,,1auth=Bearer A11}        | 235 2.7.0
            AUTH PLAIN {0A0wrong}                         | 535 5.7.8
            AUTH PLAIN {0nobody@one.test0secret}          | 535 5.7.8
            AUTH PLAIN {0A0account password}              | 534 5.7.9
            AUTH PLAIN {0A0off}                           | 534 5.7.9
            AUTH PLAIN {0A0busy}                          | 454 4.7.0
            AUTH PLAIN {0A0banned}                        | 421 4.7.0
            AUTH PLAIN {eve@one.test0A0secret}            | 501 5.5.2
            AUTH PLAIN {A0secret}                         | 501 5.5.2
            AUTH PLAIN {0A0}                              | 501 5.5.2
            AUTH PLAIN =                                  | 501 5.5.2
            AUTH PLAIN =AAA                               | 501 5.5.2
            AUTH PLAIN AAA=BBB                            | 501 5.5.2
            AUTH PLAIN {0A0secret} more                   | 501 5.5.4
            AUTH PLAIN^*                                  | 501 5.7.0
            AUTH LOGIN^{A}^*                              | 501 5.7.0
            AUTH LOGIN^^{secret}                          | 501 5.5.2
            AUTH CRAM-MD5                                 | 504 5.5.4
            AUTH                                          | 504 5.5.4
            AUTH OAUTHBEARER {n,,1auth=Bearer wrong11}^AQ== | 535 5.7.8
            AUTH OAUTHBEARER {n,,1auth=Bearer bound:x11}^AQ== | 535 5.7.8
            AUTH OAUTHBEARER {n,,1auth=Basic A11}         | 501 5.5.2
            AUTH OAUTHBEARER {p=x,,1auth=Bearer A11}      | 501 5.5.2
            AUTH OAUTHBEARER {1}                          | 501 5.5.2
            """)
    void signsIn(String commands, String reply) throws Exception {
        try (SmtpClient client = SmtpClient.withTls(SERVER)) {
            String line = "";
            for (String command : commands.split("\\^", -1)) {
                assertThat(line).matches("|334.*");
                line = client.ask(SignInLine.of(command, ann));
            }
            assertThat(line).startsWith(reply);
        }
    }

    @Test
    void endsTheConnectionAfterThreeFailedSignIns() throws Exception {
        try (SmtpClient client = SmtpClient.withTls(SERVER)) {
            String wrong = "AUTH PLAIN " + SmtpClient.plain(ann, "wrong");
            assertThat(client.ask(wrong)).startsWith("535 5.7.8");
            assertThat(client.ask(wrong)).startsWith("535 5.7.8");
            assertThat(client.ask(wrong)).startsWith("421 4.7.0");
            assertThat(client.line()).isEqualTo("(end)");
        }
    }

    @Test
    void acceptsLongResponses() throws Exception {
        try (SmtpClient client = SmtpClient.withTls(SERVER)) {
            String secret = "x".repeat(9_000);
            assertThat(client.ask("AUTH PLAIN " + SmtpClient.plain(ann, secret)))
                    .startsWith("535");
            client.send("AUTH PLAIN " + "A".repeat(12_288));
            assertThat(client.line()).startsWith("500 5.5.6");
        }
    }
}
