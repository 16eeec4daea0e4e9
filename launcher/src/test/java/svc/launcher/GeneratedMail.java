package svc.launcher;

import static java.util.Objects.requireNonNull;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Generated messages with all kinds of bytes. The same number gives the same message; some messages are duplicates. */
final class GeneratedMail {

    private static final int TWICE = 50;

    private GeneratedMail() {}

    /** Returns a message; each fiftieth is a duplicate of the one before. */
    static byte[] message(int number) {
        int n = number % TWICE == TWICE - 1 ? number - 1 : number;
        Random random = new Random(n);
        String end = n % 3 == 0 ? "\n" : "\r\n";
        StringBuilder text = new StringBuilder("From: Bob <b" + n % 97 + "@example.test>" + end)
                .append("To: ann@example.test" + end)
                .append("Subject: Number " + n + " of " + n % 400 + end)
                .append("Message-ID: <n" + n + "@example.test>" + end)
                .append(n % 7 == 0 ? "Status: RO" + end : "")
                .append(end);
        for (int lines = random.nextInt(30); lines >= 0; lines--) {
            text.append(
                            switch (random.nextInt(12)) {
                                case 0 -> "From here on";
                                case 1 -> ">From there";
                                case 2 -> "";
                                case 3 -> "From a@b.test Sat Jan  3 01:05:34 1996";
                                default -> "words ".repeat(1 + random.nextInt(20)) + random.nextInt();
                            })
                    .append(lines == 0 && n % 5 == 0 ? "" : end);
        }
        return text.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Writes the first messages to an mbox file, quoted, and each with a line end after it. */
    static void mbox(Path file, int count) {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            for (int n = 0; n < count; n++) {
                String text = new String(message(n), StandardCharsets.ISO_8859_1);
                String quoted = ("\n" + text).replaceAll("\n(>*From )", "\n>$1").substring(1);
                String whole = quoted.endsWith("\n") ? quoted : quoted + "\n";
                String from = "From b@example.test Sat Jan  3 %02d:%02d:%02d 2015\n"
                        .formatted(n / 3600 % 24, n / 60 % 60, n % 60);
                out.write((from + whole + "\n").getBytes(StandardCharsets.ISO_8859_1));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the count of each content among the first messages, as that file contains them. */
    static Map<String, Integer> hashes(int count) {
        Map<String, Integer> hashes = new TreeMap<>();
        for (int n = 0; n < count; n++) {
            byte[] message = message(n);
            hashes.merge(hash(message[message.length - 1] == '\n' ? message : ended(message)), 1, Integer::sum);
        }
        return hashes;
    }

    private static byte[] ended(byte[] message) {
        ByteArrayOutputStream more = new ByteArrayOutputStream();
        more.writeBytes(message);
        more.write('\n');
        return more.toByteArray();
    }

    /** Returns the count of each content in the folders {@code cur} of a tree. */
    static Map<String, Integer> delivered(Path root) {
        Map<String, Integer> hashes = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root)) {
            files.filter(file -> String.valueOf(requireNonNull(file.getParent()).getFileName())
                            .equals("cur"))
                    .filter(Files::isRegularFile)
                    .forEach(file -> hashes.merge(hash(bytes(file)), 1, Integer::sum));
            return hashes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String hash(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
