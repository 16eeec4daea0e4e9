package svc.mail.out.tls;

import java.io.IOException;
import org.osgi.service.component.annotations.Component;
import svc.api.dns.Answer.Security;

/** Finds the policy for the TLS connection to a host. Thread-safe. */
@Component(service = TlsPolicies.class)
public final class TlsPolicies {

    /**
     * A host to which messages to a domain are sent.
     *
     * @param domain the domain of the recipients
     * @param name the name of the host
     * @param security whether DNSSEC authenticates that the host receives the mail of the domain
     * @param requireTls whether a message demands verified TLS (RFC 8689)
     */
    public record Host(String domain, String name, Security security, boolean requireTls) {}

    /**
     * Returns the policy for a host.
     *
     * @throws IOException the policy cannot be determined now; messages to the host wait
     */
    public TlsPolicy find(Host host) throws IOException {
        return TlsPolicy.opportunistic();
    }

    /**
     * Records the result of a TLS connection for the TLS report of the domain.
     *
     * @param failure the type of the failure (RFC 8460 §4.3); empty for success
     */
    public void record(Host host, TlsPolicy policy, String address, String failure) {}
}
