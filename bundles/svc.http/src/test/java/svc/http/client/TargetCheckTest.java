package svc.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.http.client.HttpTarget;
import svc.api.http.client.TargetRefusedException;
import svc.api.http.client.TargetRule;
import svc.api.net.PublicAddresses;

class TargetCheckTest {

    private static final TargetCheck CHECK = check(host -> List.of(InetAddress.getAllByName(host)));

    private static final String PUBLIC = "8.8.8.8";

    private static TargetCheck check(TargetCheck.Lookup names) {
        return new TargetCheck(names, PublicAddresses::contains);
    }

    private static HttpTarget target(String url) {
        return HttpTarget.parse(url).orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.8.9.1",
                "2130706433",
                "0.0.0.0",
                "10.1.2.3",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.1.1",
                "169.254.169.254",
                "100.64.0.1",
                "100.127.255.255",
                "192.0.0.8",
                "192.0.2.1",
                "198.18.0.1",
                "198.51.100.7",
                "203.0.113.9",
                "192.88.99.1",
                "224.0.0.1",
                "239.255.255.255",
                "240.0.0.1",
                "255.255.255.255",
                "[::]",
                "[::1]",
                "[::ffff:127.0.0.1]",
                "[::ffff:8.8.8.8]",
                "[::ffff:0808:0808]",
                "[::8.8.8.8]",
                "[fe80::1]",
                "[fec0::1]",
                "[fc00::1]",
                "[fd12::1]",
                "[ff02::1]",
                "[64:ff9b::808:808]",
                "[64:ff9b:1::1]",
                "[100::1]",
                "[2001::1]",
                "[2001:db8::1]",
                "[2002:7f00:1::]",
                "[2002:808:808::]",
                "[3fff::1]",
                "[5f00::1]"
            })
    void rejectsAddressesThatAreNotPublic(String host) {
        assertThatExceptionOfType(TargetRefusedException.class)
                .isThrownBy(() -> CHECK.addresses(target("https://" + host + "/push"), TargetRule.PUBLIC_HTTPS))
                .withMessageNotContaining(host);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "8.8.8.8",
                "100.63.255.255",
                "100.128.0.1",
                "172.15.0.1",
                "172.32.0.1",
                "192.0.1.1",
                "198.20.0.1",
                "223.255.255.255",
                "[2606:4700::1111]",
                "[2a00:1450:4001::1]",
                "[2001:200::1]",
                "[2003::1]"
            })
    void allowsPublicAddresses(String host) throws TargetRefusedException {
        assertThat(CHECK.addresses(target("https://" + host + "/push"), TargetRule.PUBLIC_HTTPS))
                .isNotEmpty();
    }

    @Test
    void rejectsAHostWithOneForbiddenAddress() throws UnknownHostException {
        List<InetAddress> mixed = List.of(InetAddress.getByName("8.8.8.8"), InetAddress.getByName("10.0.0.1"));
        TargetCheck mixedCheck = check(host -> mixed);
        assertThatExceptionOfType(TargetRefusedException.class)
                .isThrownBy(() -> mixedCheck.addresses(target("https://push.example.net/"), TargetRule.PUBLIC_HTTPS));
        TargetCheck none = check(host -> {
            throw new UnknownHostException(host);
        });
        assertThatExceptionOfType(TargetRefusedException.class)
                .isThrownBy(() -> none.addresses(target("https://push.example.net/"), TargetRule.PUBLIC_HTTPS))
                .withMessageContaining("no address")
                .withMessageNotContaining("push.example.net");
    }

    @Test
    void rejectsPlainHttpUnlessAllowed() throws TargetRefusedException {
        assertThatExceptionOfType(TargetRefusedException.class)
                .isThrownBy(() -> CHECK.addresses(target("http://" + PUBLIC), TargetRule.PUBLIC_HTTPS))
                .withMessageContaining("https://");
        assertThat(CHECK.addresses(target("http://127.0.0.1:8/"), TargetRule.ANY))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "push",
                "//push.example.net/",
                "ftp://push.example.net/",
                "file:///etc/passwd",
                "https://",
                "https:///a",
                "https://user@push.example.net/",
                "https://push.example.net/#part",
                "https://push.example.net:0/",
                "https://push.example.net:65536/",
                "https://push.example.net:-1/",
                "https://push example.net/",
                "https://push.example.net/a b",
                "https://push.example.net/\r\nHost: x",
                "https://p\u00fcsh.example/",
                "https://push_1.example/",
                "javascript:alert(1)",
                "https:push.example.net"
            })
    void rejectsInvalidPushServiceUrls(String url) {
        assertThat(HttpTarget.parse(url)).as(url).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.1", "0x7f000001.1", "1.2.3.4.5", "[::1", "::1", "[::1%lo]", "a..b", "-a", "a_b"})
    void rejectsInvalidHosts(String host) {
        assertThat(HttpTarget.parse("https://" + host + "/")).as(host).isEmpty();
    }

    @Test
    void parsesAUrl() {
        HttpTarget target = target("HTTPS://Push.Example.NET/a%20b/?q=1&r=%3F");
        assertThat(target.origin()).isEqualTo("https://push.example.net");
        assertThat(target.authority()).isEqualTo("push.example.net");
        assertThat(target.port()).isEqualTo(443);
        assertThat(target.path()).isEqualTo("/a%20b/?q=1&r=%3F");
        assertThat(target("https://push.example.net:8443").origin()).isEqualTo("https://push.example.net:8443");
        assertThat(target("https://push.example.net:8443").path()).isEqualTo("/");
        assertThat(target("http://[2003::1]:80?x").authority()).isEqualTo("[2003::1]");
        assertThat(target("http://[2003::1]:80?x").path()).isEqualTo("/?x");
        assertThat(target("https://push.example.net/secret").toString()).doesNotContain("secret", "example");
        assertThat(HttpTarget.parse("https://push.example.net/" + "a".repeat(HttpTarget.LONGEST)))
                .isEmpty();
    }
}
