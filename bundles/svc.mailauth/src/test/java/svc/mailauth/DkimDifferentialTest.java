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

    /** jDKIM does not keep the octets above 127 of a header, so only bodies contain them. */
    private static final String HEADER = "abcXYZ0189 \t.,:;=@<>()\"\\-";

    private static final String BODY = HEADER + "\u00e4\u00ff\u0001\u007f";

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
            String message = changed(SIGNER.sign(message(random), canonicalization(random), names(random), ""), random);
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

    private static String canonicalization(Random random) {
        return List.of("simple/simple", "relaxed/relaxed", "simple/relaxed", "relaxed/simple", "relaxed")
                .get(random.nextInt(5));
    }

    private static String names(Random random) {
        return List.of("from:to:subject", "from:from:to:subject:date", "From : Subject", "subject:x-a:x-a:x-b:from")
                .get(random.nextInt(4));
    }

    private static String message(Random random) {
        StringBuilder message = new StringBuilder();
        for (String name : List.of("Received", "X-A", "From", "To", "X-A", "Subject", "X-B")) {
            message.append(name)
                    .append(':')
                    .append(name.equals("From") ? " a@example.org" : value(random))
                    .append("\r\n");
        }
        message.append("\r\n");
        for (int i = random.nextInt(12); i > 0; i--) {
            message.append(random.nextInt(3) == 0 ? "" : text(random, BODY, 60)).append("\r\n");
        }
        return message.toString();
    }

    private static String value(Random random) {
        StringBuilder value = new StringBuilder(" ");
        for (int i = random.nextInt(4); i > 0; i--) {
            value.append(text(random, HEADER, 30)).append(random.nextBoolean() ? "\r\n\t x" : "  ");
        }
        return value.append("end").toString();
    }

    private static String text(Random random, String characters, int longest) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(longest); i > 0; i--) {
            text.append(characters.charAt(random.nextInt(characters.length())));
        }
        return text.toString();
    }

    /** Returns the message with up to three changes; half of the messages are not changed. */
    private static String changed(String message, Random random) {
        StringBuilder changed = new StringBuilder(message);
        for (int i = random.nextInt(2) * (1 + random.nextInt(3)); i > 0; i--) {
            int at = random.nextInt(changed.length() - 2);
            int line = Math.max(0, changed.lastIndexOf("\r\n", at));
            switch (random.nextInt(7)) {
                case 0 -> changed.insert(at, changed.charAt(at) == '\n' ? "" : " ");
                case 1 -> changed.append("\r\n");
                case 2 -> changed.append(text(random, BODY, 3)).append("\r\n");
                case 3 -> changed.insert(Math.max(1, line), " ");
                case 4 -> changed.insert(line, line == 0 ? "X-A: more\r\n" : "\r\nX-A: more");
                case 5 -> {
                    if (changed.charAt(at) > '\r') {
                        changed.setCharAt(at, HEADER.charAt(random.nextInt(HEADER.length())));
                    }
                }
                default -> {
                    if (changed.charAt(at) > ' ') {
                        changed.setCharAt(at, Character.toUpperCase(changed.charAt(at)));
                    }
                }
            }
        }
        return changed.toString();
    }
}
