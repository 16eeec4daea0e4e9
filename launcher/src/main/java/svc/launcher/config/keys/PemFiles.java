package svc.launcher.config.keys;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.util.Optional;
import svc.tls.Pem;

/**
 * Checks whether PEM files (RFC 7468) contain what their keys require, and whether a private key belongs to a
 * certificate. This check makes it possible to refuse a start early. The bundle that uses the files reads them again
 * itself.
 */
public final class PemFiles {

    private PemFiles() {}

    /** Returns the public key of the first certificate of a file; empty when there is none that can be read. */
    static Optional<PublicKey> certificate(Path file) {
        try {
            return Optional.of(Pem.certificates(file).get(0).getPublicKey());
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Returns whether a file contains a private key that is not encrypted. */
    static boolean holdsKey(Path file) {
        try {
            return Pem.containsKey(file);
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns whether a private key belongs to a certificate; true when one of the two files cannot be read. */
    public static boolean belong(Path certificate, Path key) {
        Optional<PublicKey> certified = certificate(certificate);
        return certified.isEmpty() || !holdsKey(key) || matches(key, certified.get());
    }

    private static boolean matches(Path key, PublicKey certified) {
        try {
            return Pem.matches(Pem.key(key), certified);
        } catch (IOException | GeneralSecurityException e) {
            return false;
        }
    }
}
