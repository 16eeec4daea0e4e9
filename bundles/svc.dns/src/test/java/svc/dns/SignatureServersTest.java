package svc.dns;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.xbill.DNS.EDNSOption;
import org.xbill.DNS.ExtendedErrorCodeOption;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Message;
import org.xbill.DNS.OPTRecord;
import org.xbill.DNS.RRset;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Section;
import org.xbill.DNS.Type;
import svc.api.dns.Answer.Security;
import svc.dns.Settings.Dnssec;

/** Servers that remove signatures, servers that are trusted, and the state of the validation. */
final class SignatureServersTest extends SignedZones {

    @Test
    void aServerThatRemovesSignaturesMakesAnswersInsecureAndIsCheckedAgain() {
        zones.signatures = false;
        assertThat(resolver.txt("a.signed")).isEqualTo(found("x", Security.INSECURE));
        assertThat(resolver.txt("b.signed")).isEqualTo(found("y", Security.INSECURE));

        zones.signatures = true;
        clock.advance(Duration.ofMinutes(11));
        assertThat(resolver.txt("a.signed")).isEqualTo(found("x", Security.SECURE));
    }

    @Test
    void aServerThatRejectsQueriesForSignaturesMakesAnswersInsecure() {
        server.answering((query, overTcp) -> List.of(
                query.getOPT() != null && query.getOPT().getFlags() != 0
                        ? Zones.failure(query, Rcode.NOTIMP).toWire()
                        : zones.answer(query).toWire()));

        assertThat(resolver.txt("a.signed")).isEqualTo(found("x", Security.INSECURE));
    }

    @Test
    void aServerThatBeginsToRemoveSignaturesCannotSwitchTheValidationOff() {
        assertThat(resolver.txt("a.signed")).isEqualTo(found("x", Security.SECURE));
        zones.signatures = false;
        clock.advance(Duration.ofHours(2));

        isBogus(resolver.txt("a.signed"));
    }

    @Test
    void theServerWithSignaturesIsPreferred() {
        try (DnsServer stripping = new DnsServer()) {
            Zones without = new Zones(root, signed, plain);
            without.signatures = false;
            without.serve(stripping);
            CachingResolver two = resolver(settings(
                    Dnssec.VALIDATE, TIMEOUT, List.of(new RRset(root.ds())), stripping.address(), server.address()));

            assertThat(two.txt("a.signed")).isEqualTo(found("x", Security.SECURE));
            assertThat(stripping.count(Type.TXT)).isZero();
        }
    }

    @Test
    void theAdFlagCountsOnlyIfTheResolverIsTrusted() {
        zones.serve(server, answer -> {
            answer.getHeader().setFlag(Flags.AD);
            return answer;
        });
        CachingResolver trusting = resolver(settings(Dnssec.TRUST, TIMEOUT, TrustAnchors.builtIn(), server.address()));

        assertThat(trusting.txt("a.signed")).isEqualTo(found("x", Security.SECURE));
        assertThat(server.queries.get(0).getHeader().getFlag(Flags.AD)).isTrue();
        assertThat(insecure(server.address()).txt("a.signed")).isEqualTo(found("x", Security.INSECURE));
        assertThat(resolver.txt("a.plain")).isEqualTo(found("z", Security.INSECURE));
        zones.serve(server);
        assertThat(trusting.txt("b.signed")).isEqualTo(found("y", Security.INSECURE));
    }

    @Test
    void aTrustedResolverCanReportABogusAnswer() {
        server.answering((query, overTcp) -> {
            Message answer = Zones.failure(query, Rcode.SERVFAIL);
            EDNSOption why = new ExtendedErrorCodeOption(ExtendedErrorCodeOption.SIGNATURE_EXPIRED);
            answer.addRecord(new OPTRecord(1232, 0, 0, 0, why), Section.ADDITIONAL);
            return List.of(answer.toWire());
        });

        isBogus(resolver(settings(Dnssec.TRUST, TIMEOUT, TrustAnchors.builtIn(), server.address()))
                .txt("a.signed"));
    }
}
