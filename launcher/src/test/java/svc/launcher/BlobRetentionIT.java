package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/**
 * Which blobs the garbage collector removes, by the timestamps of the files, on a server whose clock the tests move.
 */
final class BlobRetentionIT {

    @TempDir
    private static Path directory;

    private static RunningServer server;
    private static BlobClient ann;
    private static BlobFiles files;
    private static Duration moved = Duration.ZERO;

    @BeforeAll
    static void start() throws Exception {
        Path home = directory.resolve("home");
        Files.createDirectories(home.resolve("extensions"));
        KeepsBundle.jar(directory).writeTo(home.resolve("extensions/keeps.jar"));
        Files.writeString(directory.resolve("orders"), "");
        server = TestClock.svc().start(home).ready();
        ann = BlobClient.of(SignedIn.as(server, "ann@one.test"));
        files = new BlobFiles(home);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Instant now() {
        return Instant.now().plus(moved);
    }

    private static void advance(Duration by) {
        assertThat(server.command("", "clock", "advance", by.toString()).exit()).isZero();
        moved = moved.plus(by);
    }

    private static JsonNode collect() {
        SvcCommand.Finished finished = server.command("", "blobs", "collect", "--json");
        assertThat(finished.exit()).as(finished.toString()).isZero();
        return OperationInterface.json(finished.out());
    }

    private static void refer(BlobClient otherUser, String blobId, boolean release) {
        new DroppedExtension(otherUser.who(), directory, KeepsBundle.URN)
                .done(
                        "Keep/refer",
                        DroppedExtension.object()
                                .put("blobId", blobId)
                                .put("n", 1)
                                .put("release", release));
    }

    /** Stores a blob in a pack of its own, because all blobs of a pack are as old as the timestamp of the pack. */
    private static String inNewPack(String text) {
        advance(Duration.ofMinutes(61));
        ann = again();
        return ann.store(text);
    }

    private static BlobClient again() {
        try {
            return BlobClient.of(SignedIn.again(server, "ann@one.test"));
        } catch (UncheckedIOException e) {
            // The server closes connections that are idle by its clock.
            return BlobClient.of(SignedIn.again(server, "ann@one.test"));
        }
    }

    @Test
    @Covers("BLOB-04")
    void unreferencedBlobIsRemoved24HoursAfterLastTouch() {
        String young = inNewPack("touched a day ago but for a minute");
        String old = inNewPack("touched a day and a minute ago");
        String required = inNewPack("older and referred to");
        String both = inNewPack("two hold it, one needs it");
        BlobClient bob = BlobClient.of(SignedIn.as(server, "bob@one.test"));
        bob.store("two hold it, one needs it");
        refer(bob, both, false);
        refer(ann, required, false);
        files.touch(young, now().minus(Duration.ofHours(24)).plusSeconds(60));
        files.touch(old, now().minus(Duration.ofHours(24)).minusSeconds(60));
        files.touch(required, Instant.EPOCH);
        files.touch(both, now().minus(Duration.ofDays(3)));
        collect();
        assertThat(ann.text(young)).startsWith("200");
        assertThat(ann.text(old)).startsWith("404");
        assertThat(files.of(old)).isEmpty();
        assertThat(ann.text(required)).startsWith("200");
        assertThat(ann.text(both)).startsWith("404");
        assertThat(bob.text(both)).startsWith("200");
        refer(ann, required, true);
        collect();
        assertThat(ann.text(required)).startsWith("404");
    }

    @Test
    @Covers("BLOB-05")
    void blobWithUnreadableTimestampIsKeptAndReported() {
        String future = inNewPack("from the future");
        files.touch(future, now().plus(Duration.ofDays(365)));
        assertThat(collect().path("undated").asInt()).isEqualTo(1);
        assertThat(ann.text(future)).startsWith("200");
        assertThat(server.err()).contains("are in the future or cannot be read");
        files.touch(future, now());
    }

    @Test
    @Covers("BLOB-04")
    void serverCollectsUnreferencedBlobsHourly() {
        String blob = ann.store("collected by the hour");
        advance(Duration.ofHours(23));
        assertThat(ann.who().server().isAlive()).isTrue();
        ann = BlobClient.of(SignedIn.again(server, "ann@one.test"));
        assertThat(ann.text(blob)).startsWith("200");
        advance(Duration.ofMinutes(61));
        server.await("collected", () -> files.of(blob).isEmpty());
        assertThat(ann.text(blob)).startsWith("404");
    }

    @Test
    @Covers("ADM-10")
    void erasedAccountLeavesNoBlobs() {
        BlobClient dora = BlobClient.of(SignedIn.as(server, "dora@one.test"));
        BlobClient dan = BlobClient.of(SignedIn.as(server, "dan@one.test"));
        String own = dora.store("of dora alone");
        String required = dora.store("of dora alone, referred to");
        refer(dora, required, false);
        String both = dora.store("of dora and dan");
        dan.store("of dora and dan");
        HttpResponse<String> response =
                server.admin("DELETE", "/accounts/" + dora.who().accountId(), "");
        String job = SignedIn.json(response).at("/job/id").asText();
        server.await(
                "erased", () -> server.command("", "job", "show", job).out().contains("done"));
        assertThat(files.of(own)).isEmpty();
        assertThat(files.of(required)).isEmpty();
        assertThat(dan.text(both)).isEqualTo("200 of dora and dan");
    }
}
