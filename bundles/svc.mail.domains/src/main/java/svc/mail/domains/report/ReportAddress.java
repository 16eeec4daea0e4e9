package svc.mail.domains.report;

import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.delivery.MailServerName;
import svc.api.identity.Directory;
import svc.mailauth.DomainName;

/** The addresses to which and from which reports are sent. Thread-safe. */
@Component(service = ReportAddress.class)
public final class ReportAddress {

    /** The part before the at sign of the address that the DMARC records of the domains of this server name. */
    private static final String LOCAL_PART = "dmarc-reports";

    private final MailServerName name;
    private final Directory directory;

    @Activate
    public ReportAddress(@Reference MailServerName name, @Reference Directory directory) {
        this.name = name;
        this.directory = directory;
    }

    static boolean is(String address) {
        int at = address.lastIndexOf('@');
        return at > 0 && address.substring(0, at).equalsIgnoreCase(LOCAL_PART);
    }

    String hostname() {
        return name.hostname();
    }

    /**
     * Returns the domain from which reports are sent: the mail domain of this server to which its host name belongs. If
     * there is none, it is the host name.
     */
    String receiver() {
        String hostname = name.hostname();
        return directory.localDomainOf(hostname).orElse(hostname);
    }

    /** Returns the sender of reports. */
    String sender() {
        return "postmaster@" + receiver();
    }

    /**
     * Returns the domain of this server that a report is about: the policy domain, or the closest of its parents. Empty
     * if the tenant of the recipient does not have it.
     *
     * @param recipient the address at which the report arrived
     */
    Optional<String> domain(String recipient, String policyDomain) {
        Optional<String> tenant = directory.tenantOfDomain(recipient.substring(recipient.lastIndexOf('@') + 1));
        return Optional.ofNullable(DomainName.of(policyDomain))
                .flatMap(parsed -> directory.localDomainOf(parsed.text()))
                .filter(domain -> directory.tenantOfDomain(domain).equals(tenant));
    }
}
