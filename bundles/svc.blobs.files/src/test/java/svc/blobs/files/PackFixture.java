package svc.blobs.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import svc.blobs.files.pack.PackEntry;
import svc.blobs.files.pack.Place;
import svc.testkit.SettableWallClock;

/** A home with small blobs in packs, which the tests may start again. */
abstract class PackFixture {

    @TempDir
    Path directory;

    PackHome home;

    @BeforeEach
    final void startHome() throws IOException {
        home = PackHome.started(directory, new SettableWallClock());
    }

    @AfterEach
    final void closeHome() {
        home.close();
    }

    /** Returns the stored body of an entry and its padding. */
    final byte[] body(Place place) throws IOException {
        byte[] pack = Files.readAllBytes(home.blobs().packs().path(place.pack()));
        return Arrays.copyOfRange(pack, (int) place.at() + PackEntry.HEADER, (int) place.end());
    }
}
