package svc.mail.out.tls;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Collection;
import java.util.Date;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import svc.api.dns.Resolver.Tlsa;
import svc.api.time.Clock;

/** Verifies a server by its TLSA records (RFC 7672 §3). */
final class DaneTrustManager extends ServerTrustManager {

    static final int TRUST_ANCHOR = 2;
    static final int END_ENTITY = 3;

    private static final int WHOLE_CERTIFICATE = 0;
    private static final int PUBLIC_KEY = 1;

    /** The lengths of the data in hexadecimal digits. */
    private static final Map<Integer, Integer> LENGTHS = Map.of(1, 64, 2, 128);

    private static final Map<Integer, String> DIGESTS = Map.of(1, "SHA-256", 2, "SHA-512");

    private final List<Tlsa> records;
    private final Set<String> names;
    private final Clock clock;

    /**
     * Creates a trust manager.
     *
     * @param records the usable records
     * @param names the names of which a certificate below a trust anchor must have one
     * @param clock decides whether certificates below a trust anchor are valid
     */
    DaneTrustManager(List<Tlsa> records, Collection<String> names, Clock clock) {
        this.records = strongest(records);
        this.names = names.stream().map(HostNames::normalized).collect(Collectors.toSet());
        this.clock = clock;
    }

    /** Returns whether this server can use a record. The usages for public authorities are not (RFC 7672 §3.1.3). */
    static boolean isUsable(Tlsa tlsa) {
        boolean isKnown = (tlsa.usage() == TRUST_ANCHOR || tlsa.usage() == END_ENTITY)
                && (tlsa.selector() == WHOLE_CERTIFICATE || tlsa.selector() == PUBLIC_KEY);
        return isKnown
                && (tlsa.matching() == 0
                        ? !tlsa.data().isEmpty()
                        : LENGTHS.getOrDefault(tlsa.matching(), -1)
                                == tlsa.data().length());
    }

    /** Leaves out SHA-256 where the domain publishes SHA-512 too (RFC 7671 §9). */
    private static List<Tlsa> strongest(List<Tlsa> records) {
        return records.stream()
                .filter(tlsa -> tlsa.matching() != 1
                        || records.stream()
                                .noneMatch(other -> other.matching() == 2
                                        && other.usage() == tlsa.usage()
                                        && other.selector() == tlsa.selector()))
                .toList();
    }

    @Override
    void verify(X509Certificate[] chain, String authType) throws CertificateException {
        try {
            if (matches(END_ENTITY, chain[0])) {
                return; // neither the names nor the validity count (RFC 7672 §3.1.1)
            }
            build(chain, anchors(chain));
            if (!HostNames.hasNameOrCommonName(chain[0], names)) {
                throw RejectedCertificateException.hostMismatch(names);
            }
        } catch (CertificateException e) {
            throw e;
        } catch (GeneralSecurityException e) {
            throw new RejectedCertificateException(
                    RejectedCertificateException.NOT_TRUSTED,
                    "No valid chain leads to a certificate with a TLSA record: " + e.getMessage(),
                    e);
        }
    }

    /** The trust anchor must be in the chain of the server (RFC 7672 §3.1.2), and no certificate may have expired. */
    private Set<TrustAnchor> anchors(X509Certificate[] chain) throws GeneralSecurityException {
        Set<TrustAnchor> found = new HashSet<>();
        for (X509Certificate certificate : Arrays.asList(chain).subList(1, chain.length)) {
            if (matches(TRUST_ANCHOR, certificate)) {
                checkDate(certificate);
                found.add(new TrustAnchor(certificate, null));
            }
        }
        if (found.isEmpty()) {
            throw new RejectedCertificateException(
                    RejectedCertificateException.OTHER, "No certificate matches a TLSA record.", null);
        }
        checkDate(chain[0]);
        return found;
    }

    private void checkDate(X509Certificate certificate) throws CertificateException {
        try {
            certificate.checkValidity(Date.from(clock.now()));
        } catch (CertificateExpiredException e) {
            throw new RejectedCertificateException(
                    RejectedCertificateException.EXPIRED, "A certificate has expired: " + e.getMessage(), e);
        }
    }

    private void build(X509Certificate[] chain, Set<TrustAnchor> anchors) throws GeneralSecurityException {
        X509CertSelector target = new X509CertSelector();
        target.setCertificate(chain[0]);
        PKIXBuilderParameters parameters = new PKIXBuilderParameters(anchors, target);
        parameters.addCertStore(
                CertStore.getInstance("Collection", new CollectionCertStoreParameters(Arrays.asList(chain))));
        parameters.setRevocationEnabled(false);
        parameters.setDate(Date.from(clock.now()));
        CertPathBuilder.getInstance("PKIX").build(parameters);
    }

    private boolean matches(int usage, X509Certificate certificate) throws GeneralSecurityException {
        for (Tlsa tlsa : records) {
            if (tlsa.usage() == usage && data(tlsa, certificate).equalsIgnoreCase(tlsa.data())) {
                return true;
            }
        }
        return false;
    }

    private static String data(Tlsa tlsa, X509Certificate certificate) throws GeneralSecurityException {
        byte[] selected =
                tlsa.selector() == PUBLIC_KEY ? certificate.getPublicKey().getEncoded() : certificate.getEncoded();
        String digest = DIGESTS.get(tlsa.matching());
        return HexFormat.of()
                .formatHex(
                        digest == null
                                ? selected
                                : MessageDigest.getInstance(digest).digest(selected));
    }
}
