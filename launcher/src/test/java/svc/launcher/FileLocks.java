package svc.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The POSIX locks of a process on a file, as the kernel lists them.
 *
 * @param file the file
 * @param pid the process
 */
record FileLocks(Path file, long pid) {

    private static final Path KERNEL = Path.of("/proc/locks");

    static FileLocks ofDatabase(RunningServer server) {
        return new FileLocks(server.home().resolve("data/svc.db"), server.pid());
    }

    /** Returns a line for each lock: its kind and its bytes. */
    List<String> lines() {
        try {
            String inode = ":" + Files.getAttribute(file, "unix:ino");
            return Files.readAllLines(KERNEL).stream()
                    .map(line -> line.trim().split("\\s+"))
                    .filter(words -> words[4].equals(Long.toString(pid)) && words[5].endsWith(inode))
                    .map(words -> words[1] + " " + words[3] + " " + words[6] + "-" + words[7])
                    .distinct() // While other locks change, the kernel can list a lock twice.
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
