package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A home on a small disk of its own, which tests fill up. Only root may make one: others leave these tests out. */
record SmallDisk(Path home) {

    /** What a file takes at least. */
    static final int PAGE = 4_096;

    static final int MEBIBYTE = 1 << 20;

    static SmallDisk at(Path home) throws Exception {
        Files.createDirectories(home);
        assumeTrue(done("mount", "-t", "tmpfs", "-o", "size=48m,mode=700", "svc-test", home.toString()));
        return new SmallDisk(home);
    }

    private static boolean done(String... command) throws Exception {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return process.exitValue() == 0;
    }

    /** Once no server uses it any more. */
    void remove() throws Exception {
        assertThat(done("umount", home.toString())).isTrue();
    }

    private Path ballast() {
        return home.resolve("ballast");
    }

    /** Leaves so much room. */
    void fill(long left) throws IOException {
        try (OutputStream out = Files.newOutputStream(ballast())) {
            byte[] page = new byte[PAGE];
            while (home.toFile().getUsableSpace() > left) {
                out.write(page);
            }
        }
    }

    /** There is room again. */
    void empty() throws IOException {
        Files.delete(ballast());
    }
}
