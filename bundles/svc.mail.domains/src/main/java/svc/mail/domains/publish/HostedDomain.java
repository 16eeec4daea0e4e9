package svc.mail.domains.publish;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Directory;
import svc.mailauth.DomainName;

/** Finds the domain of this server that a request is about. Thread-safe. */
@Component(service = HostedDomain.class)
public final class HostedDomain {

    private final Directory directory;

    @Activate
    public HostedDomain(@Reference Directory directory) {
        this.directory = directory;
    }

    /**
     * Returns the domain if the host of a request is a label in front of it.
     *
     * @param label the label, such as {@code mta-sts}
     */
    Optional<String> below(String label, HttpServletRequest request) {
        return host(request)
                .filter(host -> host.startsWith(label + '.'))
                .map(host -> host.substring(label.length() + 1))
                .filter(this::isHosted);
    }

    /** Returns the domain if it is the host of a request. */
    Optional<String> itself(HttpServletRequest request) {
        return host(request).filter(this::isHosted);
    }

    /** Returns the domain of an address. */
    Optional<String> ofAddress(String address) {
        int at = address.lastIndexOf('@');
        return at < 1
                ? Optional.empty()
                : Optional.ofNullable(DomainName.of(address.substring(at + 1)))
                        .map(DomainName::text)
                        .filter(this::isHosted);
    }

    private static Optional<String> host(HttpServletRequest request) {
        return Optional.ofNullable(request.getServerName()).map(DomainName::of).map(DomainName::text);
    }

    private boolean isHosted(String domain) {
        return directory.tenantOfDomain(domain).isPresent();
    }
}
