package svc.proto.imap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests clients that abuse the protocol. Another client is served meanwhile. */
class HostileClientTest {

    @RegisterExtension
    private static final ImapServer SERVER = new ImapServer();

    private final String ann = SERVER.newAccount();

    private static void othersAreServed() throws IOException {
        SERVER.user("bob@one.test");
        try (ImapClient bob = ImapClient.selected(SERVER, "bob@one.test")) {
            bob.ok("NOOP");
        }
    }

    /** Returns every second number from 1, so that none of them form a range. */
    private static String everySecond(int count) {
        return LongStream.range(0, count)
                .mapToObj(i -> Long.toString(i * 2 + 1))
                .collect(Collectors.joining(","));
    }

    @Test
    void servesALineOf30000Uids() throws Exception {
        try (ImapClient client = ImapClient.selected(SERVER, ann).fill(1)) {
            assertThat(client.ok("UID FETCH " + everySecond(30_000) + " FLAGS")).contains("* 1 FETCH (UID 1 FLAGS ())");
        }
    }

    @Test
    void refusesALineOf300000Uids() throws Exception {
        try (ImapClient client = ImapClient.selected(SERVER, ann)) {
            try {
                client.begin("UID FETCH " + everySecond(300_000) + " FLAGS");
            } catch (IOException e) {
                // The server has closed the connection before it has read everything.
            }
            othersAreServed();
            assertThat(client.response()).matches("\\* BYE \\[LIMIT\\].*|\\(end\\)");
        }
    }

    @Test
    void refusesMoreThan100000ElementsOfASet() throws Exception {
        try (ImapClient client = ImapClient.selected(SERVER, ann)) {
            String set = "1" + ",1".repeat(100_000);
            assertThat(client.ask("UID FETCH " + set + " FLAGS")).startsWith("BAD");
            client.ok("UID FETCH 4294967295:1,*:1 FLAGS");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1073741824", "1048577", "99999999999999999999"})
    void refusesLiteralsThatAreTooLong(String size) throws Exception {
        try (ImapClient client = ImapClient.selected(SERVER, ann)) {
            assertThat(client.ask("SEARCH SUBJECT {" + size + "}")).matches("(BAD|NO) .*");
            assertThat(client.ask("APPEND INBOX {" + size + (size.length() > 9 ? "}" : "0000}")))
                    .matches("(BAD|NO) .*");
            client.ok("NOOP");
            client.begin("SEARCH SUBJECT {" + size + "+}");
            othersAreServed();
            if (size.length() > 9) {
                assertThat(client.response()).matches("(\\* BYE|t\\d+ BAD) .*");
            }
        }
    }

    @Test
    void acceptsNoLongLiteralBeforeTheSignIn() throws Exception {
        try (ImapClient client = ImapClient.greeted(SERVER)) {
            assertThat(client.ask("LOGIN {1025}")).matches("(BAD|NO) .*");
            client.send("x LOGIN " + "y".repeat(9_000));
            assertThat(client.response()).startsWith("* BYE ");
        }
    }

    @Test
    void refusesDeeplyNestedSearches() throws Exception {
        try (ImapClient client = ImapClient.selected(SERVER, ann)) {
            client.ok("SEARCH " + "(".repeat(30) + "ALL" + ")".repeat(30));
            assertThat(client.ask("SEARCH " + "(".repeat(10_000) + "ALL" + ")".repeat(10_000)))
                    .startsWith("BAD");
            assertThat(client.ask("SEARCH " + "NOT ".repeat(20_000) + "ALL")).startsWith("BAD");
            assertThat(client.ask("SEARCH " + "OR ".repeat(20_000) + "ALL ALL")).startsWith("BAD");
        }
    }

    @Test
    void servesTenThousandTinyCommands() throws Exception {
        try (ImapClient client = ImapClient.selected(SERVER, ann)) {
            Thread sender = new Thread(() -> {
                try {
                    client.send("x NOOP\r\n".repeat(10_000));
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            sender.start();
            for (int i = 0; i < 10_000; i++) {
                assertThat(client.response()).startsWith("x OK");
                if (i == 100) {
                    othersAreServed();
                }
            }
            sender.join();
        }
    }

    @Test
    void endsConnectionsOfOtherProtocols() throws Exception {
        try (ImapClient client = ImapClient.greeted(SERVER)) {
            client.send("GET / HTTP/1.1\r\nHost: mail.example.org\r\n" + "X: y\r\n".repeat(30) + "\r\n");
            String response = client.response();
            while (response.contains(" BAD ")) {
                response = client.response();
            }
            assertThat(response).startsWith("* BYE ");
        }
        try (ImapClient client = ImapClient.greeted(SERVER)) {
            client.send(new byte[] {0x16, 3, 1, 1, 0, 1, 0, 0, (byte) 0xfc, 3, 3, 0, '\n'});
            assertThat(client.response()).matches("\\* (BAD|BYE) .*");
            othersAreServed();
        }
    }

    @Test
    void refusesNulAndOctetsThatAreNotTagged() throws Exception {
        try (ImapClient client = ImapClient.selected(SERVER, ann)) {
            assertThat(client.ask("SELECT \"IN\0BOX\"")).startsWith("BAD");
            assertThat(client.ask("SEARCH SUBJECT {3+}\r\na\0b")).startsWith("BAD");
            client.send("\r\n");
            assertThat(client.response()).matches("\\* BAD .*");
            client.ok("NOOP");
        }
    }
}
