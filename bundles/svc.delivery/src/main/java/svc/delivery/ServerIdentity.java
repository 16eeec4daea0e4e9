package svc.delivery;

import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import svc.api.delivery.MailServerName;
import svc.api.http.HttpServerInfo;
import svc.api.lifecycle.StartupException;

/** The name of this server in mail, and the address of its postmaster. Thread-safe. */
@Component(
        service = {MailServerName.class, ServerIdentity.class},
        configurationPid = "svc.mail")
@Designate(ocd = MailConfig.class)
public final class ServerIdentity implements MailServerName {

    /** A domain name (RFC 5321 §4.1.2). */
    private static final Pattern DOMAIN = Pattern.compile("(?=.{1,253}$)[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?"
            + "(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*");

    private final Optional<String> configured;
    private final Optional<String> postmaster;

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC)
    private volatile @Nullable HttpServerInfo http;

    private volatile @Nullable String machine;

    /**
     * Reads the configuration.
     *
     * @throws StartupException a value is not a domain name or not an address
     */
    @Activate
    public ServerIdentity(MailConfig config) {
        String hostname = config.hostname().strip();
        if (!hostname.isEmpty() && !isDomain(hostname)) {
            throw new StartupException(
                    "[mail] hostname: \"" + hostname + "\" is not a domain name.",
                    "Write for example \"mail.example.org\", or delete the key.");
        }
        configured = Optional.of(hostname).filter(name -> !name.isEmpty());
        postmaster = Optional.of(config.postmaster().strip()).filter(address -> !address.isEmpty());
        if (postmaster.filter(address -> !isAddress(address)).isPresent()) {
            throw new StartupException(
                    "[mail] postmaster: \"" + postmaster.get() + "\" is not an email address.",
                    "Write for example \"admin@example.org\", or delete the key.");
        }
    }

    private static boolean isAddress(String text) {
        int at = text.lastIndexOf('@');
        return at > 0 && isDomain(text.substring(at + 1));
    }

    /** Returns the address for the mail to postmaster, if one is configured. */
    public Optional<String> postmaster() {
        return postmaster;
    }

    public static boolean isDomain(String name) {
        return DOMAIN.matcher(name).matches();
    }

    @Override
    public String hostname() {
        return configured.or(this::publicHost).orElseGet(this::machine).toLowerCase(Locale.ROOT);
    }

    private Optional<String> publicHost() {
        HttpServerInfo info = http;
        return info == null
                ? Optional.empty()
                : info.publicUrl().map(url -> URI.create(url).getHost()).filter(ServerIdentity::isDomain);
    }

    /** Returns the name of the machine, which is asked for once because the question can take seconds. */
    private String machine() {
        String name = machine;
        if (name == null) {
            try {
                name = InetAddress.getLocalHost().getCanonicalHostName();
            } catch (IOException e) {
                name = "localhost";
            }
            name = isDomain(name) ? name : "localhost";
            machine = name;
        }
        return name;
    }
}
