package svc.dns;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.xbill.DNS.Flags;
import org.xbill.DNS.RRset;
import org.xbill.DNS.Type;
import svc.api.dns.Answer.Found;
import svc.api.dns.Resolver;
import svc.api.health.Finding;
import svc.api.health.Finding.Status;
import svc.dns.Settings.Dnssec;

/** The time after the start, and the health check. */
final class StartTest extends Fixture {

    private final Zone root = new Zone(".").add("a.", Type.TXT, "x").sign(clock.now());
    private final Zones zones = new Zones(root);

    StartTest() {
        zones.serve(server);
    }

    private CachingResolver resolver(Dnssec dnssec) {
        return resolver(settings(dnssec, TIMEOUT, List.of(new RRset(root.ds())), server.address()));
    }

    private static Finding finding(CachingResolver resolver) {
        return new ResolverHealthCheck(resolver).run().get(0);
    }

    private Finding laterFinding(CachingResolver resolver) {
        clock.advance(Resolver.QUIET);
        return finding(resolver);
    }

    @Test
    void theResolverSendsNoQueryByItselfInTheFirstTwoMinutes() {
        CachingResolver resolver = resolver(Dnssec.VALIDATE);
        clock.advance(Resolver.QUIET.minusSeconds(30));

        assertThat(finding(resolver).status()).isEqualTo(Status.SKIPPED);
        assertThat(server.queries).isEmpty();

        clock.advance(Duration.ofSeconds(30));
        while (server.queries.isEmpty()) {
            Thread.onSpinWait();
        }
        assertThat(server.queries.get(0).getQuestion().getName()).isEqualTo(Zone.name("."));
    }

    @Test
    void aLookupIsAnsweredRightAfterTheStart() {
        assertThat(resolver(Dnssec.VALIDATE).txt("a")).isInstanceOf(Found.class);
    }

    @Test
    void aStoppedResolverSendsNoQuery() {
        resolver(Dnssec.VALIDATE).stop();
        clock.advance(Duration.ofMinutes(3));

        assertThat(server.queries).isEmpty();
    }

    @Test
    void validatedAnswersAreHealthy() {
        assertThat(laterFinding(resolver(Dnssec.VALIDATE)).status()).isEqualTo(Status.OK);
        assertThat(laterFinding(resolver(Dnssec.OFF)).status()).isEqualTo(Status.OK);
    }

    @Test
    void warnsAboutAServerThatRemovesSignatures() {
        zones.signatures = false;

        Finding finding = laterFinding(resolver(Dnssec.VALIDATE));

        assertThat(finding.status()).isEqualTo(Status.WARN);
        assertThat(finding.detail()).contains("127.0.0.1:" + server.address().getPort());
    }

    @Test
    void warnsAboutATrustedResolverThatDoesNotValidate() {
        assertThat(laterFinding(resolver(Dnssec.TRUST)).status()).isEqualTo(Status.WARN);

        zones.serve(server, answer -> {
            answer.getHeader().setFlag(Flags.AD);
            return answer;
        });
        assertThat(laterFinding(resolver(Dnssec.TRUST)).status()).isEqualTo(Status.OK);
    }

    @Test
    void failsWithAWrongTrustAnchor() {
        CachingResolver wrong =
                resolver(settings(Dnssec.VALIDATE, TIMEOUT, List.of(new RRset(new Zone(".").ds())), server.address()));

        Finding finding = laterFinding(wrong);

        assertThat(finding.status()).isEqualTo(Status.FAIL);
        assertThat(finding.remedy().orElseThrow()).contains("trust_anchor");
    }

    @Test
    void failsWithoutAServerThatAnswers() {
        server.close();

        Finding finding = laterFinding(resolver(Dnssec.VALIDATE));

        assertThat(finding.status()).isEqualTo(Status.FAIL);
        assertThat(finding.remedy().orElseThrow()).contains("[dns] servers");
    }
}
