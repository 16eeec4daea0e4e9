package svc.launcher.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A part of the server alone, in a Java process that measures itself and prints its figures.
 *
 * @param part the name of the measurement
 * @param main the class that measures: {@code svc.store.sqlite.StoreBench}, {@code svc.blobs.files.BlobBench}
 */
record BenchChild(String part, String main) implements Measurement {

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
                        main,
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<Figure> figures = new ArrayList<>();
        try (BufferedReader out = process.inputReader()) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                String[] columns = line.split("\t", -1);
                figures.add(Figure.of(part + ", " + columns[0], columns[1], Double.parseDouble(columns[2])));
            }
        }
        if (process.waitFor() != 0) {
            throw new IOException("The measurement of " + part + " ended with " + process.exitValue());
        }
        return figures;
    }
}
