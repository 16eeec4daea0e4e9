package svc.delivery;

import java.net.InetAddress;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.delivery.MailServerName;
import svc.api.dns.Answer;
import svc.api.dns.Answer.Failed;
import svc.api.dns.Answer.Found;
import svc.api.dns.Resolver;
import svc.api.dns.Resolver.Family;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.time.Clock;

/**
 * Health check: the name of this server in mail has addresses, and these addresses have this name. Other servers check
 * the same.
 */
@Component
public final class MailHostCheck implements HealthCheck {

    private static final String HOSTNAME = "mail-hostname";
    static final String NO_MAIL = "The server accepts no mail from other servers.";

    private final SmtpListeners listeners;
    private final MailServerName name;
    private final Resolver resolver;
    private final Clock clock;
    private final Instant started;

    @Activate
    public MailHostCheck(
            @Reference SmtpListeners listeners,
            @Reference MailServerName name,
            @Reference Resolver resolver,
            @Reference Clock clock) {
        this.listeners = listeners;
        this.name = name;
        this.resolver = resolver;
        this.clock = clock;
        this.started = clock.now();
    }

    @Override
    public String family() {
        return "mail";
    }

    @Override
    public List<String> checks() {
        return List.of(HOSTNAME);
    }

    @Override
    public Cost cost() {
        return Cost.OUTSIDE;
    }

    @Override
    public List<Finding> run() {
        return listeners.areConfigured()
                ? List.of(finding(name.hostname()))
                : List.of(Finding.skipped(HOSTNAME, NO_MAIL));
    }

    Finding finding(String host) {
        if (!host.contains(".")) {
            return Finding.warn(
                    HOSTNAME,
                    "The name of this server in mail is " + host + ", which other servers do not accept.",
                    "Set [mail] hostname to a name with an address in DNS, such as mail.example.org.");
        }
        if (clock.now().isBefore(started.plus(Resolver.QUIET))) {
            return Finding.skipped(HOSTNAME, "The name is looked up two minutes after the start.");
        }
        List<Answer<InetAddress>> answers = Stream.of(Family.values())
                .map(family -> resolver.addresses(host, family))
                .toList();
        List<InetAddress> addresses =
                answers.stream().flatMap(MailHostCheck::records).toList();
        if (!addresses.isEmpty()) {
            return reverse(host, addresses);
        }
        return answers.stream().anyMatch(Failed.class::isInstance)
                ? Finding.skipped(HOSTNAME, "The addresses of " + host + " cannot be looked up now.")
                : Finding.warn(
                        HOSTNAME,
                        host + " has no address in DNS.",
                        "Publish an A or AAAA record with the address of this server, or correct [mail] hostname.");
    }

    private Finding reverse(String host, List<InetAddress> addresses) {
        List<InetAddress> others = addresses.stream()
                .filter(address -> hasOtherName(host, address))
                .toList();
        return others.isEmpty()
                ? Finding.ok(HOSTNAME, host + " has the addresses " + text(addresses) + ", and they have this name.")
                : Finding.warn(
                        HOSTNAME,
                        "The PTR record of " + text(others) + " does not contain " + host
                                + ": many servers reject mail from such an address.",
                        "Let the provider of the address publish a PTR record with this name.");
    }

    /** Returns whether the PTR records of an address are known and do not contain the host. */
    private boolean hasOtherName(String host, InetAddress address) {
        Answer<String> names = resolver.ptr(address);
        return !(names instanceof Failed) && records(names).noneMatch(host::equalsIgnoreCase);
    }

    private static <T> Stream<T> records(Answer<T> answer) {
        return answer instanceof Found<T> found ? found.records().stream() : Stream.empty();
    }

    private static String text(List<InetAddress> addresses) {
        return addresses.stream().map(InetAddress::getHostAddress).collect(Collectors.joining(", "));
    }
}
