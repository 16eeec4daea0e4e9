package svc.mailauth;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import svc.api.time.Clock;
import svc.testkit.Prerequisite;

/**
 * A program in {@code src/test/verifiers} that verifies messages with libraries of other authors. It reads its DNS data
 * and its requests from its standard input, and writes a line for each request.
 */
final class OtherVerifier implements AutoCloseable {

    /** The start of the only result for a message that a verifier does not accept. */
    static final String UNREADABLE = "unreadable";

    private final Process process;
    private final BufferedWriter requests;
    private final BufferedReader answers;

    /** Starts dkimpy, pyspf and authheaders. */
    static OtherVerifier python(String test, Clock clock) {
        return start(
                test,
                List.of("/usr/bin/python3", "-c", "import authheaders, dkim, nacl, spf"),
                List.of("/usr/bin/python3", "src/test/verifiers/verify.py"),
                clock);
    }

    /** Starts Mail::DKIM and Mail::SPF. */
    static OtherVerifier perl(String test, Clock clock) {
        return start(
                test,
                List.of("/usr/bin/perl", "-MMail::DKIM", "-MMail::SPF", "-e", "1"),
                List.of("/usr/bin/perl", "src/test/verifiers/verify.pl"),
                clock);
    }

    private static OtherVerifier start(String test, List<String> libraries, List<String> program, Clock clock) {
        try {
            boolean installed = Files.isExecutable(Path.of(libraries.get(0)))
                    && new ProcessBuilder(libraries)
                                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                                    .start()
                                    .waitFor()
                            == 0;
            Prerequisite.installable(test, installed, "a library is not installed: " + String.join(" ", libraries));
            List<String> command = new ArrayList<>(program);
            command.add(Long.toString(clock.now().getEpochSecond()));
            return new OtherVerifier(command);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    private OtherVerifier(List<String> command) throws IOException {
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        requests = process.outputWriter(ISO_8859_1);
        answers = process.inputReader(ISO_8859_1);
    }

    /** Replaces the DNS data. */
    void zone(Zone zone) {
        zone.lines().forEach(this::write);
    }

    /** Returns the answer to a request. */
    String ask(String... words) {
        write(String.join("\t", words));
        try {
            requests.flush();
            String answer = answers.readLine();
            assertThat(answer).as("answer of %s", process.info().command()).isNotNull();
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Verifies a message. Returns the results by the start of the signature, and the result of the chain as "arc". */
    Map<String, String> verify(String message) {
        Map<String, String> results = new TreeMap<>();
        for (String result : ask("verify", Base64.getEncoder().encodeToString(Signer.octets(message)))
                .split(" ", -1)) {
            int equals = result.lastIndexOf('=');
            results.merge(
                    equals < 0 ? result : result.substring(0, equals),
                    equals < 0 ? "" : result.substring(equals + 1),
                    (one, other) -> one.equals("pass") ? one : other);
        }
        return results;
    }

    /** Signs a message with DKIM and some ARC sets. */
    String sign(String message, Signer signer, String canonicalization, int sets) {
        Base64.Encoder base64 = Base64.getEncoder();
        String signed = ask(
                "sign",
                base64.encodeToString(Signer.octets(message)),
                base64.encodeToString(Signer.octets(signer.privateKey())),
                canonicalization,
                Integer.toString(sets));
        return new String(Base64.getDecoder().decode(signed), ISO_8859_1);
    }

    private void write(String line) {
        try {
            requests.write(line);
            requests.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            requests.close();
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        } finally {
            process.destroyForcibly();
        }
    }
}
