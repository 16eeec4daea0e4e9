package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files that domains publish, on a whole server. {@code RoutesTest} of svc.mail.domains contains further requests. */
final class PublishedFilesIT {

    private static final String DISCOVER = "/autodiscover/autodiscover.xml";
    private static final String STS = "/.well-known/mta-sts.txt";

    @RegisterExtension
    private static final ServerOfClass SERVER = ServerOfClass.shared();

    @BeforeAll
    static void createDomain() {
        Sender.of(SERVER.running(), "ann@published.test");
    }

    private static String get(String host, String path) {
        return RawHost.send(
                SERVER.running(), "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
    }

    private static String post(String path, String length, String body) {
        return RawHost.send(
                SERVER.running(),
                "POST " + path
                        + " HTTP/1.1\r\nHost: autodiscover.published.test\r\nConnection: close\r\nContent-Length: "
                        + length + "\r\n\r\n" + body);
    }

    @Test
    void filesAreServedByTheHost() {
        assertThat(get("MTA-STS.published.test", STS))
                .startsWith("HTTP/1.1 200")
                .contains("version: STSv1\r\nmode: testing\r\nmx: ", "max_age: 604800");
        assertThat(get("autoconfig.published.test", "/mail/config-v1.1.xml?emailaddress=a@published.test"))
                .startsWith("HTTP/1.1 200")
                .contains("<domain>published.test</domain>");
        assertThat(get("published.test", "/.well-known/autoconfig/mail/config-v1.1.xml"))
                .startsWith("HTTP/1.1 200");
        assertThat(get("mta-sts.strange.test", STS)).startsWith("HTTP/1.1 404");
        assertThat(get("autoconfig.strange.test", "/mail/config-v1.1.xml")).startsWith("HTTP/1.1 404");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/.well-known/mta-sts.txt/",
                "/.well-known/mta-sts.txt/..%2fx",
                "/.well-known/%6dta-sts.txt%00",
                "/.well-known//mta-sts.txt",
                "/.well-known/../.well-known/mta-sts.txt;x"
            })
    void otherPathsAreRefused(String path) {
        assertThat(get("mta-sts.published.test", path)).startsWith("HTTP/1.1 4").doesNotContain("STSv1");
    }

    @ParameterizedTest
    @ValueSource(strings = {DISCOVER, "/Autodiscover/Autodiscover.xml"})
    void requestsOfOutlookAreLimited(String path) {
        assertThat(post(path, "1", "<")).startsWith("HTTP/1.1 200").contains("<ErrorCode>600</ErrorCode>");
        assertThat(post(path, "65537", "")).startsWith("HTTP/1.1 413");
        assertThat(get("autodiscover.published.test", path)).startsWith("HTTP/1.1 405");
    }
}
