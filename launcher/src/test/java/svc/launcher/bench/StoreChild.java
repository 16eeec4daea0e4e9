package svc.launcher.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The store alone, in a Java of its own: {@code svc.store.sqlite.StoreBench} measures inside and prints its figures. */
final class StoreChild implements Measurement {

    @Override
    public List<Figure> on(Jdk jdk, Path directory) throws Exception {
        Process process = new ProcessBuilder(
                        jdk.home().resolve("bin/java").toString(),
                        "-XX:+UseSerialGC",
                        "-Xmx512m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Dslf4j.internal.verbosity=ERROR",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "svc.store.sqlite.StoreBench",
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<Figure> figures = new ArrayList<>();
        try (BufferedReader out = process.inputReader()) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                String[] columns = line.split("\t", -1);
                figures.add(Figure.of("store, " + columns[0], columns[1], Double.parseDouble(columns[2])));
            }
        }
        if (process.waitFor() != 0) {
            throw new IOException("The store's measurement ended with " + process.exitValue());
        }
        return figures;
    }
}
