package svc.mail.domains.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;
import svc.api.net.connection.OpenListeners.OpenListener;

/** The settings in the format of Autodiscover. */
final class AutodiscoverTest extends RoutesFixture {

    private static final String SCHEMA =
            "http://schemas.microsoft.com/exchange/autodiscover/outlook/responseschema/2006a";
    private static final String ASKING =
            "http://schemas.microsoft.com/exchange/autodiscover/outlook/requestschema/2006";

    private static String post(String body) throws IOException {
        return send("POST " + AutodiscoverServlet.PATH
                + " HTTP/1.1\r\nHost: autodiscover.one.test\r\nConnection: close\r\nContent-Length: "
                + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body);
    }

    private static String asking(String address, String schema) {
        return "<?xml version=\"1.0\" encoding=\"utf-8\"?><Autodiscover xmlns=\"" + ASKING
                + "\"><Request><EMailAddress>"
                + address + "</EMailAddress><AcceptableResponseSchema>" + schema
                + "</AcceptableResponseSchema></Request></Autodiscover>";
    }

    @Test
    void responseDoesNotDependOnTheAccount() throws IOException {
        assertThat(body(post(asking("ann@one.test", SCHEMA))).replace("ann@", "none@"))
                .isEqualTo(body(post(asking("none@one.test", SCHEMA))));
    }

    @Test
    void autodiscoverNamesTheBestListenerOfEachProtocol() throws Exception {
        LISTENERS.add(new OpenListener("imap", address(143), false));
        Element root = xml(post(asking("ann@one.test", SCHEMA)));
        assertThat(texts(root, "Action")).containsExactly("settings");
        assertThat(texts(root, "Type")).containsExactly("IMAP", "SMTP");
        assertThat(texts(root, "Port")).containsExactly("143", "465");
        assertThat(texts(root, "Encryption")).containsExactly("TLS", "SSL");
        assertThat(texts(root, "LoginName")).containsOnly("ann@one.test");
    }

    @Test
    void addressIsWrittenAsText() throws Exception {
        Element root = xml(post(asking("a&lt;b&gt;&amp;&quot;@one.test", SCHEMA)));
        assertThat(texts(root, "LoginName")).containsExactly("a<b>&\"@one.test");
    }

    @ParameterizedTest
    @CsvSource({
        "ann@two.test, " + SCHEMA + ", 500",
        "ann, " + SCHEMA + ", 500",
        "@one.test, " + SCHEMA + ", 500",
        "ann@one.test, http://schemas.microsoft.com/exchange/autodiscover/mobilesync/responseschema/2006, 601",
    })
    void otherAddressesAndSchemasAreErrors(String address, String schema, String code) throws Exception {
        Element root = xml(post(asking(address, schema)));
        assertThat(texts(root, "ErrorCode")).containsExactly(code);
        assertThat(texts(root, "Server")).isEmpty();
    }

    @Test
    void hostileRequestsAreInvalid() throws Exception {
        String valid = asking("ann@one.test", SCHEMA);
        String start = "<?xml version=\"1.0\" encoding=\"utf-8\"?>";
        List<String> hostile = List.of(
                "",
                "<",
                "{}",
                valid.replace("</Autodiscover>", ""),
                valid.replace(ASKING, "urn:x"),
                valid.replace(start, start + "<!DOCTYPE Autodiscover>"),
                valid.replace(start, start + "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/hostname\">]>")
                        .replace("ann@", "&x;@"),
                valid.replace("ann@", "&unknown;@"),
                valid.replace("<Request>", "<Request>" + "<x>".repeat(9) + "</x>".repeat(9)),
                valid.replace("<Request>", "<Request><EMailAddress>x@one.test</EMailAddress>"),
                valid.replace("ann@", "a".repeat(400) + "@"),
                valid.replace("<Request>", "<Request>" + " ".repeat(AutodiscoverServlet.LONGEST)),
                valid.replace("ann", "\u0001"));
        for (String body : hostile) {
            Element root = xml(post(body));
            assertThat(texts(root, "ErrorCode")).as(body).containsExactly("600");
        }
    }

    @Test
    void requestOfTheMaximumLengthIsRead() throws Exception {
        String valid = asking("ann@one.test", SCHEMA);
        String longest =
                valid.replace("<Request>", "<Request>" + " ".repeat(AutodiscoverServlet.LONGEST - valid.length()));
        assertThat(longest).hasSize(AutodiscoverServlet.LONGEST);
        assertThat(texts(xml(post(longest)), "Action")).containsExactly("settings");
        assertThat(texts(xml(post(longest + ' ')), "ErrorCode")).containsExactly("600");
    }
}
