package svc.net;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A server with the default limits for each test. */
abstract class LineServerFixture {

    @TempDir
    static Path home;

    RunningLineServer running;

    @BeforeEach
    final void start() {
        running = RunningLineServer.at(home);
    }

    @AfterEach
    final void stop() {
        running.close();
    }
}
