package svc.mail.out.tls;

import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** Verifies a server by public certificate authorities and its host name (RFC 8461 §4.2). */
final class WebPkiTrustManager extends ServerTrustManager {

    private final X509TrustManager authorities;
    private final String host;

    WebPkiTrustManager(X509TrustManager authorities, String host) {
        this.authorities = authorities;
        this.host = HostNames.normalized(host);
    }

    /** Returns the trust manager for the authorities of a key store; null for those of the Java runtime. */
    static X509TrustManager authorities(@Nullable KeyStore store) {
        try {
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            return Arrays.stream(factory.getTrustManagers())
                    .filter(X509TrustManager.class::isInstance)
                    .map(X509TrustManager.class::cast)
                    .findFirst()
                    .orElseThrow();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    void verify(X509Certificate[] chain, String authType) throws CertificateException {
        try {
            authorities.checkServerTrusted(chain, authType);
        } catch (CertificateException e) {
            throw new RejectedCertificateException(
                    isExpired(e) ? RejectedCertificateException.EXPIRED : RejectedCertificateException.NOT_TRUSTED,
                    "The certificate is not valid: " + e.getMessage(),
                    e);
        }
        if (!HostNames.hasName(chain[0], List.of(host))) {
            throw RejectedCertificateException.hostMismatch(List.of(host));
        }
    }

    /** The authorities of the Java runtime, which are loaded when they are first needed. Thread-safe. */
    static final class PublicAuthorities implements Supplier<X509TrustManager> {

        private @Nullable X509TrustManager loaded;

        @Override
        public synchronized X509TrustManager get() {
            X509TrustManager manager = loaded == null ? authorities(null) : loaded;
            loaded = manager;
            return manager;
        }
    }

    private static boolean isExpired(Throwable error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateExpiredException) {
                return true;
            }
        }
        return false;
    }
}
