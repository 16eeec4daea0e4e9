package svc.dns;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Message;
import org.xbill.DNS.OPTRecord;
import org.xbill.DNS.RRset;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Section;
import org.xbill.DNS.TXTRecord;
import org.xbill.DNS.Type;
import svc.api.dns.Answer;
import svc.api.dns.Answer.Failed;
import svc.api.dns.Answer.Failure;
import svc.api.dns.Answer.Found;
import svc.api.dns.Answer.None;
import svc.api.dns.Answer.Security;
import svc.api.dns.Resolver.Tlsa;
import svc.dns.Settings.Dnssec;

/** Validation of a root zone with a signed and an unsigned zone below it. */
final class DnssecTest extends SignedZones {

    private void changing(int type, UnaryOperator<Message> change) {
        zones.serve(server, answer -> answer.getQuestion().getType() == type ? change.apply(answer) : answer);
    }

    @Test
    void aSignedAnswerIsSecure() {
        assertThat(resolver.txt("a.signed")).isEqualTo(found("x", Security.SECURE));
        assertThat(resolver.txt("in.signed")).isEqualTo(found("x", Security.SECURE));
    }

    @Test
    void aSignedAbsenceIsSecure() {
        assertThat(resolver.mx("a.signed")).isEqualTo(new None<>(Security.SECURE));
        assertThat(resolver.txt("nope.signed")).isEqualTo(new None<>(Security.SECURE));
        assertThat(resolver.txt("nope")).isEqualTo(new None<>(Security.SECURE));
    }

    @Test
    void anAnswerOfAnUnsignedZoneIsInsecure() {
        assertThat(resolver.txt("a.plain")).isEqualTo(found("z", Security.INSECURE));
        assertThat(resolver.mx("a.plain")).isEqualTo(new None<>(Security.INSECURE));
        assertThat(resolver.txt("nope.plain")).isEqualTo(new None<>(Security.INSECURE));
    }

    @Test
    void aChainThroughAnUnsignedZoneIsInsecure() {
        assertThat(resolver.txt("out.signed")).isEqualTo(found("z", Security.INSECURE));
        assertThat(resolver.txt("in.plain")).isEqualTo(found("x", Security.INSECURE));
    }

    @Test
    void tlsaRecordsHaveTheSecurityOfTheirZone() {
        Tlsa endEntity = new Tlsa(3, 1, 1, "AB".repeat(32));
        Found<Tlsa> secure = (Found<Tlsa>) resolver.tlsa("_25._tcp.mx.signed");

        assertThat(secure.security()).isEqualTo(Security.SECURE);
        assertThat(secure.records()).containsExactlyInAnyOrder(endEntity, new Tlsa(2, 0, 2, "CD".repeat(64)));
        assertThat(resolver.tlsa("_25._tcp.mx.plain")).isEqualTo(new Found<>(List.of(endEntity), Security.INSECURE));
        assertThat(resolver.tlsa("_25._tcp.a.signed")).isEqualTo(new None<>(Security.SECURE));
        assertThat(endEntity).hasToString("3 1 1 " + "AB".repeat(32));
    }

    @Test
    void unsignedTlsaRecordsInASignedZoneAreBogus() {
        changing(Type.TLSA, DnssecTest::withoutSignatures);

        isBogus(resolver.tlsa("_25._tcp.mx.signed"));
    }

    @Test
    void aCnameRecordIsNotFollowed() {
        assertThat(resolver.cname("out.signed")).isEqualTo(found("a.plain", Security.SECURE));
        assertThat(resolver.cname("in.plain")).isEqualTo(found("a.signed", Security.INSECURE));
        assertThat(resolver.cname("a.signed")).isEqualTo(new None<>(Security.SECURE));
    }

    @Test
    void aChangedRecordIsBogus() {
        changing(Type.TXT, answer -> {
            answer.removeRecord(answer.getSection(Section.ANSWER).get(0), Section.ANSWER);
            answer.addRecord(new TXTRecord(answer.getQuestion().getName(), DClass.IN, 300, "forged"), Section.ANSWER);
            return answer;
        });

        isBogus(resolver.txt("a.signed"));
        assertThat(counted()).containsEntry("bogus", 1L);
    }

