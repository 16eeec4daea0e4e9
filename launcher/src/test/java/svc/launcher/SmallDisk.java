package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import svc.testkit.Prerequisite;

/**
 * A home on a small disk of its own, which tests fill up. Only root can create one: these tests are left out for other
 * users.
 */
record SmallDisk(Path home) {

    /** The least size of a file on disk. */
    static final int PAGE = 4_096;

    static final int MEBIBYTE = 1 << 20;

    static SmallDisk at(Path home) throws Exception {
        Files.createDirectories(home);
        Prerequisite.machine(
                "tests on a small disk",
                done("mount", "-t", "tmpfs", "-o", "size=48m,mode=700", "svc-test", home.toString()),
                "tmpfs cannot be mounted");
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

    /** Removes the disk after the server has stopped. */
    void remove() throws Exception {
        assertThat(done("umount", home.toString())).isTrue();
    }

    private Path ballast() {
        return home.resolve("ballast");
    }

    /** Fills the disk except for some bytes. */
    void fill(long remaining) throws IOException {
        try (OutputStream out = Files.newOutputStream(ballast())) {
            byte[] page = new byte[PAGE];
            while (home.toFile().getUsableSpace() > remaining) {
                out.write(page);
            }
        }
    }

    /** Removes the files that fill the disk. */
    void empty() throws IOException {
        Files.delete(ballast());
    }
}
