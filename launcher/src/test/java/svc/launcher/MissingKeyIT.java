package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** A missing key file of the blobs: the responses of the server, which works again when the file is restored. */
final class MissingKeyIT {

    @TempDir
    private Path home;

    @Test
    @Covers(value = "HLTH-03", part = "missing key")
    void missingKeysAre503UntilTheFilesAreRestored() throws Exception {
        String blob;
        try (RunningServer server = SvcCommand.svc().start(home).ready()) {
            blob = BlobClient.of(SignedIn.as(server, "ann@one.test")).store("kept before");
            assertThat(server.terminate()).isZero();
        }
        Path keys = keys();
        Path away = home.resolve("away");
        Files.move(keys, away);
        try (RunningServer server = SvcCommand.svc().start(home).ready()) {
            BlobClient ann = BlobClient.of(SignedIn.as(server, "ann@one.test"));
            String account = ann.who().accountId();
            for (int i = 0; i < 3; i++) {
                assertThat(ann.download(account, blob).statusCode()).isEqualTo(503);
                HttpResponse<byte[]> refused = ann.upload(account, "new".getBytes(StandardCharsets.UTF_8));
                assertThat(refused.statusCode()).isEqualTo(503);
                assertThat(BlobClient.json(refused).path("detail").asText()).contains("key of the blobs is missing");
            }
            assertThat(server.err().lines().filter(line -> line.contains("Missing key: ")))
                    .hasSize(1);
            assertThat(server.err()).doesNotContain("Data loss", "failed to handle");
            Files.move(away, keys);
            assertThat(ann.text(blob)).isEqualTo("200 kept before");
            assertThat(ann.text(ann.store("kept after"))).isEqualTo("200 kept after");
            serverIsReadyOnlyWithTheMasterKey(server);
        }
    }

    private void serverIsReadyOnlyWithTheMasterKey(RunningServer server) throws IOException {
        String ready = server.url() + "/healthz/ready";
        Path key = home.resolve("secrets/blob.key");
        Path away = home.resolve("secrets/away");
        assertThat(server.get(ready).statusCode()).isEqualTo(200);
        Files.move(key, away);
        HttpResponse<String> refused = server.get(ready);
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.body())
                .contains("The blob key is missing or cannot be read.")
                .doesNotContain(home.toString());
        assertThat(server.get(server.url() + "/healthz/live").statusCode()).isEqualTo(200);
        Files.move(away, key);
        assertThat(server.get(ready).statusCode()).isEqualTo(200);
    }

    private Path keys() throws IOException {
        try (Stream<Path> files = Files.walk(home.resolve("data/blobs"))) {
            return files.filter(file -> file.endsWith("keys")).findFirst().orElseThrow();
        }
    }
}
