package svc.blobs.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Kills a store of files. */
final class KilledBlobsTest extends KilledProcessFixture {

    private static final int LINES = 150;

    @Test
    void acknowledgedBlobsSurviveThreeKills() throws Exception {
        kill(3, LINES);
    }

    @Test
    @Tag("soak")
    void acknowledgedBlobsSurviveTwoHundredKills() throws Exception {
        kill(200, LINES);
    }

    @Override
    LimitedProcess start(int round, long seed) throws IOException {
        return LimitedProcess.of(
                List.of(), List.of("-XX:TieredStopAtLevel=1"), BlobWriterProcess.class, directory, seed);
    }

    @Override
    Set<String> examine(int round) throws IOException {
        Home home = Home.started(directory);
        Set<String> whole = whole(home.blobs());
        assertThat(home.leftOver()).isEmpty();
        return whole;
    }
}
