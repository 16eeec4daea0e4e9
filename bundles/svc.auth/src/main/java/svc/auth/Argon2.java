package svc.auth;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/** Argon2id (RFC 9106). The only class that touches the library, so that nothing of it is loaded before the first password. */
final class Argon2 {

    private Argon2() {}

    /** The hash of a password, in the normal form C of Unicode: two keyboards may write one letter in two ways. */
    static byte[] hash(String password, Phc.Cost cost, byte[] salt, int length) {
        Argon2BytesGenerator generator = new Argon2BytesGenerator();
        generator.init(new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                .withMemoryAsKB(cost.kibibytes())
                .withIterations(cost.passes())
                .withParallelism(cost.lanes())
                .withSalt(salt)
                .build());
        byte[] hash = new byte[length];
        generator.generateBytes(
                Normalizer.normalize(password, Normalizer.Form.NFC).getBytes(StandardCharsets.UTF_8), hash);
        return hash;
    }
}
