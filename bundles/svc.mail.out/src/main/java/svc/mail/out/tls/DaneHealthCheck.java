package svc.mail.out.tls;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.dns.Answer;
import svc.api.dns.Answer.Failed;
import svc.api.dns.Answer.Found;
import svc.api.dns.Answer.None;
import svc.api.dns.Answer.Security;
import svc.api.dns.Resolver;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.time.Clock;
import svc.mail.out.MailOutConfig;

/** Health check: DNS answers are authenticated, so that DANE has an effect. */
@Component(service = HealthCheck.class, configurationPid = "svc.mail.out")
public final class DaneHealthCheck implements HealthCheck {

    private static final String NAME = "mail-dane";

    /** A domain with signatures, as the root zone shows. */
    private static final String SIGNED = "org";

    private final boolean isEnabled;
    private final Resolver resolver;
    private final Clock clock;
    private final long startedAt;

    @Activate
    public DaneHealthCheck(MailOutConfig config, @Reference Resolver resolver, @Reference Clock clock) {
        this(config.dane(), resolver, clock);
    }

    DaneHealthCheck(boolean isEnabled, Resolver resolver, Clock clock) {
        this.isEnabled = isEnabled;
        this.resolver = resolver;
        this.clock = clock;
        this.startedAt = clock.nanos();
    }

    @Override
    public String family() {
        return "mail";
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
        return List.of(finding());
    }

    private Finding finding() {
        if (!isEnabled) {
            return Finding.skipped(NAME, "DANE is off.");
        } else if (clock.nanos() - startedAt < Resolver.QUIET.toNanos()) {
            return Finding.skipped(NAME, "The first lookup is made two minutes after the start.");
        }
        Answer<?> answer = resolver.mx(SIGNED);
        if (answer instanceof Failed<?> failed) {
            return Finding.skipped(NAME, "DNS does not answer: " + failed.reason() + ".");
        }
        boolean isSecure = (answer instanceof Found<?> found && found.security() == Security.SECURE)
                || (answer instanceof None<?> none && none.security() == Security.SECURE);
        return isSecure
                ? Finding.ok(NAME, "DNS answers are authenticated, and DANE verifies other mail servers.")
                : Finding.warn(
                        NAME,
                        "DNS answers are not authenticated, so DANE verifies no server.",
                        "Use a resolver that returns signatures and [dns] dnssec = \"validate\", or set [mail.out] dane ="
                                + " false.");
    }
}
