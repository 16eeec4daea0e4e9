package svc.delivery;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.delivery.MailServerName;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.tls.TlsCertificates;

/** Warns if no certificate is valid for the name of this server in mail. */
@Component(service = HealthCheck.class)
public final class MailCertificateCheck implements HealthCheck {

    private static final String NAME = "mail-certificate";

    private final SmtpListeners listeners;
    private final MailServerName name;
    private final TlsCertificates certificates;

    @Activate
    public MailCertificateCheck(
            @Reference SmtpListeners listeners,
            @Reference MailServerName name,
            @Reference TlsCertificates certificates) {
        this.listeners = listeners;
        this.name = name;
        this.certificates = certificates;
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
    public List<Finding> run() {
        return List.of(
                listeners.areConfigured() ? finding(name.hostname()) : Finding.skipped(NAME, MailHostCheck.NO_MAIL));
    }

    Finding finding(String host) {
        return certificates.cover(host)
                ? Finding.ok(NAME, "A certificate is valid for " + host + ".")
                : Finding.warn(
                        NAME,
                        "No certificate is valid for " + host
                                + ": mail arrives without encryption, or from servers that"
                                + " do not check the certificate.",
                        "Set [server] tls_cert_file and tls_key_file to files issued for this name.");
    }
}
