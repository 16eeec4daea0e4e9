package svc.auth.dpop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import svc.api.json.Json;
import svc.auth.AuthSettings;
import svc.auth.AuthSettings.Resource;
import svc.auth.dpop.ProofVerifier.Good;
import svc.auth.dpop.ProofVerifier.TokenHashRule;
import svc.auth.dpop.ProofVerifier.Wanted;
import svc.auth.signin.AuthProblem;
import svc.json.JacksonJson;
import svc.runtime.LocalOnceKeys;
import svc.testkit.Covers;
import svc.testkit.SettableWallClock;

/** Each vector of {@code dpop-vectors.json}, with the reason of its rejection. */
class ProofVectorsTest {

    private static final Json.Binding JSON = new JacksonJson().binding(Json.Names.EXACT);

    private final SettableWallClock clock = new SettableWallClock();
    private final File file = file();

    private static File file() {
        try (InputStream in = ProofVectorsTest.class.getResourceAsStream("/dpop-vectors.json")) {
            return JSON.convert(JSON.read(in), File.class);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    record File(
            String about,
            Map<String, Map<String, String>> keys,
            String nonceKey,
            Map<String, String> nonces,
            List<Vector> vectors) {}

    record Vector(
            String name,
            String expect,
            String error,
            String why,
            String method,
            String url,
            @Nullable String publicUrl,
            long now,
            boolean nonceRequired,
            @Nullable String boundTo,
            @Nullable String token,
            String ath,
            List<String> earlier,
            List<String> proofs) {

        Wanted wanted() {
            return new Wanted(
                    method,
                    url,
                    Optional.ofNullable(boundTo),
                    Optional.ofNullable(token),
                    ath.equals("required") ? TokenHashRule.REQUIRED : TokenHashRule.IF_THERE);
        }
    }

    @TestFactory
    @Covers(
            value = {"DPOP-01", "DPOP-03", "DPOP-05", "DPOP-06", "DPOP-07", "DPOP-10"},
            part = "below HTTP")
    Stream<DynamicTest> eachVectorIsAcceptedOrRefusedForItsReason() {
        assertThat(file.vectors()).hasSizeGreaterThanOrEqualTo(60);
        return file.vectors().stream().map(vector -> DynamicTest.dynamicTest(vector.name(), () -> run(vector)));
    }

    private void run(Vector vector) throws InvalidProofException {
        clock.move(Duration.between(clock.now(), Instant.ofEpochSecond(vector.now())));
        ProofVerifier proofs = new ProofVerifier(
                new JacksonJson(),
                clock,
                new AuthSettings(vector.nonceRequired(), Resource.REQUIRE, AuthSettings.Basic.OFF),
                new Nonces(clock, Base64.getUrlDecoder().decode(file.nonceKey())),
                new LocalOnceKeys(clock),
                () -> Optional.ofNullable(vector.publicUrl()),
                Instant.EPOCH);
        for (String earlier : vector.earlier()) {
            proofs.spend(proofs.check(List.of(earlier), vector.wanted()));
        }
        assertThat(outcome(proofs, vector)).as(vector.why()).isEqualTo(vector.expect());
        if (!vector.expect().equals("accept")) {
            ProofError flaw =
                    ProofError.valueOf(vector.expect().toUpperCase(Locale.ROOT).replace('-', '_'));
            assertThat(AuthProblem.badProof(flaw, "n").members()).containsEntry("error", vector.error());
        }
    }

    private static String outcome(ProofVerifier proofs, Vector vector) {
        try {
            Good good = proofs.check(vector.proofs(), vector.wanted());
            proofs.spend(good);
            return "accept";
        } catch (InvalidProofException e) {
            return e.flaw().word();
        }
    }

    @Test
    void everyFlawHasAVectorButTheOneThatTakesTooLong() {
        List<String> expected = file.vectors().stream().map(Vector::expect).toList();
        assertThat(Stream.of(ProofError.values())
                        .filter(flaw -> flaw != ProofError.TOO_MANY)
                        .map(ProofError::word))
                .allSatisfy(word -> assertThat(expected).contains(word));
    }
}
