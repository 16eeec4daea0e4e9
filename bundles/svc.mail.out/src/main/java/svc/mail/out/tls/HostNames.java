package svc.mail.out.tls;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compares the names of hosts with certificates and with the patterns of policies (RFC 6125 §6.4). */
final class HostNames {

    private static final int DNS_NAME = 2;
    private static final Pattern COMMON_NAME = Pattern.compile("(?:^|(?<!\\\\)[,+])CN=([A-Za-z0-9*.-]+)(?=$|[,+])");

    private HostNames() {}

    /** Returns a name in lower case and without the dot at the end. */
    static String normalized(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
    }

    /** Returns whether a pattern covers a normalized name. A wildcard is the whole first label and covers one label. */
    static boolean covers(String pattern, String name) {
        String lower = normalized(pattern);
        if (!lower.startsWith("*.")) {
            return lower.equals(name);
        }
        int dot = name.indexOf('.');
        return dot > 0 && lower.indexOf('.', 2) > 0 && lower.substring(1).equals(name.substring(dot));
    }

    /** Returns whether a DNS name of a certificate covers one of these normalized names. */
    static boolean hasName(X509Certificate certificate, Collection<String> names) throws CertificateParsingException {
        return covers(dnsNames(certificate), names);
    }

    /**
     * Returns whether a certificate covers one of these normalized names by a DNS name or, if it has no DNS names, by
     * its common name (RFC 7672 §3.2.3).
     */
    static boolean hasNameOrCommonName(X509Certificate certificate, Collection<String> names)
            throws CertificateParsingException {
        List<String> presented = dnsNames(certificate);
        if (presented.isEmpty()) {
            Matcher common =
                    COMMON_NAME.matcher(certificate.getSubjectX500Principal().getName());
            while (common.find()) {
                presented.add(common.group(1));
            }
        }
        return covers(presented, names);
    }

    private static boolean covers(List<String> presented, Collection<String> names) {
        return presented.stream().anyMatch(pattern -> names.stream().anyMatch(name -> covers(pattern, name)));
    }

    private static List<String> dnsNames(X509Certificate certificate) throws CertificateParsingException {
        List<String> names = new ArrayList<>();
        Collection<List<?>> all = certificate.getSubjectAlternativeNames();
        if (all != null) {
            for (List<?> name : all) {
                if (name.get(0).equals(DNS_NAME)) {
                    names.add((String) name.get(1));
                }
            }
        }
        return names;
    }
}
