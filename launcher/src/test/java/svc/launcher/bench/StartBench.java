package svc.launcher.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The duration and cost of a start until the server is ready, with an empty home and with a used one. */
final class StartBench implements Measurement {

    private static final int STARTS = 7;

    private final Path distribution;

    StartBench(Path distribution) {
        this.distribution = distribution;
    }

    /** A start: milliseconds until ready, milliseconds of CPU until then, MB of memory in use then. */
    private record Start(double ready, double cpu, double memory) {}

    @Override
    public List<Figure> on(Jdk jdk, Path directory) throws Exception {
        Path kept = directory.resolve("kept");
        start(jdk, kept);
        List<Start> empty = new ArrayList<>();
        List<Start> used = new ArrayList<>();
        for (int i = 0; i < STARTS; i++) {
            empty.add(start(jdk, directory.resolve("empty" + i)));
            used.add(start(jdk, kept));
        }
        List<Figure> figures = new ArrayList<>(figures("start, empty home: ", empty));
        figures.addAll(figures("start, used home: ", used));
        return figures;
    }

    private Start start(Jdk jdk, Path home) throws Exception {
        try (BenchServer server = BenchServer.start(distribution, jdk, home)) {
            return new Start(server.untilReady().toMillis(), server.cpu().toMillis(), server.memory());
        }
    }

    private static List<Figure> figures(String home, List<Start> starts) {
        List<Double> ready = starts.stream().map(Start::ready).toList();
        return List.of(
                Figure.of(home + "ready, best of " + STARTS, "ms", Figure.least(ready)),
                Figure.of(home + "ready, median", "ms", Figure.median(ready)),
                Figure.of(
                        home + "CPU until then, median",
                        "ms",
                        Figure.median(starts.stream().map(Start::cpu).toList())),
                Figure.of(
                        home + "memory then, median",
                        "MB",
                        Figure.median(starts.stream().map(Start::memory).toList())));
    }
}
