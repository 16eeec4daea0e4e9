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

    private static Finding finding(BlobsFixture depot) {
        return new ScrubCheck(depot.store, depot.bytes).run().get(0);
    }

    @Test
    void reportsMissingAndDamagedBlobsUntilRepairedOrRemoved() {
        try (BlobsFixture depot = new BlobsFixture(directory)) {
            Account ann = depot.account("o1", "ann");
            Account eve = depot.account("o2", "eve");
            for (int i = 0; i < 70; i++) {
                depot.upload(ann, "blob " + i);
            }
            BlobId damaged = depot.upload(ann, "damaged");
            BlobId missing = depot.upload(eve, "missing");
            ScrubJob scrub = new ScrubJob(depot.store, depot.bytes, depot.losses, depot.clock);
            assertThat(finding(depot).status()).isEqualTo(Status.SKIPPED);
            scrub.run("all", words -> {});
            assertThat(finding(depot).status()).isEqualTo(Status.OK);
            assertThat(finding(depot).facts()).containsEntry("blobs", 72L);

            depot.bytes.damage("o1", damaged);
            depot.bytes.lose("o2", missing);
            scrub.run("all", words -> {});
            assertThat(finding(depot).status()).isEqualTo(Status.FAIL);
            assertThat(finding(depot).facts()).containsEntry("damaged", 2L);
            assertThat(depot.losses.count()).isEqualTo(2);
            scrub.run("all", words -> {});
            assertThat(depot.losses.count()).as("told once").isEqualTo(2);

            depot.upload(eve, "missing");
            depot.erase(ann);
            scrub.run("all", words -> {});
            assertThat(finding(depot).status()).isEqualTo(Status.OK);
        }
    }

    @Test
    void healthCheckFindsMissingFilesInARandomSample() {
        try (BlobsFixture depot = new BlobsFixture(directory)) {
            ScrubCheck check = new ScrubCheck(depot.store, depot.bytes);
            assertThat(check.run().get(1).status()).isEqualTo(Status.SKIPPED);
            Account ann = depot.account("o1", "ann");
            Account eve = depot.account("o2", "eve");
            for (int i = 0; i < 20; i++) {
                depot.upload(ann, "blob " + i);
            }
            BlobId missing = depot.upload(eve, "missing");
            assertThat(check.run().get(1).status()).isEqualTo(Status.OK);
            depot.bytes.lose("o2", missing);
            Finding finding = check.run().get(1);
            assertThat(finding.check()).isEqualTo("blob-files");
            assertThat(finding.status()).isEqualTo(Status.FAIL);
            assertThat(finding.detail()).contains(missing.toString()).contains("o2");
            assertThat(finding.facts()).containsEntry("wrong", 1);
        }
    }
}
