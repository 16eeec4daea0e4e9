package svc.tls;

import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import svc.api.net.IpNetwork;

/** Creates a self-signed certificate (RFC 5280), so that TLS works without a certificate authority. */
final class SelfSignedCertificate {

    private static final String ECDSA_SHA256 = "1.2.840.10045.4.3.2";
    private static final String COMMON_NAME = "2.5.4.3";
    private static final String ALTERNATIVE_NAMES = "2.5.29.17";
    private static final Duration VALID = Duration.ofDays(365);
    private static final Duration RENEW_BEFORE = Duration.ofDays(30);
    private static final int DNS_NAME = 0x82;
    private static final int IP_ADDRESS = 0x87;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

    private SelfSignedCertificate() {}

    /** Writes both files, unless they exist and the certificate is valid for at least 30 more days. */
    static void ensure(Path certificate, Path key, Set<String> hosts, Instant now)
            throws IOException, GeneralSecurityException {
        if (Files.exists(certificate) && Files.exists(key) && validAt(certificate, now.plus(RENEW_BEFORE))) {
            return;
        }
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        KeyPair pair = generator.generateKeyPair();
        write(key, Pem.write("PRIVATE KEY", pair.getPrivate().getEncoded()));
        write(certificate, Pem.write("CERTIFICATE", certificate(pair, hosts, now)));
    }

    private static boolean validAt(Path certificate, Instant time) {
        try {
            return Pem.certificates(certificate)
                    .get(0)
                    .getNotAfter()
                    .toInstant()
                    .isAfter(time);
        } catch (IOException | GeneralSecurityException e) {
            return false;
        }
    }

    /** Replaces the file atomically. Only its owner may read it. */
    private static void write(Path file, String text) throws IOException {
        Path folder = Optional.ofNullable(file.getParent()).orElseThrow();
        Files.createDirectories(folder);
        Path fresh = Files.createTempFile(
                folder,
                "tls-",
                ".new",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(fresh, text, StandardCharsets.US_ASCII);
        Files.move(fresh, file, java.nio.file.StandardCopyOption.ATOMIC_MOVE);
    }

    private static byte[] certificate(KeyPair pair, Set<String> hosts, Instant now) throws GeneralSecurityException {
        byte[] algorithm = Der.of(Der.SEQUENCE, Der.oid(ECDSA_SHA256));
        byte[] name = name("svc self-signed");
        byte[] body = Der.of(
                Der.SEQUENCE,
                Der.of(0xa0, Der.integer(BigInteger.TWO)),
                Der.integer(new BigInteger(120, new SecureRandom()).setBit(119)),
                algorithm,
                name,
                Der.of(Der.SEQUENCE, time(now.minus(Duration.ofDays(1))), time(now.plus(VALID))),
                name,
                pair.getPublic().getEncoded(),
                Der.of(0xa3, Der.of(Der.SEQUENCE, alternativeNames(hosts))));
        return Der.of(Der.SEQUENCE, body, algorithm, Der.bitString(signature(pair.getPrivate(), body)));
    }

    private static byte[] signature(PrivateKey key, byte[] body) throws GeneralSecurityException {
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(key);
        signature.update(body);
        return signature.sign();
    }

    private static byte[] name(String common) {
        byte[] text = Der.of(Der.UTF8_STRING, common.getBytes(StandardCharsets.UTF_8));
        return Der.of(Der.SEQUENCE, Der.of(Der.SET, Der.of(Der.SEQUENCE, Der.oid(COMMON_NAME), text)));
    }

    /** Encodes a time: as GeneralizedTime from 2050 on, as UTCTime before 2050 (RFC 5280 §4.1.2.5). */
    private static byte[] time(Instant at) {
        String text = TIME.format(at);
        return text.compareTo("2050") < 0
                ? Der.of(0x17, text.substring(2).getBytes(StandardCharsets.US_ASCII))
                : Der.of(0x18, text.getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] alternativeNames(Set<String> hosts) {
        List<byte[]> names = new ArrayList<>();
        for (String host : hosts) {
            Optional<InetAddress> address = IpNetwork.address(host);
            names.add(address.map(ip -> Der.of(IP_ADDRESS, ip.getAddress()))
                    .orElseGet(() -> Der.of(DNS_NAME, host.getBytes(StandardCharsets.US_ASCII))));
        }
        byte[] all = Der.of(Der.SEQUENCE, names.toArray(new byte[0][]));
        return Der.of(Der.SEQUENCE, Der.oid(ALTERNATIVE_NAMES), Der.of(Der.OCTET_STRING, all));
    }
}
