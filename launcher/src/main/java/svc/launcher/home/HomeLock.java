package svc.launcher;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The one right to use a home. The framework's own cache lock does not hold when its cache is cleaned at a start, so the
 * launcher locks a file of its own before anything else; the operating system lets it go when the process ends, however.
 */
final class HomeLock implements AutoCloseable {

    private final Home home;
    private final FileChannel channel;

    private HomeLock(Home home, FileChannel channel) {
        this.home = home;
        this.channel = channel;
    }

    /** The home that this process alone may use. */
    Home home() {
        return home;
    }

    /** Takes the lock, or refuses and names the process that has it. */
    static HomeLock take(Home home) {
        return tryTake(home)
                .orElseThrow(() -> new Refusal(
                        "Another svc" + holder(home) + " uses the home " + home.directory() + ".",
                        "Stop it first (svc shutdown --home " + home.directory() + "), or choose another home."));
    }

    /** Takes the lock unless another process has it. */
    static Optional<HomeLock> tryTake(Home home) {
        Path file = file(home);
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            try {
                FileLock lock = channel.tryLock();
                if (lock == null) {
                    channel.close();
                    return Optional.empty();
                }
                byte[] pid = (ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.US_ASCII);
                channel.truncate(0).write(ByteBuffer.wrap(pid));
                return Optional.of(new HomeLock(home, channel));
            } catch (OverlappingFileLockException here) {
                channel.close();
                return Optional.empty();
            }
        } catch (IOException e) {
            throw Disk.refusal("The home " + home.directory() + " cannot be written", e);
        }
    }

    private static String holder(Home home) {
        try {
            String pid = Files.readString(file(home)).strip();
            return pid.isEmpty() ? "" : " (process " + pid + ")";
        } catch (IOException e) {
            return "";
        }
    }

    private static Path file(Home home) {
        return home.run().resolve("svc.lock");
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
