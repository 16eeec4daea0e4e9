package svc.tls;

import static java.util.Objects.requireNonNullElse;

import java.io.IOException;
import java.net.URI;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.lifecycle.StartupException;
import svc.api.time.Clock;
import svc.api.tls.TlsCertificates;

/**
 * The certificates of the listeners. The files are read when a listener first needs them, then checked every 5 seconds.
 * Changed files apply to new connections. If changed files are invalid, the old certificates remain in use.
 */
@Component(
        service = {ReloadingCertificates.class, TlsCertificates.class},
        configurationPid = "svc.server",
        configurationPolicy = ConfigurationPolicy.REQUIRE)
@Designate(ocd = TlsConfig.class)
public final class ReloadingCertificates implements TlsCertificates {

    /** The interval between two checks of the files. */
    public static final Duration INTERVAL = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(ReloadingCertificates.class);

    /** The type of a host name among the alternative names (RFC 5280 §4.2.1.6). */
    private static final Integer DNS_NAME = 2;

    private final TlsConfig config;
    private final String publicUrl;
    private final Path home;
    private final Clock clock;
    private volatile @Nullable Loaded loaded;
    private volatile String fileStamp = "";
    private volatile boolean replacementRefused;
    private volatile boolean closed;

    /** The key of {@code svc.http} whose host a self-signed certificate contains. */
    @interface PublicUrl {
        String public_url() default "";
    }

    private record Loaded(SSLContext context, List<X509Certificate> certificates) {}

    @Activate
    public ReloadingCertificates(TlsConfig config, PublicUrl url, BundleContext context, @Reference Clock clock) {
        this(config, url.public_url(), Path.of(requireNonNullElse(context.getProperty("svc.home"), ".")), clock);
    }

    /** Creates the certificates without the component runtime. */
    public ReloadingCertificates(TlsConfig config, String publicUrl, Path home, Clock clock) {
        this.config = config;
        this.publicUrl = publicUrl;
        this.home = home;
        this.clock = clock;
    }

    @Override
    public SSLContext context() {
        Loaded now = loaded;
        return (now == null ? first() : now).context();
    }

    @Override
    public boolean cover(String host) {
        try {
            context();
        } catch (StartupException e) {
            LOG.trace("no certificate", e);
            return false;
        }
        return certificates().stream().anyMatch(certificate -> covers(certificate, host));
    }

    private static boolean covers(X509Certificate certificate, String host) {
        try {
            return requireNonNullElse(certificate.getSubjectAlternativeNames(), List.<List<?>>of()).stream()
                    .filter(name -> DNS_NAME.equals(name.get(0)))
                    .anyMatch(name -> matches(String.valueOf(name.get(1)), host));
        } catch (CertificateParsingException e) {
            return false;
        }
    }

    /** Compares a name of a certificate, in which {@code *} stands for the first label, with a host name. */
    private static boolean matches(String name, String host) {
        return name.startsWith("*.")
                ? name.substring(1).equalsIgnoreCase(host.substring(Math.max(0, host.indexOf('.'))))
                : name.equalsIgnoreCase(host);
    }

    /** Returns the certificates for new connections; empty if no listener uses TLS. */
    public List<X509Certificate> certificates() {
        Loaded now = loaded;
        return now == null ? List.of() : now.certificates();
    }

    /** Returns whether the files on disk have become invalid, so that the next start would fail. */
    boolean replacementRefused() {
        return replacementRefused;
    }

    boolean selfSigned() {
        return config.tls_self_signed();
    }

