package svc.launcher;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import svc.testkit.Prerequisite;

/** The verifier of dkimpy, which knows the keys of one domain. */
final class DkimVerifier {

    private static final String VERIFIER = """
            import sys, dkim
            keys = dict(line.split("\\t") for line in open(sys.argv[2]).read().splitlines())
            message = dkim.DKIM(open(sys.argv[1], "rb").read())
            look = lambda name, timeout=5: keys[name.decode().rstrip(".")].encode()
            print([message.verify(idx=i, dnsfunc=look) for i in range(2)])
            """;

    private final Path folder;

    /**
     * Creates a verifier without keys.
     *
     * @param folder a folder for its files
     */
    DkimVerifier(Path folder) {
        Prerequisite.program("OutgoingPolicyIT", "dkimverify");
        this.folder = folder;
    }

    /** Adds the records of keys, as the server shows them, to the zone and to the keys that the verifier knows. */
    void publish(JsonNode keys, NetworkBox box) throws IOException {
        List<String> lines = new ArrayList<>();
        for (JsonNode key : keys) {
            String name = key.path("record_name").asText();
            List<String> strings = new ArrayList<>();
            key.path("record_value").forEach(one -> strings.add(one.asText()));
            box.record(name + ". IN TXT \"" + String.join("\" \"", strings) + "\"");
            lines.add(name + "\t" + String.join("", strings));
        }
        Files.write(folder.resolve("keys.txt"), lines);
    }

    /** Returns whether the two signatures of a message are valid. */
    String verifications(String message) throws Exception {
        Path file = Files.writeString(folder.resolve("signed.eml"), message.replace("\n", "\r\n"), ISO_8859_1);
        Process python = new ProcessBuilder(
                        "/usr/bin/python3",
                        "-c",
                        VERIFIER,
                        file.toString(),
                        folder.resolve("keys.txt").toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(python.getInputStream().readAllBytes(), UTF_8).strip();
        python.waitFor();
        return output;
    }
}
