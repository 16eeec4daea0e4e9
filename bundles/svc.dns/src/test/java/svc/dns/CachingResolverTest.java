package svc.dns;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.Section;
import org.xbill.DNS.Type;
import svc.api.dns.Answer;
import svc.api.dns.Answer.Failed;
import svc.api.dns.Answer.Failure;
import svc.api.dns.Answer.Found;
import svc.api.dns.Answer.None;
import svc.api.dns.Answer.Security;
import svc.api.dns.Resolver.Family;
import svc.api.dns.Resolver.Mx;
import svc.api.dns.Resolver.Srv;
import svc.dns.Settings.Dnssec;

/** Lookups without DNSSEC: answers of all kinds, hostile answers, hostile names. */
final class CachingResolverTest extends Fixture {

    private final Zone zone = new Zone("test.")
            .add("test.", Type.MX, "20 b.test.", "10 A.test.")
            .add("test.", Type.TXT, "\"v=spf1 \" \"-all\"", "\"other\"")
            .add("null.test.", Type.MX, "0 .")
            .add("a.test.", Type.A, "192.0.2.1", "192.0.2.2")
            .add("a.test.", Type.AAAA, "2001:db8::1")
            .add("latin.test.", Type.TXT, "\"caf\\233\"")
            .add("loop1.test.", Type.CNAME, "loop2.test.")
            .add("loop2.test.", Type.CNAME, "loop1.test.")
            .add("gone.test.", Type.CNAME, "nope.test.")
            .add("empty.test.", Type.CNAME, "a.test.");
    private final Zone reverse = new Zone("arpa.")
            .add("1.2.0.192.in-addr.arpa.", Type.PTR, "a.test.", "weird\\.label.test.")
            .add("1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa.", Type.PTR, "six.test.");
    private final Zones zones = new Zones(zone, reverse, new Zone("."));
    private final CachingResolver resolver = insecure(server.address());

    CachingResolverTest() {
        zones.serve(server);
    }

    private static <T> Answer<T> found(List<T> records) {
        return new Found<>(records, Security.INSECURE);
    }

    private static Failed<?> failed(Answer<?> answer) {
        assertThat(answer).isInstanceOf(Failed.class);
        return (Failed<?>) answer;
    }

    @Test
    void joinsTheStringsOfATxtRecord() {
        assertThat(resolver.txt("test")).isEqualTo(found(List.of("v=spf1 -all", "other")));
        assertThat(resolver.txt("latin.test.")).isEqualTo(found(List.of("caf\u00e9")));
    }

    @Test
    void findsAddressesOfBothFamilies() throws IOException {
        assertThat(resolver.addresses("A.TEST", Family.IPV4))
                .isEqualTo(found(List.of(InetAddress.getByName("192.0.2.1"), InetAddress.getByName("192.0.2.2"))));
        assertThat(resolver.addresses("a.test.", Family.IPV6))
                .isEqualTo(found(List.of(InetAddress.getByName("2001:db8::1"))));
    }

    @Test
    void findsMxRecordsAndTheNullMx() {
        assertThat(resolver.mx("test")).isEqualTo(found(List.of(new Mx(20, "b.test"), new Mx(10, "A.test"))));
        assertThat(resolver.mx("null.test")).isEqualTo(found(List.of(new Mx(0, "."))));
    }

    @Test
    void findsSrvRecords() {
        zone.add("_jmap._tcp.test.", Type.SRV, "0 1 443 a.test.", "5 0 0 .");
        assertThat(resolver.srv("_jmap._tcp.test"))
                .isEqualTo(found(List.of(new Srv(0, 1, 443, "a.test"), new Srv(5, 0, 0, "."))));
        assertThat(resolver.srv("_none._tcp.test")).isEqualTo(new None<>(Security.INSECURE));
    }

    @Test
    void findsNamesOfAddressesAndMakesUnusualNamesUnusable() throws IOException {
        assertThat(resolver.ptr(InetAddress.getByName("192.0.2.1")))
                .isEqualTo(found(List.of("a.test", "weird\\.label.test")));
        assertThat(resolver.addresses("weird\\.label.test", Family.IPV4)).isEqualTo(new None<>(Security.INSECURE));
        assertThat(resolver.ptr(InetAddress.getByName("2001:db8::1"))).isEqualTo(found(List.of("six.test")));
    }

