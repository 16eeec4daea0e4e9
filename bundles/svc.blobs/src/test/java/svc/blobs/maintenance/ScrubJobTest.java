package svc.blobs.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.blob.BlobId;
import svc.api.health.Finding;
import svc.api.health.Finding.Status;
import svc.api.identity.Account;
import svc.blobs.account.BlobsFixture;

class ScrubJobTest {

    @TempDir
    Path directory;

    private static Finding finding(BlobsFixture fixture) {
        return new ScrubCheck(fixture.store, fixture.bytes).run().get(0);
    }

    @Test
    void reportsMissingAndDamagedBlobsUntilRepairedOrRemoved() {
        try (BlobsFixture fixture = new BlobsFixture(directory)) {
            Account ann = fixture.account("o1", "ann");
            Account eve = fixture.account("o2", "eve");
            for (int i = 0; i < 70; i++) {
                fixture.upload(ann, "blob " + i);
            }
            BlobId damaged = fixture.upload(ann, "damaged");
            BlobId missing = fixture.upload(eve, "missing");
            ScrubJob scrub = new ScrubJob(fixture.store, fixture.bytes, fixture.losses, fixture.clock);
            assertThat(finding(fixture).status()).isEqualTo(Status.SKIPPED);
            scrub.run("all", words -> {});
            assertThat(finding(fixture).status()).isEqualTo(Status.OK);
            assertThat(finding(fixture).facts()).containsEntry("blobs", 72L);

            fixture.bytes.damage("o1", damaged);
            fixture.bytes.lose("o2", missing);
            scrub.run("all", words -> {});
            assertThat(finding(fixture).status()).isEqualTo(Status.FAIL);
            assertThat(finding(fixture).facts()).containsEntry("damaged", 2L);
            assertThat(fixture.losses.count()).isEqualTo(2);
            scrub.run("all", words -> {});
            assertThat(fixture.losses.count()).as("told once").isEqualTo(2);

            fixture.upload(eve, "missing");
            fixture.erase(ann);
            scrub.run("all", words -> {});
            assertThat(finding(fixture).status()).isEqualTo(Status.OK);
        }
    }

    @Test
    void healthCheckFindsMissingFilesInARandomSample() {
        try (BlobsFixture fixture = new BlobsFixture(directory)) {
            ScrubCheck check = new ScrubCheck(fixture.store, fixture.bytes);
            assertThat(check.run().get(1).status()).isEqualTo(Status.SKIPPED);
            Account ann = fixture.account("o1", "ann");
            Account eve = fixture.account("o2", "eve");
            for (int i = 0; i < 20; i++) {
                fixture.upload(ann, "blob " + i);
            }
            BlobId missing = fixture.upload(eve, "missing");
            assertThat(check.run().get(1).status()).isEqualTo(Status.OK);
            fixture.bytes.lose("o2", missing);
            Finding finding = check.run().get(1);
            assertThat(finding.check()).isEqualTo("blob-files");
            assertThat(finding.status()).isEqualTo(Status.FAIL);
            assertThat(finding.detail()).contains(missing.toString()).contains("o2");
            assertThat(finding.facts()).containsEntry("wrong", 1);
        }
    }
}
