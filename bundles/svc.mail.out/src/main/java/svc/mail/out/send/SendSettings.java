package svc.mail.out.send;

import static java.util.Objects.requireNonNullElse;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.metatype.annotations.Designate;
import svc.api.config.SecretFile;
import svc.api.lifecycle.StartupException;
import svc.api.net.IpNetwork;
import svc.mail.out.MailOutConfig;
import svc.mailauth.DomainName;

/** The parsed keys of {@code [mail.out]} for connections. Thread-safe. */
@Component(service = SendSettings.class, configurationPid = "svc.mail.out")
@Designate(ocd = MailOutConfig.class)
public final class SendSettings {

    private static final String ALL = "";
    private static final Pattern SMARTHOST =
            Pattern.compile("(?:([^=\\s]+)=)?([A-Za-z0-9_.-]+|\\[[0-9A-Fa-f:.]+\\])(?::([0-9]{1,5}))?");
    private static final int CREDENTIALS_WORDS = 3;
    private static final int HIGHEST_PORT = 65_535;

    private final MailOutConfig config;
    private final Optional<InetAddress> sourceIpv4;
    private final Optional<InetAddress> sourceIpv6;
    private final Map<String, Smarthost> smarthosts = new HashMap<>();

    /**
     * Parses the configuration.
     *
     * @throws StartupException a value is invalid, or the file of credentials is unusable
     */
    @Activate
    public SendSettings(MailOutConfig config, BundleContext context) {
        this(config, Path.of(requireNonNullElse(context.getProperty("svc.home"), ".")));
    }

    SendSettings(MailOutConfig config, Path home) {
        this.config = config;
        sourceIpv4 = source("source_ipv4", config.source_ipv4(), true);
        sourceIpv6 = source("source_ipv6", config.source_ipv6(), false);
        String file = config.smarthost_credentials_file().strip();
        Map<String, Credentials> credentials = file.isEmpty() ? Map.of() : credentials(home.resolve(file));
        for (String smarthost : config.smarthost()) {
            add(smarthost.strip(), credentials);
        }
    }

    /** A user and a password. Its text does not contain the password. */
    record Credentials(String user, String password) {

        @Override
        public String toString() {
            return user;
        }
    }

    /**
     * A server that gets the mail instead of the servers of the recipients.
     *
     * @param host the name or the address
     * @param credentials empty if the server needs no sign-in
     */
    record Smarthost(String host, int port, Optional<Credentials> credentials) {

        /** The port on which TLS begins with the connection (RFC 8314 §3.3). */
        private static final int TLS_PORT = 465;

        boolean beginsWithTls() {
            return port == TLS_PORT;
        }
    }

    private static Optional<InetAddress> source(String key, String text, boolean ipv4) {
        Optional<InetAddress> address = IpNetwork.address(text.strip());
        if (!text.isBlank()
                && address.filter(ip -> ip instanceof Inet4Address == ipv4).isEmpty()) {
            throw new StartupException(
                    "[mail.out] " + key + ": \"" + text + "\" is not an " + (ipv4 ? "IPv4" : "IPv6") + " address.",
                    "Write an address of this machine, or delete the key.");
        }
        return address;
    }

    private void add(String text, Map<String, Credentials> credentials) {
        Matcher parts = SMARTHOST.matcher(text);
        String domain = parts.matches() && parts.group(1) != null ? parts.group(1) : ALL;
        DomainName name = DomainName.of(domain);
        int port = parts.matches() && parts.group(3) != null ? Integer.parseInt(parts.group(3)) : config.port();
        if (!parts.matches() || (name == null && !domain.equals(ALL)) || port < 1 || port > HIGHEST_PORT) {
            throw new StartupException(
                    "[mail.out] smarthost: \"" + text + "\" is not a server.",
                    "Write for example \"smtp.example.net:587\" or \"example.org=smtp.example.net:587\".");
        }
        String host = parts.group(2).replaceAll("[\\[\\]]", "").toLowerCase(Locale.ROOT);
        smarthosts.put(
                name == null ? ALL : name.text(),
                new Smarthost(host, port, Optional.ofNullable(credentials.get(host))));
    }

    private static Map<String, Credentials> credentials(Path file) {
        try {
            if (new SecretFile(file).isExposed()) {
                throw unusable(file, "can be read by users other than its owner", "Run chmod 0600 on it.");
            }
            Map<String, Credentials> credentials = new HashMap<>();
            for (String line : Files.readAllLines(file)) {
                String[] words = line.strip().split("\\s+", CREDENTIALS_WORDS);
                if (line.isBlank() || line.startsWith("#")) {
                    continue;
                } else if (words.length < CREDENTIALS_WORDS || line.chars().anyMatch(c -> c < ' ' && c != '\t')) {
                    throw unusable(file, "has a line of another form", "Write a line with host, user and password.");
                }
                credentials.put(words[0].toLowerCase(Locale.ROOT), new Credentials(words[1], words[2]));
            }
            return credentials;
        } catch (IOException e) {
            throw unusable(file, "cannot be read", "Create it with mode 0600, or delete the key.");
        }
    }

    private static StartupException unusable(Path file, String what, String remedy) {
        return new StartupException(
                "The file " + file + " of [mail.out] smarthost_credentials_file " + what + ".", remedy);
    }

    boolean isEnabled() {
        return config.enabled();
    }

    /** Returns the server for a domain: its own smarthost, or the one for all domains. */
    Optional<Smarthost> smarthost(String domain) {
        return Optional.ofNullable(smarthosts.get(domain)).or(() -> Optional.ofNullable(smarthosts.get(ALL)));
    }

    /** Returns the address from which a server is reached; empty if the system selects it. */
    Optional<InetAddress> source(InetAddress server) {
        return server instanceof Inet4Address ? sourceIpv4 : sourceIpv6;
    }

    int port() {
        return config.port();
    }

    int maxConnections() {
        return config.max_connections();
    }

    int maxConnectionsPerHost() {
        return config.max_connections_per_host();
    }

    boolean allowsPrivate() {
        return config.allow_private();
    }
}