    private synchronized Loaded first() {
        Loaded now = loaded;
        if (now != null) {
            return now;
        }
        boolean files =
                !config.tls_cert_file().isBlank() && !config.tls_key_file().isBlank();
        if (files == selfSigned()) {
            throw new StartupException(
                    files
                            ? "[server] sets both certificate files and tls_self_signed."
                            : "TLS needs a certificate, but no certificate is configured in [server].",
                    "Set either tls_cert_file and tls_key_file, or tls_self_signed = true for trials.");
        }
        if (selfSigned()) {
            ensureSelfSigned();
        }
        fileStamp = stamp();
        Loaded read = read();
        loaded = read;
        LOG.info("TLS with {}", described(read));
        clock.schedule(INTERVAL, this::check);
        return read;
    }

    private void ensureSelfSigned() {
        TlsFiles files = main();
        Set<String> hosts = new TreeSet<>(Set.of("localhost", "127.0.0.1", "::1"));
        Optional.ofNullable(URI.create(publicUrl).getHost()).ifPresent(hosts::add);
        try {
            SelfSignedCertificate.ensure(files.certificate(), files.key(), hosts, clock.now());
        } catch (IOException | GeneralSecurityException e) {
            throw new StartupException(
                    "The self-signed certificate " + files.certificate() + " cannot be written.",
                    "Make the folder writable, or set [server] tls_cert_file and tls_key_file.");
        }
    }

    private TlsFiles main() {
        Path secrets = home.resolve("secrets");
        return selfSigned()
                ? new TlsFiles(secrets.resolve("tls-self-signed.crt"), secrets.resolve("tls-self-signed.key"))
                : new TlsFiles(home.resolve(config.tls_cert_file()), home.resolve(config.tls_key_file()));
    }

    /** Returns the pairs of files. The first pair is for clients that request no known host name. */
    private List<TlsFiles> files() {
        List<TlsFiles> all = new ArrayList<>();
        if (!config.tls_cert_dir().isBlank()) {
            Path folder = home.resolve(config.tls_cert_dir());
            try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "*.crt")) {
                found.forEach(file -> all.add(new TlsFiles(
                        file, file.resolveSibling(file.getFileName().toString().replaceFirst("crt$", "key")))));
            } catch (IOException | DirectoryIteratorException e) {
                throw new StartupException(
                        "[server] tls_cert_dir: " + folder + " cannot be read.",
                        "Create the folder and make it readable, or delete the key.");
            }
        }
        all.sort(Comparator.comparing(TlsFiles::certificate));
        all.add(0, main());
        return all;
    }

    private Loaded read() {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            List<X509Certificate> certificates =
                    files().stream().map(pair -> pair.load(store)).toList();
            // This implementation of the JDK selects a certificate by the requested host name; the default does not.
            KeyManagerFactory keys = KeyManagerFactory.getInstance("NewSunX509");
            keys.init(store, TlsFiles.PASSWORD);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return new Loaded(context, certificates);
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("every JDK has TLS", e);
        }
    }

    /** Returns a text that changes whenever one of the files changes. */
    private String stamp() {
        try {
            return files().stream().map(TlsFiles::stamp).collect(Collectors.joining(" "));
        } catch (StartupException e) {
            return "unreadable";
        }
    }

    private void check() {
        if (closed) {
            return;
        }
        clock.schedule(INTERVAL, this::check); // first, so that a failed check does not end the checks
        String now = stamp();
        if (!now.equals(fileStamp)) {
            fileStamp = now;
            reload();
        }
    }

    private void reload() {
        try {
            Loaded read = read();
            loaded = read;
            replacementRefused = false;
            LOG.info("New certificates: {}", described(read));
        } catch (StartupException e) {
            replacementRefused = true;
            LOG.warn(
                    "The changed certificate is invalid; the old one stays in use. {}",
                    String.valueOf(e.getMessage()).replace('\n', ' '));
        }
    }

    private static String described(Loaded loaded) {
        return loaded.certificates().stream()
                .map(certificate -> certificate.getSubjectX500Principal().getName() + ", valid until "
                        + certificate.getNotAfter().toInstant())
                .collect(Collectors.joining("; "));
    }

    @Deactivate
    public void close() {
        closed = true;
    }
}
