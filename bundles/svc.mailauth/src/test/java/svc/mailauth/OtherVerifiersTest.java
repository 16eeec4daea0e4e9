package svc.mailauth;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.ManualClock;

/** Compares the results for signed and sealed messages with those of dkimpy, Mail::DKIM and opendkim. */
final class OtherVerifiersTest {

    private static final ManualClock CLOCK = new ManualClock();

    @TempDir
    Path folder;

    private final SignedMessages messages = new SignedMessages();
    private final Map<String, Integer> results = new TreeMap<>();
    private final List<String> differences = new ArrayList<>();

    @Test
    void agreesOn50Messages() throws Exception {
        compare(1, 50);
    }

    @Test
    @Tag("soak")
    void agreesOn5000Messages() throws Exception {
        compare(1_000, 5_000);
    }

    @Test
    void verifiesWhatDkimpySigned() {
        Signer signer = Signer.rsa("example.org", "small", 1_024);
        Zone zone = new Zone().txt(signer.keyName(), signer.record());
        try (OtherVerifier python = OtherVerifier.python("OtherVerifiersTest", CLOCK)) {
            for (int seed = 0; seed < 20; seed++) {
                Random random = new Random(seed);
                String canonicalization = GeneratedRecords.pick(random, List.of("simple/simple", "relaxed/relaxed"));
                int sets = seed % 6;
                String message = python.sign(GeneratedMessages.message(random), signer, canonicalization, sets);
                MessageSignatures signatures = Messages.read(message);
                assertThat(new DkimVerifier(zone, CLOCK).verify(signatures))
                        .as(message)
                        .extracting(DkimResult::verdict)
                        .containsExactly(Verdict.PASS);
                ArcResult chain = new ArcVerifier(zone, CLOCK).verify(signatures);
                assertThat(chain.status()).as(chain + message).isEqualTo(sets == 0 ? "none" : "pass");
                assertThat(chain.seals()).hasSize(sets);
            }
        }
    }

    private void compare(long first, int count) throws Exception {
        List<String> generated = new ArrayList<>();
        for (long seed = first; seed < first + count; seed++) {
            generated.add(messages.message(new Random(seed)));
        }
        List<Map<String, String>> daemon = OpenDkim.verify("OtherVerifiersTest", generated, messages.zone, folder);
        try (OtherVerifier python = OtherVerifier.python("OtherVerifiersTest", CLOCK);
                OtherVerifier perl = OtherVerifier.perl("OtherVerifiersTest", CLOCK)) {
            python.zone(messages.zone);
            perl.zone(messages.zone);
            for (int i = 0; i < count; i++) {
                String message = generated.get(i);
                Map<String, String> ours = verify(message);
                compare(message, ours, "dkimpy", python.verify(message));
                compare(message, ours, "Mail::DKIM", perl.verify(message));
                compare(message, ours, "opendkim", daemon.get(i));
            }
        }
        assertThat(differences)
                .as("differences besides the results %s", results)
                .isEmpty();
    }

    /** Compares the results of a message; opendkim has none for messages that it does not accept, and none for chains. */
    private void compare(String message, Map<String, String> ours, String name, Map<String, String> theirs) {
        Set<String> starts = new TreeSet<>(ours.keySet());
        starts.addAll(theirs.keySet());
        starts.removeAll(Set.of("", "?", OtherVerifier.UNREADABLE));
        if (name.equals("opendkim")) {
            starts.remove("arc");
            starts.retainAll(theirs.containsKey(OtherVerifier.UNREADABLE) ? Set.of() : starts);
        }
        for (String start : starts) {
            String own = ours.getOrDefault(start, "fail the field cannot be read");
            String other = theirs.getOrDefault(start, "fail");
            String word = own.substring(0, own.indexOf(' '));
            KnownDifference.Result result = new KnownDifference.Result(message, start, own);
            boolean same = other.equals(word) || other.startsWith(word + ' ');
            boolean known = !same && KnownDifference.ALL.stream().anyMatch(one -> one.explains(name, result));
            String kind = start.equals("arc") ? "arc " : "dkim ";
            results.merge(
                    kind + word + ", " + name + (same ? "" : known ? " differs (known)" : " differs"), 1, Integer::sum);
            if (!same && !known) {
                differences.add(start + ' ' + own + ", but " + name + ' ' + other + '\n' + message);
            }
        }
    }

    /** Returns the results of this bundle by the start of the signature, with their reasons. */
    private Map<String, String> verify(String message) {
        MessageSignatures signatures = Messages.read(message);
        Map<String, String> found = new TreeMap<>();
        for (DkimResult result : new DkimVerifier(messages.zone, CLOCK).verify(signatures)) {
            boolean valid = result.verdict() == Verdict.PASS || result.verdict() == Verdict.POLICY;
            found.merge(
                    result.signature(),
                    (valid ? "pass " : "fail ") + result.reason(),
                    (one, other) -> one.startsWith("pass") ? one : other);
        }
        ArcResult chain = new ArcVerifier(messages.zone, CLOCK).verify(signatures);
        found.put("arc", chain.status() + " " + chain.reason());
        return found;
    }
}
