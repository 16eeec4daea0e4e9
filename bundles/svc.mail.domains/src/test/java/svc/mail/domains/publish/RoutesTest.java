package svc.mail.domains.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;
import svc.api.net.connection.OpenListeners.OpenListener;

/** The MTA-STS policy and the settings in the format of Autoconfig. */
final class RoutesTest extends RoutesFixture {

    @ParameterizedTest
    @ValueSource(
            strings = {"mta-sts.one.test", "MTA-STS.One.Test", "mta-sts.one.test:443", "mta-sts.xn--bcher-kva.test"})
    void policyIsServedAtTheHostOfEachDomain(String host) throws IOException {
        String response = get(host, "/.well-known/mta-sts.txt?x=y");
        assertThat(response).contains("Content-Type: text/plain;charset=utf-8", "Cache-Control: no-store");
        assertThat(body(response))
                .isEqualTo("version: STSv1\r\nmode: enforce\r\nmx: mx.one.test\r\nmax_age: 604800\r\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "one.test",
                "mta-sts.two.test",
                "mta-sts.sub.one.test",
                "mta-sts.mta-sts.one.test",
                "autoconfig.one.test",
                "xmta-sts.one.test",
                "mta-sts.",
                "mta-sts",
                "192.0.2.1",
                "[::1]",
                "mta-sts.one.test.evil.test",
                "evil.test#mta-sts.one.test",
                "mta-sts.one.test@evil.test",
                "evil.test/mta-sts.one.test",
                "mta-sts.one.test%00.evil.test",
                "mta-sts%2eone.test",
                "*.one.test",
                "mta-sts.*"
            })
    void policyIsNotServedAtOtherHosts(String host) throws IOException {
        assertThat(get(host, "/.well-known/mta-sts.txt"))
                .startsWith("HTTP/1.1 40")
                .doesNotContain("STSv1");
    }

    @Test
    void requestWithTwoHostsOrNoneIsRejected() throws IOException {
        String line = "GET /.well-known/mta-sts.txt HTTP/1.1\r\nConnection: close\r\n";
        assertThat(send(line + "\r\n")).startsWith("HTTP/1.1 400");
        assertThat(send(line + "Host: evil.test\r\nHost: mta-sts.one.test\r\n\r\n"))
                .startsWith("HTTP/1.1 400");
    }

    @Test
    void idOfThePolicyChangesWithThePolicy() {
        assertThat(policy("enforce", 1).id())
                .matches("[a-zA-Z0-9]{1,32}")
                .isEqualTo(policy("enforce", 1).id())
                .isNotEqualTo(policy("testing", 1).id())
                .isNotEqualTo(policy("enforce", 2).id());
        assertThat(policy("none", 0).text()).contains("mode: none\r\n", "max_age: 0\r\n");
    }

    @Test
    void autoconfigNamesTheOpenListenersWithTlsFirst() throws Exception {
        LISTENERS.add(new OpenListener("imaps", address(993), true));
        Element root = xml(get("autoconfig.one.test", "/mail/config-v1.1.xml?emailaddress=ann@one.test"));
        assertThat(root.getTagName()).isEqualTo("clientConfig");
        assertThat(texts(root, "domain")).containsExactly("one.test");
        assertThat(texts(root, "hostname")).containsExactly("mx.one.test", "mx.one.test", "mx.one.test");
        assertThat(texts(root, "port")).containsExactly("993", "465", "587");
        assertThat(texts(root, "socketType")).containsExactly("SSL", "SSL", "STARTTLS");
        assertThat(texts(root, "url")).containsExactly("https://mail.one.test/.well-known/jmap");
        assertThat(texts(root, "username")).containsOnly("%EMAILADDRESS%");
    }

    @Test
    void autoconfigWithoutListenersNamesNoServer() throws Exception {
        LISTENERS.clear();
        assertThat(texts(xml(get("autoconfig.one.test", "/mail/config-v1.1.xml")), "hostname"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "autoconfig.one.test, /mail/config-v1.1.xml, one.test",
        "autoconfig.one.test, /mail/config-v1.1.xml?emailaddress=x%40xn--bcher-kva.test, xn--bcher-kva.test",
        "autoconfig.one.test, /mail/config-v1.1.xml?emailaddress=x@b%C3%BCcher.test, xn--bcher-kva.test",
        "autoconfig.one.test, /mail/config-v1.1.xml?emailaddress=x@two.test, one.test",
        "autoconfig.one.test, /mail/config-v1.1.xml?emailaddress=%3Cx%3E@%22, one.test",
        "autoconfig.one.test, /mail/config-v1.1.xml?emailaddress=, one.test",
        "autoconfig.one.test, /mail/config-v1.1.xml?emailaddress=a&emailaddress=b, one.test",
        "one.test, /.well-known/autoconfig/mail/config-v1.1.xml, one.test",
        "autoconfig.one.test, /.well-known/autoconfig/mail/config-v1.1.xml, one.test",
    })
    void autoconfigIsValidForTheDomainOfTheAddressOrOfTheHost(String host, String target, String domain)
            throws Exception {
        assertThat(texts(xml(get(host, target)), "domain")).containsExactly(domain);
    }

    @ParameterizedTest
    @CsvSource({
        "one.test, /mail/config-v1.1.xml",
        "autoconfig.two.test, /mail/config-v1.1.xml?emailaddress=ann@one.test",
        "two.test, /.well-known/autoconfig/mail/config-v1.1.xml",
        "mta-sts.one.test, /.well-known/autoconfig/mail/config-v1.1.xml",
    })
    void autoconfigIsNotServedAtOtherHosts(String host, String target) throws IOException {
        assertThat(get(host, target)).startsWith("HTTP/1.1 404");
    }

    @Test
    void responseDoesNotDependOnTheAccount() throws IOException {
        String path = "/mail/config-v1.1.xml?emailaddress=";
        assertThat(body(get("autoconfig.one.test", path + "ann@one.test")))
                .isEqualTo(body(get("autoconfig.one.test", path + "none@one.test")));
    }
}
