package svc.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads and writes certificates and private keys in PEM files (RFC 7468), including the older key formats. */
public final class Pem {

    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----\\s*([A-Za-z0-9+/=\\s]*)-----END \\1-----");
    private static final String RSA = "1.2.840.113549.1.1.1";
    private static final String EC = "1.2.840.10045.2.1";
    private static final int NULL = 0x05;
    private static final int EXPLICIT_0 = 0xa0;

    private static final Set<String> KEY_LABELS = Set.of("PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY");

    private Pem() {}

    public static List<X509Certificate> certificates(Path file) throws IOException, GeneralSecurityException {
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        List<X509Certificate> chain = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(text(file));
        while (matcher.find()) {
            if (matcher.group(1).equals("CERTIFICATE")
                    && factory.generateCertificate(new ByteArrayInputStream(decoded(matcher)))
                            instanceof X509Certificate certificate) {
                chain.add(certificate);
            }
        }
        if (chain.isEmpty()) {
            throw new GeneralSecurityException("it contains no certificate");
        }
        return chain;
    }

    public static PrivateKey key(Path file) throws IOException, GeneralSecurityException {
        String text = text(file);
        if (text.contains("ENCRYPTED")) {
            throw new GeneralSecurityException("its key is encrypted; store the key without a pass phrase");
        }
        Matcher matcher = BLOCK.matcher(text);
        while (matcher.find()) {
            try {
                Optional<byte[]> der = form(matcher.group(1), decoded(matcher));
                if (der.isPresent()) {
                    return pkcs8(der.get());
                }
            } catch (IllegalArgumentException e) {
                throw new GeneralSecurityException("its key cannot be read", e);
            }
        }
        throw new GeneralSecurityException("it contains no private key");
    }

    /** Returns whether a file contains a private key that is not encrypted. The key itself is not read. */
    public static boolean containsKey(Path file) throws IOException {
        return BLOCK.matcher(text(file)).results().map(block -> block.group(1)).anyMatch(KEY_LABELS::contains);
    }

    /** Returns the key in a block as PKCS#8; empty when the block is not a key, but for example EC parameters. */
    private static Optional<byte[]> form(String label, byte[] der) {
        return switch (label) {
            case "PRIVATE KEY" -> Optional.of(der);
            case "RSA PRIVATE KEY" -> Optional.of(wrapped(RSA, Der.of(NULL), der));
            case "EC PRIVATE KEY" -> Optional.of(wrapped(EC, curve(der), der));
            default -> Optional.empty();
        };
    }

    static String write(String label, byte[] der) {
        return "-----BEGIN " + label + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der)
                + "\n-----END " + label + "-----\n";
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.ISO_8859_1);
    }

    private static byte[] decoded(Matcher matcher) {
        return Base64.getMimeDecoder().decode(matcher.group(2));
    }

    private static PrivateKey pkcs8(byte[] der) throws GeneralSecurityException {
        for (String algorithm : List.of("RSA", "EC", "Ed25519")) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
            } catch (InvalidKeySpecException e) {
                // The key may be of another algorithm. If no algorithm fits, the exception below is thrown.
            }
        }
        throw new GeneralSecurityException("its key is neither RSA nor EC nor Ed25519");
    }

    /** Wraps a key of an older format in PKCS#8 (RFC 5958). */
    private static byte[] wrapped(String algorithm, byte[] parameters, byte[] key) {
        return Der.of(
                Der.SEQUENCE,
                Der.integer(BigInteger.ZERO),
                Der.of(Der.SEQUENCE, Der.oid(algorithm), parameters),
                Der.of(Der.OCTET_STRING, key));
    }

    /** Returns the curve that an EC key of the older format contains (RFC 5915 §3). */
    private static byte[] curve(byte[] key) {
        ByteBuffer in = Der.read(ByteBuffer.wrap(key), Der.SEQUENCE);
        Der.read(in, Der.INTEGER);
        Der.read(in, Der.OCTET_STRING);
        return Der.bytes(Der.read(in, EXPLICIT_0));
    }

    /** Returns whether a private key belongs to a public key: the public key verifies what the private key signed. */
    public static boolean matches(PrivateKey key, PublicKey publicKey) throws GeneralSecurityException {
        String algorithm = switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> "Ed25519";
        };
        byte[] sample = {1, 2, 3};
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(key);
        signature.update(sample);
        byte[] signed = signature.sign();
        try {
            signature.initVerify(publicKey);
            signature.update(sample);
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }
}
