package svc.api.dns;

import java.net.InetAddress;
import java.time.Duration;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Looks up DNS records. A lookup follows CNAME records, and its answer can come from a cache.
 *
 * <p>Names are absolute, with or without a dot at the end, and consist of printable ASCII characters: the caller
 * converts internationalized labels to A-labels. A backslash is not an escape character. A name that cannot exist in
 * DNS (an empty label, a label above 63 octets, a name above 253 characters, another character) has the answer
 * {@link Answer.None}, without a query. No method throws.
 *
 * <p>Threading: thread-safe. A lookup blocks until the answer has arrived or the time of {@code [dns]} is over; if the
 * thread is interrupted, it returns {@link Answer.Failed} at once and the thread remains interrupted. Lifecycle: usable
 * from the start. A lookup that no client or message causes must wait until {@link #QUIET} is over.
 */
@ProviderType
public interface Resolver {

    /** The time after the start in which only clients and messages cause lookups. */
    Duration QUIET = Duration.ofMinutes(2);

    /**
     * Looks up the TXT records of a name. The strings of a record are joined without a separator (RFC 7208 §3.3); each
     * octet is one character (ISO 8859-1).
     */
    Answer<String> txt(String name);

    /** Looks up the addresses of a host in one family. */
    Answer<InetAddress> addresses(String host, Family family);

    /** Looks up the MX records of a domain, in the order of the answer. */
    Answer<Mx> mx(String domain);

    /**
     * Looks up the SRV records of a service, such as {@code _submissions._tcp.example.org} (RFC 2782). The default finds
     * none.
     */
    default Answer<Srv> srv(String name) {
        return new Answer.None<>(Answer.Security.INSECURE);
    }

    /** Looks up the names of an address: the PTR records of its name under in-addr.arpa or ip6.arpa. */
    Answer<String> ptr(InetAddress address);

    /**
     * Looks up the TLSA records of a name, such as {@code _25._tcp.mx.example.org} (RFC 6698 §3). The default finds
     * none, for a resolver without DNSSEC.
     */
    default Answer<Tlsa> tlsa(String name) {
        return new Answer.None<>(Answer.Security.INSECURE);
    }

    /** Looks up the CNAME record of a name. This lookup alone does not follow it. The default finds none. */
    default Answer<String> cname(String name) {
        return new Answer.None<>(Answer.Security.INSECURE);
    }

    /** A family of addresses. */
    enum Family {
        /** A records. */
        IPV4,
        /** AAAA records. */
        IPV6
    }

    /**
     * An SRV record (RFC 2782).
     *
     * @param priority the priority; a lower number is tried first
     * @param weight the weight among records with one priority
     * @param port the port
     * @param target the host, without the dot at the end; {@code .} if the service is not offered
     */
    record Srv(int priority, int weight, int port, String target) {}

    /**
     * An MX record (RFC 5321 §5.1).
     *
     * @param preference the preference; a lower number is tried first
     * @param exchange the host, without the dot at the end; {@code .} in a null MX (RFC 7505)
     */
    record Mx(int preference, String exchange) {}

    /**
     * A TLSA record (RFC 6698 §2.1). The numbers can be values that no document defines.
     *
     * @param usage the certificate usage
     * @param selector the selector
     * @param matching the matching type
     * @param data the certificate association data as hexadecimal digits in upper case
     */
    record Tlsa(int usage, int selector, int matching, String data) {

        /** Returns the record in presentation format (RFC 6698 §2.2). */
        @Override
        public String toString() {
            return usage + " " + selector + " " + matching + " " + data;
        }
    }
}
