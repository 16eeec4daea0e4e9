package svc.mailauth;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.mailauth.DkimSigner.SigningKey;
import svc.testkit.ManualClock;

/** Compares the results for signed and sealed messages with those of dkimpy, Mail::DKIM and opendkim. */
final class OtherVerifiersTest {

    /** A message as it leaves a server: one From field, and lines that end with CRLF. */
    private static final Pattern LEAVING = Pattern.compile("(?!(?is).*\\nFrom:.*\\nFrom:)(?:[^\r\n]*+\r\n)*+");

    @TempDir
    Path folder;

    private final ManualClock clock = new ManualClock();
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
        try (OtherVerifier python = OtherVerifier.python("OtherVerifiersTest", clock)) {
            for (int seed = 0; seed < 20; seed++) {
                Random random = new Random(seed);
                String canonicalization = GeneratedRecords.pick(random, List.of("simple/simple", "relaxed/relaxed"));
                int sets = seed % 6;
                String message = python.sign(GeneratedMessages.message(random), signer, canonicalization, sets);
                MessageSignatures signatures = Messages.read(message);
                assertThat(new DkimVerifier(zone, clock).verify(signatures))
                        .as(message)
                        .extracting(DkimResult::verdict)
                        .containsExactly(Verdict.PASS);
                ArcResult chain = new ArcVerifier(zone, clock).verify(signatures);
                assertThat(chain.status()).as(chain + message).isEqualTo(sets == 0 ? "none" : "pass");
                assertThat(chain.seals()).hasSize(sets);
            }
        }
    }

    @Test
    void othersVerifyWhatTheServerSignsAndSeals() throws Exception {
        clock.leap(Duration.between(clock.now(), Instant.now())); // opendkim takes the time of the machine
        List<SigningKey> keys = List.of(
                publish(Signer.rsa("example.org", "ours", 2_048)), publish(Signer.ed25519("example.org", "ours-too")));
        List<String> sent = new ArrayList<>();
        for (int seed = 0; sent.size() < 60; seed++) {
            String message = SignedMessages.plain(new Random(seed));
            if (LEAVING.matcher(message).matches()) {
                String signed = new DkimSigner(clock).sign(Messages.toSign(message), keys) + message;
                sent.add(sealed(signed, seed % 4, keys.get(0)));
            }
        }
        for (String message : sent) {
            assertThat(verify(message).values()).as(message).allMatch(result -> result.matches("(pass|none) "));
        }
        compare(sent);
        // Mail::DKIM does not know Ed25519.
        assertThat(results.keySet())
                .as(results.toString())
                .filteredOn(result -> result.contains("differs"))
                .containsExactly("dkim pass, Mail::DKIM differs (known)");
        assertThat(results)
                .containsEntry("dkim pass, dkimpy", 120)
                .containsEntry("dkim pass, opendkim", 120)
                .containsEntry("dkim pass, Mail::DKIM", 60);
    }

    private SigningKey publish(Signer signer) throws Exception {
        messages.zone.txt(signer.keyName(), signer.record());
        return Messages.key(signer);
    }

    /** Lets servers send a message on. Each of them records its results first. */
    private String sealed(String message, int sets, SigningKey key) {
        String sealed = message;
        for (int i = 0; i < sets; i++) {
            MessageSignatures arrived = Messages.read(sealed);
            String results = new AuthenticationResults("mx" + i + ".example.org")
                    .dkim(new DkimVerifier(messages.zone, clock).verify(arrived))
                    .arc(new ArcVerifier(messages.zone, clock).verify(arrived))
                    .field();
            String filed = "Received: by mx" + i + ".example.org\r\n" + results + sealed;
            sealed = new ArcSealer(clock, "mx" + i + ".example.org")
                            .seal(Messages.toSign(filed), key)
                            .orElseThrow()
                    + filed;
        }
        return sealed;
    }

    private void compare(long first, int count) throws Exception {
        List<String> generated = new ArrayList<>();
        for (long seed = first; seed < first + count; seed++) {
            generated.add(messages.message(new Random(seed)));
        }
        compare(generated);
    }

    private void compare(List<String> generated) throws Exception {
        List<Map<String, String>> daemon = OpenDkim.verify("OtherVerifiersTest", generated, messages.zone, folder);
        try (OtherVerifier python = OtherVerifier.python("OtherVerifiersTest", clock);
                OtherVerifier perl = OtherVerifier.perl("OtherVerifiersTest", clock)) {
            python.zone(messages.zone);
            perl.zone(messages.zone);
            for (int i = 0; i < generated.size(); i++) {
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
        for (DkimResult result : new DkimVerifier(messages.zone, clock).verify(signatures)) {
            boolean valid = result.verdict() == Verdict.PASS || result.verdict() == Verdict.POLICY;
            found.merge(
                    result.signature(),
                    (valid ? "pass " : "fail ") + result.reason(),
                    (one, other) -> one.startsWith("pass") ? one : other);
        }
        ArcResult chain = new ArcVerifier(messages.zone, clock).verify(signatures);
        found.put("arc", chain.status() + " " + chain.reason());
        return found;
    }
}
