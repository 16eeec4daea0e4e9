package svc.dns;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.xbill.DNS.RRset;
import org.xbill.DNS.Type;
import svc.api.dns.Answer;
import svc.api.dns.Answer.Failed;
import svc.api.dns.Answer.Failure;
import svc.api.dns.Answer.Found;
import svc.api.dns.Answer.Security;
import svc.dns.Settings.Dnssec;

/** A root zone with a signed and an unsigned zone below it, and a resolver that validates their answers. */
abstract class SignedZones extends Fixture {

    final Instant now = clock.now();
    final Zone signed = new Zone("signed.")
            .add("a.signed.", Type.TXT, "x")
            .add("b.signed.", Type.TXT, "y")
            .add("in.signed.", Type.CNAME, "a.signed.")
            .add("out.signed.", Type.CNAME, "a.plain.")
            .add("_25._tcp.mx.signed.", Type.TLSA, "3 1 1 " + "ab".repeat(32), "2 0 2 " + "cd".repeat(64))
            .sign(now);
    final Zone plain = new Zone("plain.")
            .add("a.plain.", Type.TXT, "z")
            .add("in.plain.", Type.CNAME, "a.signed.")
            .add("_25._tcp.mx.plain.", Type.TLSA, "3 1 1 " + "ab".repeat(32));
    final Zone root = new Zone(".")
            .add(".", Type.NS, "ns.test.")
            .delegate(signed)
            .add("plain.", Type.NS, "ns.test.")
            .sign(now);
    final Zones zones = new Zones(root, signed, plain);
    final CachingResolver resolver = validating(root);

    SignedZones() {
        zones.serve(server);
    }

    final CachingResolver validating(Zone anchor) {
        return resolver(settings(Dnssec.VALIDATE, TIMEOUT, List.of(new RRset(anchor.ds())), server.address()));
    }

    static void isBogus(Answer<?> answer) {
        assertThat(answer).isInstanceOf(Failed.class);
        assertThat(((Failed<?>) answer).failure()).isEqualTo(Failure.BOGUS);
    }

    static Answer<String> found(String text, Security security) {
        return new Found<>(List.of(text), security);
    }
}
