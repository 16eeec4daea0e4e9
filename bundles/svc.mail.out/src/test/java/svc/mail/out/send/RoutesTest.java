package svc.mail.out.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.delivery.MailDomains;
import svc.api.delivery.MailDomains.RelayDomain;
import svc.api.delivery.SmtpReply;
import svc.api.dns.Answer.Failure;
import svc.api.dns.Answer.Security;
import svc.mail.out.send.Routes.NoRouteException;
import svc.mail.out.send.Routes.Target;

/** The hosts of a domain (RFC 5321 §5.1). */
final class RoutesTest {

    private final Zone zone = new Zone();

    private Routes routes(Map<String, Object> table) {
        return new Routes(new SendSettings(Sending.config(table), Path.of(".")), zone, () -> "mail.own.test");
    }

    private List<Target> find(String domain) throws NoRouteException {
        return routes(Map.of()).find(domain);
    }

    private List<String> names(String domain) throws NoRouteException {
        return find(domain).stream().map(Target::name).toList();
    }

    private String refusal(String domain) {
        return catchThrowableOfType(NoRouteException.class, () -> find(domain))
                .reply()
                .toString();
    }

    @Test
    void hostsAreTriedByPreferenceAndInAnyOrderAmongEquals() throws Exception {
        for (String host : List.of("a", "b", "c", "d")) {
            zone.address(host + ".far.test", "8.8.8.8", "2606:4700::1");
        }
        zone.mx("far.test", 20, "d.far.test").mx("far.test", 10, "B.far.test").mx("far.test", 5, "a.far.test");
        zone.mx("far.test", 10, "c.far.test");
        Set<List<String>> orders = new HashSet<>();
        for (int i = 0; i < 200; i++) {
            orders.add(names("far.test"));
        }
        assertThat(orders)
                .containsExactlyInAnyOrder(
                        List.of("a.far.test", "b.far.test", "c.far.test", "d.far.test"),
                        List.of("a.far.test", "c.far.test", "b.far.test", "d.far.test"));
        assertThat(find("far.test").get(0).addresses()).hasSize(2);
        assertThat(find("far.test").get(0).port()).isEqualTo(25);
    }

    @Test
    void relayDomainWithAHostHasOnlyThisHost() throws Exception {
        zone.mx("relay.test", 10, "mx.relay.test").address("mx.relay.test", "8.8.8.8");
        zone.address("mx.inside.test", "10.0.0.1");
        Routes routes = routes(Map.of("smarthost", new String[] {"mx.relay.test"}));
        routes.domains = new Relays(new RelayDomain("relay.test", "t1", "a@own.test", Optional.of("mx.inside.test")));
        Target target = routes.find("relay.test").get(0);
        assertThat(target.name()).isEqualTo("mx.inside.test");
        assertThat(target.port()).isEqualTo(25);
        assertThat(routes.find("far.test").get(0).name()).isEqualTo("mx.relay.test");
    }

    private record Relays(RelayDomain domain) implements MailDomains {

        @Override
        public Optional<SmtpReply> senderDeferral(String address) {
            return Optional.empty();
        }

        @Override
        public Optional<SmtpReply> recipientDeferral(String address) {
            return Optional.empty();
        }

        @Override
        public Optional<RelayDomain> relayDomain(String addressOrDomain) {
            return Optional.of(domain).filter(one -> one.name().equals(addressOrDomain));
        }
    }

    @Test
    void domainWithoutMxIsItsOwnHost() throws Exception {
        zone.address("far.test", "8.8.8.8");
        assertThat(names("far.test")).containsExactly("far.test");
    }

    @Test
    void domainWithNullMxAcceptsNoMail() {
        zone.mx("far.test", 0, ".").address("far.test", "8.8.8.8");
        assertThat(refusal("far.test")).startsWith("556 5.1.10 ");
    }

    @Test
    void nullMxBesideOthersIsIgnored() throws Exception {
        zone.mx("far.test", 0, ".").mx("far.test", 1, "mx.far.test").address("mx.far.test", "8.8.8.8");
        assertThat(names("far.test")).containsExactly("mx.far.test");
    }

    @Test
    void domainThatDoesNotExistIsRefused() {
        assertThat(refusal("far.test")).startsWith("550 5.1.2 ");
    }

    @Test
    void domainWhoseHostsHaveNoAddressesIsRefused() {
        zone.mx("far.test", 1, "mx.far.test").address("far.test", "8.8.8.8");
        assertThat(refusal("far.test")).startsWith("550 5.4.4 ");
    }

    @ParameterizedTest
    @EnumSource(Failure.class)
    void failedLookupIsTriedAgain(Failure failure) {
        zone.fails("far.test", failure).address("far.test", "8.8.8.8");
        assertThat(refusal("far.test")).startsWith("451 4.4.3 ");
        zone.mx("other.test", 1, "far.test");
        assertThat(refusal("other.test")).startsWith("451 4.4.3 ");
    }

