package svc.launcher.client;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import svc.shell.socket.Frames;

/** A connection to the command socket of a home's server, for one command or one shell. */
public final class SocketClient implements AutoCloseable {

    /** The exit code when no server responds. */
    public static final int UNREACHABLE = 3;

    /** One byte more than the server accepts, so that the server reports input that is too long. */
    private static final int LONGEST_INPUT = 1_000_001;

    private static final int PIECE = 65_536;

    private final SocketChannel channel;
    private final Frames frames;

    private SocketClient(SocketChannel channel) {
        this.channel = channel;
        this.frames = Frames.ofClient(channel);
    }

    /** Connects to the server of a home; empty when none responds. */
    public static Optional<SocketClient> connect(Path home) {
        Path socket = SocketPath.socket(home);
        try {
            return Optional.of(new SocketClient(SocketChannel.open(UnixDomainSocketAddress.of(socket))));
        } catch (IOException | IllegalArgumentException unreachable) {
            return Optional.empty();
        }
    }

    /** Returns whether a server of a home responds. */
    public static boolean answers(Path home) {
        try (SocketClient client = connect(home).orElse(null)) {
            return client != null;
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns why this user cannot determine whether a server runs; empty when access is permitted. */
    public static Optional<String> forbidden(Path home) {
        Path socket = SocketPath.socket(home);
        Path run = home.resolve("run");
        for (Path needed : List.of(home, run, socket)) {
            boolean enough = Files.isDirectory(needed) ? Files.isExecutable(needed) : Files.isWritable(needed);
            if (Files.exists(needed) && !enough) {
                return Optional.of(
                        "svc: You may not use " + needed + ", so it is not known whether a server runs there."
                                + " Run the command as the user that runs the server.");
            }
        }
        return Optional.empty();
    }

    /** Returns the two sentences for {@link #UNREACHABLE}. */
    public static String unreachable(Path home) {
        return forbidden(home)
                .orElse("svc: No server answers in " + home + ". Start it with svc run --home " + home
                        + ", or name another home with --home.");
    }

    /**
     * Runs one command.
     *
     * @param words the words after {@code svc}, without {@code --home}
     * @param directory the working directory of the user
     * @param in standard input, which is read to its end if a word ends with {@code -stdin}
     */
    public int command(List<String> words, Path directory, InputStream in, PrintStream out, PrintStream err) {
        try {
            frames.open("command", directory, words);
            if (words.stream().anyMatch(word -> word.startsWith("--") && word.endsWith("-stdin"))) {
                input(in);
            }
            frames.send(Frames.END, new byte[0], 0, 0);
            return relay(out, err);
        } catch (IOException e) {
            return lost(out, err);
        }
    }

    /**
     * Relays a shell until it ends. The thread that reads {@code in} is a daemon thread, because it may still be
     * waiting for a line when the shell ends.
     *
     * @param prompt whether the input is interactive
     */
    public int shell(Path directory, boolean prompt, InputStream in, PrintStream out, PrintStream err) {
        try {
            frames.open(prompt ? "shell" : "script", directory, List.of());
            Thread typing = new Thread(() -> type(in), "svc-typing");
            typing.setDaemon(true);
            typing.start();
            return relay(out, err);
        } catch (IOException e) {
            return lost(out, err);
        }
    }

    /**
     * Runs a shell line by line until it ends.
     *
     * @param lines returns the next line when the server is ready for it; empty at the end
     */
    public int lines(Path directory, Supplier<Optional<String>> lines, PrintStream out, PrintStream err) {
        try {
            frames.open("lines", directory, List.of());
            return relay(out, err, lines);
        } catch (IOException e) {
            return lost(out, err);
        }
    }

    private void next(Optional<String> line) throws IOException {
        if (line.isEmpty()) {
            frames.send(Frames.END, new byte[0], 0, 0);
            return;
        }
        input(new ByteArrayInputStream((line.get() + "\n").getBytes(StandardCharsets.UTF_8)));
    }

    private void input(InputStream in) throws IOException {
        int left = LONGEST_INPUT;
        for (byte[] piece = in.readNBytes(PIECE); piece.length > 0; piece = in.readNBytes(Math.min(PIECE, left))) {
            frames.send(Frames.INPUT, piece, 0, piece.length);
            left -= piece.length;
        }
    }

    private void type(InputStream in) {
        byte[] some = new byte[8_192];
        try {
            for (int n = in.read(some); n >= 0; n = in.read(some)) {
                frames.send(Frames.INPUT, some, 0, n);
            }
            frames.send(Frames.END, new byte[0], 0, 0);
        } catch (IOException ended) {
            // the server has closed the connection; the thread that relays its output reports it
            return;
        }
    }

    private int relay(PrintStream out, PrintStream err) throws IOException {
        return relay(out, err, Optional::empty);
    }

    private int relay(PrintStream out, PrintStream err, Supplier<Optional<String>> lines) throws IOException {
        ProgressLine progress = new ProgressLine(err);
        while (true) {
            Frames.Frame frame = frames.next();
            if (frame.type() != Frames.PROGRESS) {
                progress.clear();
            }
            switch (frame.type()) {
                case Frames.OUT -> write(out, frame);
                case Frames.ERR -> write(err, frame);
                case Frames.NEXT -> next(lines.get());
                case Frames.PROGRESS -> show(progress, frame.content());
                case Frames.EXIT -> {
                    return frame.content().getInt();
                }
                default -> throw new EOFException("not the protocol");
            }
        }
    }

    private static void show(ProgressLine progress, ByteBuffer content) throws EOFException {
        if (content.remaining() < 2 * Long.BYTES) {
            throw new EOFException("not the protocol");
        }
        progress.show(
                content.getLong(),
                content.getLong(),
                StandardCharsets.UTF_8.decode(content).toString());
    }

    private static void write(OutputStream stream, Frames.Frame frame) throws IOException {
        stream.write(frame.content().array(), 0, frame.content().remaining());
        stream.flush();
    }

    private static int lost(PrintStream out, PrintStream err) {
        out.flush();
        err.println("svc: The server ended the connection before the answer was complete."
                + " Read its log; the server may have completed the command.");
        return UNREACHABLE;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
