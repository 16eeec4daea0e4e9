package svc.http.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.lifecycle.StartupException;
import svc.api.time.Clock;
import svc.http.config.ServerSettings;

/**
 * The certificate of the TLS listener. The files are checked every 5 seconds, and changed files are loaded without
 * closing connections. If the new files are invalid, the old certificate remains in use.
 */
public final class ReloadingCertificate {

    static final Duration LOOK = Duration.ofSeconds(5);
    private static final Logger LOG = LoggerFactory.getLogger(ReloadingCertificate.class);

    private final ServerSettings.Tls settings;
    private final Clock clock;
    private final TlsFiles files;
    private final SslContextFactory.Server context = new SslContextFactory.Server();
    private volatile String fileStamp = "";
    private volatile Optional<X509Certificate> inUse = Optional.empty();
    private volatile boolean replacementRefused;
    private volatile boolean closed;

    public ReloadingCertificate(ServerSettings.Tls settings, Clock clock) {
        this.settings = settings;
        this.clock = clock;
        this.files = new TlsFiles(settings.certificate(), settings.key());
        context.setKeyStorePassword(TlsFiles.PASSWORD);
        context.setIncludeProtocols("TLSv1.3", "TLSv1.2");
    }

    public SslContextFactory.Server context() {
        return context;
    }

    /** Returns the certificate for new connections. */
    public Optional<X509Certificate> certificate() {
        return inUse;
    }

    /** Returns whether the files on disk were replaced by invalid ones, with which the next start would fail. */
    public boolean replacementRefused() {
        return replacementRefused;
    }

    public boolean selfSigned() {
        return settings.selfSigned();
    }

    /** Loads the files for the first time; {@code host} is an additional name for a self-signed certificate. */
    public void load(Optional<String> host) {
        if (settings.selfSigned()) {
            Set<String> hosts = new TreeSet<>(Set.of("localhost", "127.0.0.1", "::1"));
            host.ifPresent(hosts::add);
            try {
                SelfSignedCertificate.ensure(settings.certificate(), settings.key(), hosts, clock.now());
            } catch (IOException | GeneralSecurityException e) {
                throw new StartupException(
                        "The self-signed certificate " + settings.certificate() + " cannot be written.",
                        "Make the folder writable, or set [server] tls_cert_file and tls_key_file.");
            }
        }
        fileStamp = files.stamp();
        use(files.load());
        inUse.ifPresent(certificate -> LOG.info(
                "TLS with the certificate of {}, valid until {}",
                certificate.getSubjectX500Principal().getName(),
                certificate.getNotAfter().toInstant()));
        clock.schedule(LOOK, this::check);
    }

    public void close() {
        closed = true;
    }

    private void use(TlsFiles.Identity identity) {
        context.setKeyStore(identity.store());
        inUse = Optional.of(identity.chain().get(0));
        replacementRefused = false;
    }

    private void check() {
        if (closed) {
            return;
        }
        String now = files.stamp();
        if (!now.equals(fileStamp)) {
            fileStamp = now;
            reload();
        }
        clock.schedule(LOOK, this::check);
    }

    private void reload() {
        replacementRefused = true;
        try {
            TlsFiles.Identity identity = files.load();
            context.reload(same -> use(identity));
            LOG.info(
                    "New certificate from {}, valid until {}",
                    files.certificate(),
                    inUse.map(certificate ->
                                    certificate.getNotAfter().toInstant().toString())
                            .orElse(""));
        } catch (StartupException e) {
            LOG.warn("The changed certificate is invalid; the old one stays in use. {}", message(e));
        } catch (Exception e) { // the library method declares Exception
            LOG.warn("The changed certificate is invalid; the old one stays in use", e);
        }
    }

    /** Returns the message in one line, because the log is read by line. */
    private static String message(StartupException refusal) {
        return String.valueOf(refusal.getMessage()).replace('\n', ' ');
    }
}
