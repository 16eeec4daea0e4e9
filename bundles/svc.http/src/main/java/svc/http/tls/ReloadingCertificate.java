package svc.http;

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
import svc.api.boot.BootRefusal;
import svc.api.time.Clock;

/**
 * The certificate in use. It looks at its files now and then and takes new ones in without closing a connection; a broken
 * replacement leaves the old one in use.
 */
final class TlsIdentity {

    static final Duration LOOK = Duration.ofSeconds(5);
    private static final Logger LOG = LoggerFactory.getLogger(TlsIdentity.class);

    private final Settings.Tls settings;
    private final Clock clock;
    private final TlsFiles files;
    private final SslContextFactory.Server context = new SslContextFactory.Server();
    private volatile String stamp = "";
    private volatile Optional<X509Certificate> inUse = Optional.empty();
    private volatile boolean replacementRefused;
    private volatile boolean closed;

    TlsIdentity(Settings.Tls settings, Clock clock) {
        this.settings = settings;
        this.clock = clock;
        this.files = new TlsFiles(settings.certificate(), settings.key());
        context.setKeyStorePassword(TlsFiles.PASSWORD);
        context.setIncludeProtocols("TLSv1.3", "TLSv1.2");
    }

    SslContextFactory.Server context() {
        return context;
    }

    /** The certificate that new connections get. */
    Optional<X509Certificate> certificate() {
        return inUse;
    }

    /** Whether the files have changed into something that is no use, so that the next start would be refused. */
    boolean replacementRefused() {
        return replacementRefused;
    }

    boolean selfSigned() {
        return settings.selfSigned();
    }

    /** Reads the files the first time; {@code host} is a name that a self-signed certificate is made for. */
    void load(Optional<String> host) {
        if (settings.selfSigned()) {
            Set<String> hosts = new TreeSet<>(Set.of("localhost", "127.0.0.1", "::1"));
            host.ifPresent(hosts::add);
            try {
                SelfSigned.ensure(settings.certificate(), settings.key(), hosts, clock.now());
            } catch (IOException | GeneralSecurityException e) {
                throw new BootRefusal(
                        "The self-signed certificate " + settings.certificate() + " cannot be written.",
                        "Make the folder writable, or set [server] tls_cert_file and tls_key_file.");
            }
        }
        stamp = files.stamp();
        use(files.load());
        inUse.ifPresent(certificate -> LOG.info(
                "TLS with the certificate of {}, valid until {}",
                certificate.getSubjectX500Principal().getName(),
                certificate.getNotAfter().toInstant()));
        clock.after(LOOK, this::look);
    }

    void close() {
        closed = true;
    }

    private void use(TlsFiles.Identity identity) {
        context.setKeyStore(identity.store());
        inUse = Optional.of(identity.chain().get(0));
        replacementRefused = false;
    }

    private void look() {
        if (closed) {
            return;
        }
        String now = files.stamp();
        if (!now.equals(stamp)) {
            stamp = now;
            reload();
        }
        clock.after(LOOK, this::look);
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
        } catch (BootRefusal e) {
            LOG.warn("The changed certificate is not used; the old one stays. {}", message(e));
        } catch (Exception e) { // the library's method declares no less
            LOG.warn("The changed certificate is not used; the old one stays", e);
        }
    }

    /** In one line: a log is read by line. */
    private static String message(BootRefusal refusal) {
        return String.valueOf(refusal.getMessage()).replace('\n', ' ');
    }
}
