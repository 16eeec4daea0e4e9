package svc.launcher.rules;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The size of one bundle.
 *
 * @param bundle its name
 * @param lines all lines of its main sources
 * @param code their lines of code: blank lines, comments and imports do not count
 * @param files the number of its main sources
 * @param packages the number of its packages
 * @param largest the number of files of the largest package
 * @param median the median of the lines of code of a file
 * @param ninetieth the 90th percentile of the lines of code of a file
 * @param testLines all lines of its tests
 */
record BundleSize(
        String bundle,
        int lines,
        int code,
        int files,
        int packages,
        int largest,
        int median,
        int ninetieth,
        int testLines) {

    static final String HEAD =
            "bundle\tlines\tcode\tfiles\tpackages\tlargest package\tmedian\t90th percentile\ttest lines";

    /** Measures the sources of a bundle. */
    static BundleSize of(String bundle, List<Path> main, List<Path> test) throws IOException {
        int lines = 0;
        List<Integer> codes = new ArrayList<>();
        for (Path file : main) {
            List<String> all = Files.readAllLines(file);
            lines += all.size();
            codes.add(Sizes.code(
                    all.stream().filter(line -> !line.startsWith("import ")).toList()));
        }
        Collections.sort(codes);
        Map<Path, Long> packages = main.stream().collect(Collectors.groupingBy(Path::getParent, Collectors.counting()));
        int testLines = 0;
        for (Path file : test) {
            testLines += Files.readAllLines(file).size();
        }
        return new BundleSize(
                bundle,
                lines,
                codes.stream().mapToInt(Integer::intValue).sum(),
                main.size(),
                packages.size(),
                packages.values().stream().mapToInt(Long::intValue).max().orElse(0),
                at(codes, 0.5),
                at(codes, 0.9),
                testLines);
    }

    private static int at(List<Integer> sorted, double share) {
        return sorted.isEmpty() ? 0 : sorted.get((int) (share * (sorted.size() - 1)));
    }

    /** A line of the report. */
    String line() {
        return String.join(
                "\t",
                bundle,
                "" + lines,
                "" + code,
                "" + files,
                "" + packages,
                "" + largest,
                "" + median,
                "" + ninetieth,
                "" + testLines);
    }
}