    @Test
    void anUnsignedAnswerInASignedZoneIsBogus() {
        changing(Type.TXT, DnssecTest::withoutSignatures);

        isBogus(resolver.txt("a.signed"));
        assertThat(resolver.txt("a.plain")).isInstanceOf(Found.class);
    }

    private static Message withoutSignatures(Message answer) {
        for (int section : List.of(Section.ANSWER, Section.AUTHORITY)) {
            answer.getSection(section).stream()
                    .filter(record -> record.getType() == Type.RRSIG || record.getType() == Type.NSEC)
                    .toList()
                    .forEach(record -> answer.removeRecord(record, section));
        }
        return answer;
    }

    @Test
    void aSpoofedRecordBesideTheSignedOneIsBogusOrIgnored() {
        changing(Type.TXT, answer -> {
            answer.addRecord(new TXTRecord(answer.getQuestion().getName(), DClass.IN, 300, "forged"), Section.ANSWER);
            return answer;
        });
        isBogus(resolver.txt("a.signed"));

        changing(Type.TXT, answer -> {
            answer.addRecord(new TXTRecord(Zone.name("a.signed"), DClass.IN, 300, "forged"), Section.ADDITIONAL);
            return answer;
        });
        assertThat(resolver.txt("b.signed")).isEqualTo(found("y", Security.SECURE));
    }

    @Test
    void anExpiredSignatureIsBogus() {
        signed.sign(signed.set(Zone.name("a.signed"), Type.TXT), now.minusSeconds(7200), now.minusSeconds(3600));

        isBogus(resolver.txt("a.signed"));
    }

    @Test
    void aSignatureExpiresByTheInjectedClock() {
        assertThat(resolver.txt("a.signed")).isEqualTo(found("x", Security.SECURE));
        clock.advance(Duration.ofHours(23));
        assertThat(resolver.txt("a.signed")).isEqualTo(found("x", Security.SECURE));
        clock.advance(Duration.ofHours(2));
        isBogus(resolver.txt("a.signed"));
    }

    @Test
    void anAnswerIsCachedNoLongerThanItsSignatureIsValid() {
        signed.sign(signed.set(Zone.name("a.signed"), Type.TXT), now.minusSeconds(60), now.plusSeconds(150));
        assertThat(resolver.txt("a.signed")).isEqualTo(found("x", Security.SECURE));

        clock.advance(Duration.ofSeconds(100));
        assertThat(resolver.txt("a.signed")).isEqualTo(found("x", Security.SECURE));
        clock.advance(Duration.ofSeconds(52));
        isBogus(resolver.txt("a.signed"));
    }

    @Test
    void anAbsenceWithoutProofInASignedZoneIsBogus() {
        changing(Type.TXT, answer -> {
            answer.removeAllRecords(Section.AUTHORITY);
            return answer;
        });

        isBogus(resolver.txt("nope.signed"));
        assertThat(resolver.txt("nope.plain")).isEqualTo(new None<>(Security.INSECURE));
    }

    @Test
    void anAbsenceWithTheProofOfAnotherNameIsBogus() {
        changing(Type.TXT, answer -> {
            Message other = zones.answer(query("zz.signed"));
            Message denied = Zones.reply(answer);
            denied.getHeader().setRcode(Rcode.NXDOMAIN);
            other.getSection(Section.AUTHORITY).forEach(record -> denied.addRecord(record, Section.AUTHORITY));
            return denied;
        });

        isBogus(resolver.txt("a.signed"));
    }

    private static Message query(String name) {
        Message query = Message.newQuery(new Question(Zone.name(name), Type.TXT).record());
        query.addRecord(new OPTRecord(1232, 0, 0, org.xbill.DNS.ExtendedFlags.DO), Section.ADDITIONAL);
        return query;
    }