    @Test
    void failedLookupOfOneHostDoesNotMatter() throws Exception {
        zone.mx("far.test", 1, "a.far.test").fails("a.far.test", Failure.TEMPORARY);
        zone.mx("far.test", 2, "b.far.test").address("b.far.test", "8.8.8.8");
        assertThat(names("far.test")).containsExactly("b.far.test");
    }

    @Test
    void ownNameRemovesItselfAndTheHostsBehindIt() throws Exception {
        zone.mx("far.test", 5, "a.far.test").mx("far.test", 10, "Mail.own.test").mx("far.test", 10, "b.far.test");
        zone.address("a.far.test", "8.8.8.8").address("b.far.test", "8.8.8.8");
        assertThat(names("far.test")).containsExactly("a.far.test");
        zone.mx("loop.test", 1, "mail.own.test").mx("loop.test", 2, "b.far.test");
        assertThat(refusal("loop.test")).startsWith("554 5.4.6 ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.9.9.9",
                "10.1.2.3",
                "192.168.0.1",
                "172.16.0.1",
                "169.254.1.1",
                "0.0.0.0",
                "100.64.0.1",
                "224.0.0.1",
                "::1",
                "fe80::1",
                "fd00::1",
                "::",
                "::ffff:10.0.0.1",
                "64:ff9b::a00:1"
            })
    void privateAddressIsALoop(String address) throws Exception {
        zone.mx("far.test", 1, "mx.far.test").address("mx.far.test", address);
        assertThat(refusal("far.test")).startsWith("554 5.4.6 ");
        assertThat(routes(Map.of("allow_private", true)).find("far.test")).hasSize(1);
        String literal = address.contains(":") ? "[IPv6:" + address + "]" : "[" + address + "]";
        assertThat(refusal(literal)).startsWith("554 5.4.6 ");
    }

    @Test
    void privateAddressBesideAPublicOneIsLeftOut() throws Exception {
        zone.mx("far.test", 1, "a.far.test").address("a.far.test", "10.0.0.1");
        zone.mx("far.test", 2, "b.far.test").address("b.far.test", "10.0.0.2", "8.8.8.8");
        assertThat(find("far.test").stream().flatMap(target -> target.addresses().stream()))
                .extracting(Object::toString)
                .containsExactly("/8.8.8.8");
    }

    @Test
    void hostBehindAnAddressOfThisMachineIsNotUsed() throws Exception {
        zone.mx("far.test", 1, "a.far.test").address("a.far.test", "8.8.8.8");
        zone.mx("far.test", 2, "b.far.test").address("b.far.test", "127.0.0.1");
        zone.mx("far.test", 3, "c.far.test").address("c.far.test", "8.8.4.4");
        assertThat(names("far.test")).containsExactly("a.far.test");
    }

    @Test
    void addressLiteralIsTheHost() throws Exception {
        assertThat(find("[8.8.8.8]").get(0).addresses())
                .extracting(Object::toString)
                .containsExactly("/8.8.8.8");
        assertThat(find("[ipv6:2606:4700::1]").get(0).addresses()).hasSize(1);
    }

    @Test
    void numberOfHostsIsLimited() throws Exception {
        for (int i = 0; i < 100; i++) {
            zone.mx("far.test", i, i + ".far.test").address(i + ".far.test", "8.8.8.8");
        }
        assertThat(names("far.test")).hasSize(8).startsWith("0.far.test", "1.far.test");
    }

    @Test
    void hostIsSecureIfAllItsRecordsAre() throws Exception {
        zone.mx("far.test", 1, "mx.far.test").address("mx.far.test", "8.8.8.8", "2606:4700::1");
        assertThat(find("far.test").get(0).security()).isEqualTo(Security.INSECURE);
        zone.signs("mx.far.test");
        assertThat(find("far.test").get(0).security()).isEqualTo(Security.INSECURE);
        zone.signs("far.test");
        assertThat(find("far.test").get(0).security()).isEqualTo(Security.SECURE);
    }

    @Test
    void smarthostReplacesTheHosts() throws Exception {
        zone.address("smtp.relay.test", "127.0.0.1").address("other.test", "8.8.8.8");
        Routes routes = routes(Map.of(
                "smarthost",
                new String[] {"smtp.relay.test:587", "Gr\u00fcn.test=[10.0.0.1]", "b.test=smtp.none.test"}));
        assertThat(routes.find("other.test").get(0).name()).isEqualTo("smtp.relay.test");
        assertThat(routes.find("other.test").get(0).port()).isEqualTo(587);
        assertThat(routes.find("[8.8.8.8]").get(0).name()).isEqualTo("smtp.relay.test");
        assertThat(routes.find("xn--grn-ioa.test").get(0).name()).isEqualTo("10.0.0.1");
        assertThat(routes.find("gr\u00fcn.test").get(0).port()).isEqualTo(25);
        assertThatThrownBy(() -> routes.find("b.test")).isInstanceOf(NoRouteException.class);
    }
}
