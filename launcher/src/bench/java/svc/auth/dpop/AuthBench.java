package svc.auth.dpop;

import svc.auth.storage.AuthFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import svc.api.identity.Authenticator.Result;
import svc.api.identity.Authenticator.Credentials;
import svc.auth.dpop.ProofVerifier.Good;
import svc.auth.dpop.ProofVerifier.TokenHashRule;
import svc.auth.dpop.ProofVerifier.Wanted;
import svc.testkit.DpopKey;
import svc.testkit.DpopKey.Claims;
import svc.testkit.SettableWallClock;

/** The cost of authentication: a known token, at most 20 µs, and the proof of a bound token, at most 300 µs. */
@State(org.openjdk.jmh.annotations.Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 5, time = 2)
public class AuthBench {

    private static final String URL = "https://mail.example.org/jmap";

    private Path directory;
    private AuthFixture fixture;
    private Credentials presented;
    private Wanted wanted;
    private List<String> proof;

    /** Signs an account in. */
    @Setup(Level.Trial)
    public void signIn() throws IOException {
        directory = Files.createTempDirectory(Path.of("target"), "bench");
        SettableWallClock clock = new SettableWallClock();
        fixture = new AuthFixture(directory, clock);
        fixture.organization("example.org");
        fixture.account("ann@example.org");
        String token = fixture.token("ann@example.org");
        presented = AuthFixture.presented("Bearer " + token);
        DpopKey key = DpopKey.fresh();
        wanted = new Wanted("POST", URL, Optional.of(key.thumbprint()), Optional.of(token), TokenHashRule.REQUIRED);
        proof = List.of(key.proof(Claims.of("POST", URL, clock.now()).of(token)));
    }

    /** Removes the store. */
    @TearDown(Level.Trial)
    public void remove() throws IOException {
        fixture.close();
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).forEach(AuthBench::delete);
        }
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Verifies a token. */
    @Benchmark
    public Result token() {
        return fixture.entrance.authenticate(presented);
    }

    /** Parses and verifies a proof. */
    @Benchmark
    public Good proof() throws InvalidProofException {
        return fixture.proofs.check(proof, wanted);
    }
}
