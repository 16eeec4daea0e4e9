package svc.mail.domains.publish;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import svc.api.delivery.MailServerName;

/** The MTA-STS policy of the domains of this server (RFC 8461 §3), which is the same for all of them. Thread-safe. */
@Component(service = MtaStsPolicy.class, configurationPid = "svc.mail.domains")
@Designate(ocd = PublishConfig.class)
public final class MtaStsPolicy {

    private static final int ID_LENGTH = 32;

    private final String mode;
    private final int maxAge;
    private final MailServerName name;

    @Activate
    public MtaStsPolicy(PublishConfig config, @Reference MailServerName name) {
        this.mode = config.mta_sts();
        this.maxAge = config.mta_sts_max_age();
        this.name = name;
    }

    /** Returns the policy file. */
    public String text() {
        return "version: STSv1\r\nmode: " + mode + "\r\nmx: " + name.hostname() + "\r\nmax_age: " + maxAge + "\r\n";
    }

    /** Returns the id of the policy for the TXT record (RFC 8461 §3.1). It changes with the policy. */
    public String id() {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text().getBytes(StandardCharsets.US_ASCII));
            return HexFormat.of().formatHex(hash).substring(0, ID_LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
