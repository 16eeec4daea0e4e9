package svc.mailauth;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import svc.testkit.Prerequisite;

/** The test mode of opendkim, which verifies files with keys from a file. It uses the time of the machine. */
final class OpenDkim {

    private static final Path UNPACKED =
            Path.of("../../target/packages/opendkim").toAbsolutePath();
    private static final int MOST_FILES = 500;
    private static final Pattern RESULT = Pattern.compile("\\sdkim=([a-z]+)([^;]*?) header\\.b=\"?([^;\"\\s]+)");

    private static final Map<String, String> UNREADABLE = Map.of(OtherVerifier.UNREADABLE, "");

    private OpenDkim() {}

    /** Returns the results for messages by the start of the signature. */
    static List<Map<String, String>> verify(String test, List<String> messages, Zone zone, Path folder)
            throws Exception {
        Prerequisite.installable(test, Files.isDirectory(UNPACKED), "opendkim is not unpacked");
        Path keys = Files.write(
                folder.resolve("keys"),
                zone.lines().stream()
                        .map(line -> line.split("\t", -1))
                        .filter(words -> words[0].equals("record"))
                        .map(words -> words[2] + " " + words[3])
                        .toList());
        Path configuration = Files.writeString(
                folder.resolve("opendkim.conf"),
                "Syslog no\nMode v\nAlwaysAddARHeader yes\nAuthservID test\nMaximumSignaturesToVerify 5\nTestPublicKeys "
                        + keys + "\n");
        List<String> files = new ArrayList<>();
        for (String message : messages) {
            Path file = folder.resolve("m" + files.size());
            files.add(Files.write(file, Signer.octets(message)).toString());
        }
        List<Map<String, String>> results = new ArrayList<>();
        while (results.size() < files.size()) {
            List<String> rest = files.subList(results.size(), Math.min(files.size(), results.size() + MOST_FILES));
            results.addAll(run(configuration, rest, folder.resolve("output")));
        }
        return results;
    }

    private static List<Map<String, String>> run(Path configuration, List<String> files, Path output) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                        UNPACKED + "/usr/sbin/opendkim",
                        "-x",
                        configuration.toString(),
                        "-vv",
                        "-t",
                        String.join(",", files))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .redirectOutput(output.toFile());
        builder.environment().put("LD_LIBRARY_PATH", UNPACKED + "/usr/lib:" + UNPACKED + "/usr/lib/x86_64-linux-gnu");
        Process process = builder.start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        return results(Files.readString(output, ISO_8859_1), files);
    }

    private static List<Map<String, String>> results(String output, List<String> files) {
        List<Map<String, String>> results = new ArrayList<>();
        Map<String, String> one = new TreeMap<>();
        for (String text : output.split("\n(?=opendkim: |###)", -1)) {
            Matcher each = RESULT.matcher(text);
            while (each.find()) {
                String reason = each.group(2).replaceAll("(?s) header.d=.*|\\(.*?\\)", "");
                String result = each.group(1).equals("pass") ? "pass" : "fail" + reason;
                one.merge(each.group(3), result, (first, second) -> first.equals("pass") ? first : second);
            }
            if (text.startsWith("opendkim: ")) {
                while (!text.startsWith("opendkim: " + files.get(results.size()) + ":")) {
                    results.add(UNREADABLE);
                }
                results.add(one);
                one = new TreeMap<>();
            }
        }
        if (results.size() < files.size()) {
            results.add(UNREADABLE); // it ends after this message
        }
        return results;
    }
}
