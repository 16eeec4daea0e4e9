package svc.launcher;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import svc.launcher.client.SocketClient;
import svc.launcher.home.Distribution;
import svc.launcher.home.Home;
import svc.launcher.home.HomeLock;
import svc.launcher.home.LaunchException;

/** {@code svc status} for a home without a responding server. Its exit code is {@link SocketClient#UNREACHABLE}. */
final class StatusWithoutServer {

    private static final double GIGA = 1e9;

    private final Distribution distribution;
    private final Home home;

    StatusWithoutServer(Distribution distribution, Home home) {
        this.distribution = distribution;
        this.home = home;
    }

    int print(List<String> words, PrintStream out, PrintStream err) throws IOException {
        List<String> unknown =
                words.stream().skip(1).filter(word -> !word.equals("--json")).toList();
        if (!unknown.isEmpty()) {
            throw new LaunchException(
                    "svc status does not support " + unknown.get(0) + ".",
                    "Write svc status [--home DIR] [--json].",
                    2);
        }
        Path directory = home.directory();
        Optional<String> forbidden = SocketClient.forbidden(directory);
        if (forbidden.isPresent()) {
            err.println(forbidden.get());
            return SocketClient.UNREACHABLE;
        }
        boolean there = Files.isDirectory(directory);
        String state = !there ? "no-home" : held() ? "unresponsive" : "stopped";
        FileStore disk = Files.getFileStore(there ? directory : Path.of("/"));
        out.print(words.contains("--json") ? json(state, disk) : text(state, disk));
        return SocketClient.UNREACHABLE;
    }

    /** Returns whether a process that does not respond holds the lock of the home. */
    private boolean held() throws IOException {
        if (!Files.isDirectory(home.run())) {
            return false;
        }
        Optional<HomeLock> lock = HomeLock.tryTake(home);
        if (lock.isPresent()) {
            lock.get().close();
        }
        return lock.isEmpty();
    }

    private String text(String state, FileStore disk) throws IOException {
        Path directory = home.directory();
        String what = switch (state) {
            case "no-home" -> "There is no home in this directory. Create one with svc init --home " + directory;
            case "unresponsive" -> "A process holds this home but does not answer: it starts or stops";
            default -> "No server runs. Start it with svc run --home " + directory;
        };
        return String.format(
                Locale.ROOT,
                "state    %s%n         %s.%nversion  %s%nhome     %s%ndisk     %.1f GB free of %.1f GB%n",
                state,
                what,
                distribution.version(),
                directory,
                disk.getUsableSpace() / GIGA,
                disk.getTotalSpace() / GIGA);
    }

    private String json(String state, FileStore disk) throws IOException {
        String path = home.directory().toString().replace("\\", "\\\\").replace("\"", "\\\"");
        return "{\"state\":\"" + state + "\",\"version\":\"" + distribution.version() + "\",\"home\":\"" + path
                + "\",\"disk\":{\"free_bytes\":" + disk.getUsableSpace() + ",\"total_bytes\":" + disk.getTotalSpace()
                + "}}\n";
    }
}
