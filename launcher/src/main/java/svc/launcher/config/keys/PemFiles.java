package svc.launcher.config.keys;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
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
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks whether PEM files (RFC 7468) contain what their keys require, and whether a private key belongs to a
 * certificate. The bundle that uses the files reads them itself; this check refuses the start early.
 */
public final class PemFiles {

    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----\\s*([A-Za-z0-9+/=\\s]*)-----END \\1-----");
    /** The signature algorithm of each kind of key; other kinds are not checked. */
    private static final Map<String, String> SIGNING =
            Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "EdDSA", "EdDSA");

    private static final int SEQUENCE = 0x30;
    private static final int OCTET_STRING = 0x04;
    private static final byte[] VERSION_0 = {2, 1, 0};
    private static final byte[] PROBE = {1, 2, 3};

    private PemFiles() {}

    /** Returns the public key of the first certificate; empty if the file contains none that can be read. */
    static Optional<PublicKey> certificate(Path file) {
        return block(file, "CERTIFICATE").flatMap(block -> {
            try {
                return Optional.of(CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(block.der))
                        .getPublicKey());
            } catch (GeneralSecurityException e) {
                return Optional.empty();
            }
        });
    }

    /** Returns whether the file contains a private key without a pass phrase. */
    static boolean holdsKey(Path file) {
        return key(file).isPresent();
    }

    /** Returns whether the private key belongs to the certificate. Files with another problem are not checked. */
    public static boolean belong(Path certificate, Path key) {
        Optional<PublicKey> certified = certificate(certificate);
        Optional<Block> found = key(key);
        return certified.isEmpty() || found.isEmpty() || matches(found.get(), certified.get());
    }

    private static boolean matches(Block key, PublicKey certified) {
        String signing = SIGNING.get(certified.getAlgorithm());
        if (signing == null) {
            return true;
        }
        try {
            byte[] pkcs8 = key.label.equals("PRIVATE KEY") ? key.der : wrapped(key.der, certified);
            PrivateKey secret =
                    KeyFactory.getInstance(certified.getAlgorithm()).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
            Signature signature = Signature.getInstance(signing);
            signature.initSign(secret);
            signature.update(PROBE);
            byte[] signed = signature.sign();
            signature.initVerify(certified);
            signature.update(PROBE);
            return signature.verify(signed);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            // Another kind of key, or a damaged one: it does not belong to the certificate.
            return false;
        }
    }

    private static Optional<Block> key(Path file) {
        return block(file, "PRIVATE KEY")
                .or(() -> block(file, "RSA PRIVATE KEY"))
                .or(() -> block(file, "EC PRIVATE KEY"));
    }

    private static Optional<Block> block(Path file, String label) {
        try {
            Matcher matcher = BLOCK.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
            while (matcher.find()) {
                if (matcher.group(1).equals(label)) {
                    return Optional.of(new Block(label, Base64.getMimeDecoder().decode(matcher.group(2))));
                }
            }
            return Optional.empty();
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Wraps an older form in PKCS#8 (RFC 5958), with the algorithm of the certificate. */
    private static byte[] wrapped(byte[] key, PublicKey certified) {
        ByteBuffer info = ByteBuffer.wrap(certified.getEncoded());
        enter(info);
        int start = info.position();
        int end = enter(info);
        byte[] algorithm = new byte[end - start];
        info.position(start).get(algorithm);
        return der(SEQUENCE, VERSION_0, algorithm, der(OCTET_STRING, key));
    }

    /** Skips the header of a DER element; returns the position of its end. */
    private static int enter(ByteBuffer in) {
        in.get();
        int length = in.get() & 0xff;
        if (length >= 0x80) {
            int bytes = length & 0x7f;
            length = 0;
            for (int i = 0; i < bytes; i++) {
                length = (length << 8) | (in.get() & 0xff);
            }
        }
        return in.position() + length;
    }

    private static byte[] der(int tag, byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        if (length >= 0x100) {
            out.write(0x82);
            out.write(length >> 8);
        } else if (length >= 0x80) {
            out.write(0x81);
        }
        out.write(length);
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    /** The content between two lines of dashes. */
    private static final class Block {

        private final String label;
        private final byte[] der;

        Block(String label, byte[] der) {
            this.label = label;
            this.der = der;
        }
    }
}
