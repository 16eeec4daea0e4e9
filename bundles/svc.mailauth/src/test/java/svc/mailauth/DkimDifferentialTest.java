package svc.mailauth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.james.jdkim.DKIMVerifier;
import org.apache.james.jdkim.exceptions.FailException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import svc.api.dns.Answer;
import svc.testkit.ManualClock;

/** Compares the results of this bundle with those of Apache James jDKIM for generated and changed messages. */
final class DkimDifferentialTest {

    private static final Signer SIGNER = Signer.rsa("example.org", "s", 1_024);

    private final Zone zone = new Zone().txt(SIGNER.keyName(), SIGNER.record());
    private int passed;

    @Test
    void agreesOn50Messages() {
        compare(1, 50);
    }

    @Test
    @Tag("soak")
    void agreesOn5000Messages() {
        compare(1_000, 5_000);
        assertThat(passed).isBetween(1_000, 4_000);
    }

    private void compare(long first, int count) {
        List<String> differences = new ArrayList<>();
        for (long seed = first; seed < first + count; seed++) {
            Random random = new Random(seed);
            String message = GeneratedMessages.changed(
                    SIGNER.sign(
                            GeneratedMessages.message(random),
                            GeneratedMessages.canonicalization(random),
                            GeneratedMessages.names(random),
                            ""),
                    random);
            DkimResult ours = new DkimVerifier(zone, new ManualClock())
                    .verify(Messages.read(message, 1 + random.nextInt(200))).stream()
                            .findFirst()
                            .orElse(new DkimResult(Verdict.NONE, "", "", "", "", false, "no signature"));
            passed += ours.verdict() == Verdict.PASS ? 1 : 0;
            if ((ours.verdict() == Verdict.PASS) != theirs(message) && !isIntended(message, ours)) {
                differences.add("seed " + seed + ": " + ours + "\n" + message);
            }
        }
        System.out.printf("%d messages, %d with a valid signature%n", count, passed);
        assertThat(differences).isEmpty();
    }

    /** Returns whether jDKIM is known to treat a message differently from RFC 6376. */
    private static boolean isIntended(String message, DkimResult ours) {
        boolean emptyBody =
                message.contains("bh=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="); // §3.4.4: hashed as nothing
        boolean notBase64 = ours.reason().equals("the tag b is not base64"); // jDKIM ignores the other characters
        boolean renamed = !message.startsWith("DKIM-Signature: ") && message.contains("c=simple"); // §3.4.1: counts
        return emptyBody || notBase64 || renamed;
    }

    private boolean theirs(String message) {
        DKIMVerifier verifier = new DKIMVerifier((methods, selector, domain) ->
                zone.txt(selector + "._domainkey." + domain) instanceof Answer.Found<String> found
                        ? found.records()
                        : List.of());
        try {
            List<?> valid = verifier.verify(new ByteArrayInputStream(Signer.octets(message)));
            return valid != null && !valid.isEmpty();
        } catch (FailException | IOException e) {
            return false;
        }
    }
}