    @Test
    void distinguishesAbsenceFromFailure() {
        assertThat(resolver.txt("nope.test")).isEqualTo(new None<>(Security.INSECURE));
        assertThat(resolver.mx("a.test")).isEqualTo(new None<>(Security.INSECURE));

        server.answering(
                (query, overTcp) -> List.of(Zones.failure(query, Rcode.SERVFAIL).toWire()));

        Failed<?> failed = failed(resolver.txt("other.test"));
        assertThat(failed.failure()).isEqualTo(Failure.TEMPORARY);
        assertThat(failed.reason()).contains("other.test TXT", "SERVFAIL");
        assertThat(counted()).isEqualTo(new java.util.TreeMap<>(java.util.Map.of("none", 2L, "temporary", 1L)));
    }

    @Test
    void failsWhenNoServerAnswersInTime() {
        server.answering((query, overTcp) -> List.of());
        CachingResolver impatient =
                resolver(settings(Dnssec.OFF, Duration.ofSeconds(1), TrustAnchors.builtIn(), server.address()));

        assertThat(failed(impatient.txt("test")).failure()).isEqualTo(Failure.TEMPORARY);
    }

    @Test
    void asksTheNextServerAndRemembersIt() {
        try (DnsServer broken = new DnsServer()) {
            broken.answering((query, overTcp) ->
                    List.of(Zones.failure(query, Rcode.REFUSED).toWire()));
            CachingResolver two = insecure(broken.address(), server.address());

            assertThat(two.mx("null.test")).isInstanceOf(Found.class);
            assertThat(two.mx("test")).isInstanceOf(Found.class);
            assertThat(broken.queries).hasSize(1);
        }
    }

    @Test
    void asksTheNextServerWhenAPortIsClosed() {
        DnsServer closed = new DnsServer();
        InetSocketAddress address = closed.address();
        closed.close();

        assertThat(insecure(address, server.address()).mx("null.test")).isInstanceOf(Found.class);
    }

    @Test
    void repeatsTheQueryOfATruncatedAnswerByTcp() {
        zone.add("large.test.", Type.TXT, large());

        assertThat(resolver.txt("large.test"))
                .isEqualTo(found(
                        List.of("x".repeat(255), "y".repeat(255), "z".repeat(255), "0".repeat(255), "1".repeat(255))));
        assertThat(server.tcpQueries).hasSize(1);
    }

    private static String[] large() {
        return List.of("x", "y", "z", "0", "1").stream().map(c -> c.repeat(255)).toArray(String[]::new);
    }

    @Test
    void asksOldServersWithoutExtensions() {
        server.answering((query, overTcp) -> List.of(
                query.getOPT() == null
                        ? zones.answer(query).toWire()
                        : formatError(query).toWire()));

        assertThat(resolver.mx("null.test")).isInstanceOf(Found.class);
    }

    private static Message formatError(Message query) {
        Message answer = new Message(query.getHeader().getID());
        answer.getHeader().setFlag(Flags.QR);
        answer.getHeader().setRcode(Rcode.FORMERR);
        return answer;
    }

    @Test
    void acceptsAChainOfTenAliases() {
        chain(10);

        assertThat(resolver.addresses("c0.test", Family.IPV4)).isInstanceOf(Found.class);
    }

    @Test
    void refusesAChainOfElevenAliases() {
        chain(11);

        assertThat(failed(resolver.addresses("c0.test", Family.IPV4)).reason()).contains("longer than 10");
    }

    private void chain(int length) {
        for (int i = 0; i < length; i++) {
            zone.add("c" + i + ".test.", Type.CNAME, "c" + (i + 1) + ".test.");
        }
        zone.add("c" + length + ".test.", Type.A, "192.0.2.9");
    }

    @Test
    void refusesALoopOfAliases() {
        assertThat(failed(resolver.txt("loop1.test")).failure()).isEqualTo(Failure.TEMPORARY);
    }

    @Test
    void findsNothingAtTheEndOfAChain() {
        assertThat(resolver.txt("gone.test")).isEqualTo(new None<>(Security.INSECURE));
        assertThat(resolver.txt("empty.test")).isEqualTo(new None<>(Security.INSECURE));
    }

    @Test
    void ignoresAnswersThatDoNotBelongToTheQuery() {
        server.answering((query, overTcp) -> {
            Message otherId = zones.answer(query);
            otherId.getHeader().setID(query.getHeader().getID() ^ 1);
            otherId.removeAllRecords(Section.ANSWER);
            Message otherName = forged(query, Zone.name("other.test"), Type.TXT, DClass.IN);
            Message otherType = forged(query, Zone.name("test"), Type.A, DClass.IN);
            Message otherClass = forged(query, Zone.name("test"), Type.TXT, DClass.CH);
            Message notAnAnswer = Zones.reply(query);
            notAnAnswer.getHeader().unsetFlag(Flags.QR);
            Message withoutQuestion = new Message(query.getHeader().getID());
            withoutQuestion.getHeader().setFlag(Flags.QR);
            List<byte[]> sent = new ArrayList<>(List.of(new byte[0], new byte[] {1, 2, 3}, new byte[12]));
            for (Message message : List.of(
                    otherId, otherName, otherType, otherClass, notAnAnswer, withoutQuestion, zones.answer(query))) {
                sent.add(message.toWire());
            }
            return sent;
        });

        assertThat(resolver.txt("test")).isEqualTo(found(List.of("v=spf1 -all", "other")));
        assertThat(server.queries).hasSize(1);
    }