    @Test
    void aWrongTrustAnchorMakesEverythingBogus() {
        CachingResolver wrong = validating(new Zone("."));

        isBogus(wrong.txt("a.signed"));
        isBogus(wrong.txt("a.plain"));
    }

    @Test
    void namesOutsideTheTrustAnchorAreInsecure() {
        CachingResolver island = validating(signed);

        assertThat(island.txt("a.signed")).isEqualTo(found("x", Security.SECURE));
        assertThat(island.txt("a.plain")).isEqualTo(found("z", Security.INSECURE));
    }

    @Test
    void keysAreCachedForFurtherLookups() {
        resolver.txt("a.signed");
        long before = server.count(Type.DNSKEY);
        resolver.txt("b.signed");

        assertThat(server.count(Type.DNSKEY)).isEqualTo(before);
        assertThat(server.count(Type.DS)).isEqualTo(1);
    }

    @Test
    void newKeysAreFetchedAfterABogusAnswer() {
        assertThat(resolver.txt("a.signed")).isInstanceOf(Found.class);
        Zone renewed = new Zone("signed.").add("b.signed.", Type.TXT, "new").sign(now);
        Zone newRoot = new Zone(".").add(".", Type.NS, "ns.test.");
        Zones after = new Zones(root(newRoot, renewed), renewed, plain);
        server.answering((query, overTcp) -> List.of(after.answer(query).toWire()));
        CachingResolver other = validating(newRoot);
        assertThat(other.txt("b.signed")).isEqualTo(found("new", Security.SECURE));

        zones.serve(server);
        isBogus(other.txt("a.signed"));
        server.answering((query, overTcp) -> List.of(after.answer(query).toWire()));
        clock.advance(Duration.ofSeconds(11));
        assertThat(other.txt("a.signed")).isEqualTo(new None<>(Security.SECURE));
    }

    private Zone root(Zone newRoot, Zone renewed) {
        return newRoot.delegate(renewed).add("plain.", Type.NS, "ns.test.").sign(now);
    }

    @Test
    void aFailedQueryForTheKeysIsTemporary() {
        changing(Type.DS, answer -> {
            answer.removeAllRecords(Section.AUTHORITY);
            answer.removeAllRecords(Section.ANSWER);
            answer.getHeader().setRcode(Rcode.SERVFAIL);
            return answer;
        });

        for (String name : List.of("a.signed", "nope.signed", "a.plain", "nope.plain")) {
            Answer<String> answer = resolver.txt(name);
            assertThat(answer).as(name).isInstanceOf(Failed.class);
            assertThat(((Failed<String>) answer).failure()).isEqualTo(Failure.TEMPORARY);
        }
    }

    @Test
    void aDamagedAnswerIsNeverSecureWithOtherRecords() {
        Random random = new Random(1);
        server.answering((query, overTcp) -> {
            byte[] answer = zones.answer(query).toWire();
            if (query.getQuestion().getType() != Type.TXT) {
                return List.of(answer);
            }
            int question = 12 + query.getQuestion().getName().length() + 4;
            for (int i = random.nextInt(4); i >= 0; i--) {
                answer[question + random.nextInt(answer.length - question)] = (byte) random.nextInt(256);
            }
            // An answer that cannot be read is ignored; then the second one ends the lookup.
            return List.of(answer, Zones.failure(query, Rcode.SERVFAIL).toWire());
        });
        CachingResolver uncached = resolver(
                new Settings(List.of(server.address()), Dnssec.VALIDATE, List.of(new RRset(root.ds())), TIMEOUT, 0));

        for (int i = 0; i < 200; i++) {
            Answer<String> answer = uncached.txt("a.signed");
            if (answer instanceof Found<String> found && found.security() == Security.SECURE) {
                assertThat(found.records()).containsExactly("x");
            } else {
                assertThat(answer).isNotEqualTo(new None<>(Security.SECURE));
            }
        }
        assertThat(counted()).containsKeys("found", "temporary", "bogus");
    }
}
