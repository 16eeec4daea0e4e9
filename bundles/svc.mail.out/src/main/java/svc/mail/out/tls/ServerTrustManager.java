package svc.mail.out.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** A trust manager that verifies servers alone and needs no other check, in particular no check of the host name. */
abstract class ServerTrustManager extends X509ExtendedTrustManager {

    /** Verifies the certificates of a server, its own first. */
    abstract void verify(X509Certificate[] chain, String authType) throws CertificateException;

    @Override
    public final void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        verify(chain, authType);
    }

    @Override
    public final void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        verify(chain, authType);
    }

    @Override
    public final void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        verify(chain, authType);
    }

    @Override
    public final void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        throw noClients();
    }

    @Override
    public final void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        throw noClients();
    }

    @Override
    public final void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        throw noClients();
    }

    private static CertificateException noClients() {
        return new CertificateException("Certificates of clients are not verified.");
    }

    @Override
    public final X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
