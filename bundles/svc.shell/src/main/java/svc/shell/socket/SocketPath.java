package svc.shell.socket;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The path of the command socket: {@code run/svc.sock} of the home. If this path is too long for the operating system,
 * the socket is in a short private directory, and {@code run/svc.sock.at} contains its path, so that the next start can
 * delete it after a crash.
 */
record SocketPath(Path run, Path socket) {
    private static final int LONGEST_PATH = 107;
    private static final String NAME = "svc.sock";
    private static final Set<PosixFilePermission> OWNER_DIRECTORY = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> OWNER_FILE = PosixFilePermissions.fromString("rw-------");

    /** Prepares the directory. Only the owner can access it before the socket is created. */
    static SocketPath prepare(Path home, Path shortDirectories) throws IOException {
        Path run = home.resolve("run");
        Files.createDirectories(run);
        Files.setPosixFilePermissions(run, OWNER_DIRECTORY);
        clear(run, shortDirectories);
        Path socket = run.resolve(NAME);
        if (bytes(socket) > LONGEST_PATH) {
            Path directory = Files.createTempDirectory(
                    shortDirectories, "svc-", PosixFilePermissions.asFileAttribute(OWNER_DIRECTORY));
            socket = directory.resolve(NAME);
            Files.writeString(note(run), socket.toString());
        }
        return new SocketPath(run, socket);
    }

    /**
     * Deletes the socket of a process that has ended. The caller holds the lock of the home, so no other process can
     * use the socket.
     */
    private static void clear(Path run, Path shortDirectories) throws IOException {
        Path usual = run.resolve(NAME);
        if (bytes(usual) <= LONGEST_PATH && answers(usual)) {
            throw new IOException("another server answers at " + usual);
        }
        Files.deleteIfExists(usual);
        if (Files.exists(note(run))) {
            Path elsewhere = Path.of(Files.readString(note(run)).strip());
            Path directory = elsewhere.getParent();
            boolean ours = directory != null
                    && shortDirectories.equals(directory.getParent())
                    && directory.getFileName().toString().startsWith("svc-")
                    && elsewhere.endsWith(NAME);
            if (ours && !answers(elsewhere)) {
                Files.deleteIfExists(elsewhere);
                Files.deleteIfExists(directory);
            }
            Files.delete(note(run));
        }
    }

    private static boolean answers(Path socket) {
        if (!Files.exists(socket)) {
            return false;
        }
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            return channel.isConnected();
        } catch (IOException dead) {
            return false;
        }
    }

    ServerSocketChannel open() throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.bind(UnixDomainSocketAddress.of(socket));
            Files.setPosixFilePermissions(socket, OWNER_FILE);
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    void remove() throws IOException {
        Files.deleteIfExists(socket);
        Path directory = socket.getParent();
        if (directory != null && !directory.equals(run)) {
            Files.deleteIfExists(directory);
            Files.deleteIfExists(note(run));
        }
    }

    private static Path note(Path run) {
        return run.resolve(NAME + ".at");
    }

    private static int bytes(Path path) {
        return path.toString().getBytes(StandardCharsets.UTF_8).length;
    }
}