    private static Message forged(Message query, Name name, int type, int dclass) {
        Message answer = new Message(query.getHeader().getID());
        answer.getHeader().setFlag(Flags.QR);
        answer.addRecord(Record.newRecord(name, type, dclass), Section.QUESTION);
        return answer;
    }

    @Test
    void ignoresRecordsAboutOtherNames() {
        zones.serve(server, answer -> {
            answer.addRecord(zone.set(Zone.name("a.test"), Type.A).first(), Section.ANSWER);
            Zone forged = new Zone("forged.")
                    .add("null.test.", Type.A, "203.0.113.66")
                    .add("a.test.", Type.TXT, "x");
            answer.addRecord(forged.set(Zone.name("null.test"), Type.A).first(), Section.ADDITIONAL);
            answer.addRecord(forged.set(Zone.name("a.test"), Type.TXT).first(), Section.ANSWER);
            return answer;
        });

        assertThat(resolver.mx("null.test")).isEqualTo(found(List.of(new Mx(0, "."))));
        zones.serve(server);
        assertThat(resolver.addresses("null.test", Family.IPV4)).isEqualTo(new None<>(Security.INSECURE));
        assertThat(resolver.txt("a.test")).isEqualTo(new None<>(Security.INSECURE));
    }

    @Test
    void refusesAnAnswerWithTooManyRecords() {
        server.answering((query, overTcp) -> {
            Message answer = overTcp ? Zones.reply(query) : Zones.truncated(query);
            for (int i = 0; overTcp && i < 501; i++) {
                new Zone("test.")
                        .add("test.", Type.A, "10.0." + i / 256 + "." + i % 256)
                        .set(Zone.name("test"), Type.A)
                        .rrs()
                        .forEach(record -> answer.addRecord(record, Section.ANSWER));
            }
            return List.of(answer.toWire());
        });

        assertThat(failed(resolver.addresses("test", Family.IPV4)).reason()).contains("too many records");
    }

    @Test
    void refusesAReferral() {
        server.answering((query, overTcp) -> {
            Message answer = Zones.reply(query);
            new Zone("test.")
                    .add("test.", Type.NS, "ns.test.")
                    .set(Zone.name("test"), Type.NS)
                    .rrs()
                    .forEach(record -> answer.addRecord(record, Section.AUTHORITY));
            return List.of(answer.toWire());
        });

        assertThat(failed(resolver.txt("test")).reason()).contains("not a recursive resolver");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "..",
                ".test",
                "a..test",
                "a\u0000.test",
                "a b.test",
                "a\\.b.test",
                "b\u00fccher.test",
                "a\ntest"
            })
    void answersImpossibleNamesWithoutAQuery(String name) {
        assertThat(resolver.txt(name)).isEqualTo(new None<>(Security.INSECURE));
        assertThat(server.queries).isEmpty();
    }

    @Test
    void theLongestNamesAreAskedAndLongerOnesAreNot() {
        String label63 = "a".repeat(63);
        String name253 = String.join(".", label63, label63, label63, "b".repeat(56), "test");

        assertThat(name253).hasSize(253);
        assertThat(resolver.txt(name253)).isInstanceOf(None.class);
        assertThat(resolver.txt(label63 + ".test")).isInstanceOf(None.class);
        assertThat(server.queries).hasSize(2);

        assertThat(resolver.txt("b" + name253)).isInstanceOf(None.class);
        assertThat(resolver.txt(String.join(".", label63, label63, label63, "b".repeat(57), "test")))
                .isInstanceOf(None.class);
        assertThat(resolver.txt("a" + label63 + ".test")).isInstanceOf(None.class);
        assertThat(server.queries).hasSize(2);
    }

    @Test
    void asksForUnderscoresAndOtherPrintableCharacters() {
        zone.add("_dmarc.test.", Type.TXT, "v=DMARC1");

        assertThat(resolver.txt("_dmarc.test")).isEqualTo(found(List.of("v=DMARC1")));
        assertThat(resolver.txt("a+b@c!$(;\"*/.test")).isInstanceOf(None.class);
        assertThat(server.queries.get(1).getQuestion().getName().getLabel(0)).hasSize(13);
    }
}
