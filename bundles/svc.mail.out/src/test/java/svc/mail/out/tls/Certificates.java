package svc.mail.out.tls;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import svc.api.dns.Resolver.Tlsa;

/** Creates the certificates of the tests (RFC 5280). */
final class Certificates {

    private static final byte[] ECDSA_SHA256 = HexFormat.of().parseHex("300a06082a8648ce3d040302");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final AtomicLong SERIAL = new AtomicLong(1);

    private Certificates() {}

    /** A certificate with its key. */
    record Issued(X509Certificate certificate, KeyPair pair, String name) {

        /** Returns a TLSA record for the certificate. */
        Tlsa tlsa(int usage, int selector, int matching) {
            try {
                byte[] data = selector == 0
                        ? certificate.getEncoded()
                        : certificate.getPublicKey().getEncoded();
                byte[] matched = matching == 0
                        ? data
                        : MessageDigest.getInstance(matching == 1 ? "SHA-256" : "SHA-512")
                                .digest(data);
                return new Tlsa(
                        usage,
                        selector,
                        matching,
                        HexFormat.of().withUpperCase().formatHex(matched));
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Creates a certificate authority that signs itself. */
    static Issued authority(String name, Instant until) {
        return issue(name, null, true, until);
    }

    static Issued authority(String name) {
        return authority(name, Instant.now().plus(Duration.ofDays(3_650)));
    }

    /** Creates an intermediate authority. */
    static Issued intermediate(String name, Issued by) {
        return issue(name, by, true, Instant.now().plus(Duration.ofDays(3_000)));
    }

    /** Creates a certificate of a server. */
    static Issued server(Issued by, Instant until, String... hosts) {
        return issue("server", by, false, until, hosts);
    }

    static Issued server(Issued by, String... hosts) {
        return server(by, Instant.now().plus(Duration.ofDays(90)), hosts);
    }

    static Issued selfSigned(Instant until, String... hosts) {
        return issue("self", null, false, until, hosts);
    }

    /** Creates a certificate of a server without alternative names. */
    static Issued withCommonName(Issued by, String host) {
        return issue(host, by, false, Instant.now().plus(Duration.ofDays(90)));
    }

    /** Returns a key store with an authority. */
    static KeyStore trusting(Issued authority) {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setCertificateEntry("authority", authority.certificate());
            return store;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Issued issue(String name, @Nullable Issued by, boolean isAuthority, Instant until, String... hosts) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            KeyPair pair = generator.generateKeyPair();
            byte[] body = der(
                    0x30,
                    der(0xa0, der(0x02, new byte[] {2})),
                    der(0x02, BigInteger.valueOf(SERIAL.getAndIncrement()).toByteArray()),
                    ECDSA_SHA256,
                    name(by == null ? name : by.name()),
                    der(0x30, time(until.minus(Duration.ofDays(4_000))), time(until)),
                    name(name),
                    pair.getPublic().getEncoded(),
                    der(0xa3, der(0x30, isAuthority ? authorityExtensions() : serverExtensions(List.of(hosts)))));
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(by == null ? pair.getPrivate() : by.pair().getPrivate());
            signature.update(body);
            byte[] encoded = der(0x30, body, ECDSA_SHA256, der(0x03, new byte[1], signature.sign()));
            X509Certificate certificate = (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(encoded));
            return new Issued(certificate, pair, name);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] authorityExtensions() {
        byte[] constraints = der(0x30, der(0x01, new byte[] {(byte) 0xff}));
        byte[] usage = der(0x03, new byte[] {1, 6});
        return join(extension("551d13", true, constraints), extension("551d0f", true, usage));
    }

    private static byte[] serverExtensions(List<String> hosts) {
        byte[] names = join(hosts.stream()
                .map(host -> der(0x82, host.getBytes(StandardCharsets.US_ASCII)))
                .toArray(byte[][]::new));
        byte[] constraints = extension("551d13", true, der(0x30));
        return hosts.isEmpty() ? constraints : join(constraints, extension("551d11", false, der(0x30, names)));
    }

    private static byte[] extension(String oid, boolean isCritical, byte[] value) {
        byte[] critical = isCritical ? der(0x01, new byte[] {(byte) 0xff}) : new byte[0];
        return der(0x30, der(0x06, HexFormat.of().parseHex(oid)), critical, der(0x04, value));
    }

    private static byte[] name(String common) {
        byte[] attribute = der(
                0x30, der(0x06, HexFormat.of().parseHex("550403")), der(0x0c, common.getBytes(StandardCharsets.UTF_8)));
        return der(0x30, der(0x31, attribute));
    }

    private static byte[] time(Instant at) {
        return der(0x18, TIME.format(at).getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        Arrays.stream(parts).forEach(all::writeBytes);
        return all.toByteArray();
    }

    private static byte[] der(int tag, byte[]... parts) {
        byte[] content = join(parts);
        int length = content.length;
        byte[] head = {(byte) tag, (byte) length};
        if (length >= 0x100) {
            head = new byte[] {(byte) tag, (byte) 0x82, (byte) (length >> 8), (byte) length};
        } else if (length >= 0x80) {
            head = new byte[] {(byte) tag, (byte) 0x81, (byte) length};
        }
        return join(head, content);
    }
}
