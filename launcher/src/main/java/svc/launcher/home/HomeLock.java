package svc.launcher.home;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The exclusive lock of a home. The framework's own lock in the cache is lost when the cache is cleaned at a start.
 * Therefore the launcher first locks a separate file. The operating system releases the lock when the process ends.
 */
public final class HomeLock implements AutoCloseable {

    private final Home home;
    private final FileChannel channel;

    private HomeLock(Home home, FileChannel channel) {
        this.home = home;
        this.channel = channel;
    }

    /** Returns the locked home. */
    public Home home() {
        return home;
    }

    /** Takes the lock. If another process holds it, refuses the start and names that process. */
    public static HomeLock take(Home home) {
        return tryTake(home)
                .orElseThrow(() -> new LaunchException(
                        "Another svc" + holder(home) + " uses the home " + home.directory() + ".",
                        "Stop it first (svc shutdown --home " + home.directory() + "), or choose another home."));
    }

    /** Takes the lock unless another process holds it. */
    public static Optional<HomeLock> tryTake(Home home) {
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

    /** Returns whether no process holds the lock. To determine this, the lock is taken and released. */
    public static boolean isFree(Home home) {
        try (FileChannel channel = FileChannel.open(file(home), StandardOpenOption.READ);
                FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true)) {
            return lock != null;
        } catch (NoSuchFileException e) {
            return true;
        } catch (IOException e) {
            throw Disk.refusal("The lock of the home " + home.directory() + " cannot be read", e);
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
