package svc.dns;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.xbill.DNS.Record;
import org.xbill.DNS.Type;
import svc.api.dns.Answer;
import svc.api.dns.Answer.Failed;
import svc.api.dns.Answer.Failure;
import svc.api.dns.Answer.Found;
import svc.api.dns.Answer.Security;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.dns.Settings.Dnssec;
import svc.dns.SignatureCheck.State;

/** Health check: the resolver answers, and its answers carry signatures that lead to a trust anchor. */
@Component
public final class ResolverHealthCheck implements HealthCheck {

    private static final String NAME = "dns-resolver";

    private final CachingResolver resolver;

    @Activate
    public ResolverHealthCheck(@Reference CachingResolver resolver) {
        this.resolver = resolver;
    }

    @Override
    public String family() {
        return "dns";
    }

    @Override
    public List<String> checks() {
        return List.of(NAME);
    }

    @Override
    public Cost cost() {
        return Cost.OUTSIDE;
    }

    @Override
    public List<Finding> run() {
        if (!resolver.mayCheck()) {
            return List.of(Finding.skipped(NAME, "The resolver is checked two minutes after the start."));
        }
        Network network = resolver.network();
        Answer<Record> answer =
                network.lookup(new Question(network.anchor(), Type.SOA)).answer();
        return List.of(answer instanceof Failed<Record> failed ? failed(failed) : answered(network, answer));
    }

    private static Finding failed(Failed<Record> failed) {
        return failed.failure() == Failure.BOGUS
                ? Finding.fail(
                        NAME,
                        "Signed answers are not valid: " + failed.reason() + ".",
                        "Check the clock of this machine and [dns] trust_anchor. If the resolver no longer returns"
                                + " signatures, correct it, or set [dns] dnssec = \"off\" and restart.")
                : Finding.fail(
                        NAME,
                        "No DNS server answers: " + failed.reason() + ".",
                        "Check [dns] servers, or the name servers in /etc/resolv.conf.");
    }

    private static Finding answered(Network network, Answer<Record> answer) {
        Dnssec dnssec = network.settings().dnssec();
        List<InetSocketAddress> stripped = network.signatures().in(State.STRIPPED);
        if (dnssec == Dnssec.OFF) {
            return Finding.ok(NAME, "The resolver answers. DNSSEC is off.");
        }
        if (!stripped.isEmpty()) {
            return Finding.warn(
                    NAME,
                    "These DNS servers return no DNSSEC signatures: "
                            + stripped.stream().map(Servers::text).collect(Collectors.joining(", ")) + ".",
                    "Use a resolver that returns signatures, such as a local unbound; until then, answers are"
                            + " not authenticated.");
        }
        if (!(answer instanceof Found<Record> found) || found.security() != Security.SECURE) {
            return Finding.warn(
                    NAME,
                    "The resolver answers, but does not authenticate its answers.",
                    "Use a resolver that validates with DNSSEC, or set [dns] dnssec = \"validate\".");
        }
        return Finding.ok(NAME, "The resolver answers, and its answers are authenticated.");
    }
}
