package svc.launcher.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the command socket of a home: {@code run/svc.sock}, unless a file beside it names another path. */
final class SocketPath {

    private static final Pattern SOCKET = Pattern.compile("\"socket\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern ESCAPE = Pattern.compile("\\\\(u[0-9a-fA-F]{4}|.)");

    private SocketPath() {}

    static Path socket(Path home) {
        Path run = home.resolve("run");
        return path(text(run.resolve("svc.sock.at")).strip())
                .or(() -> named(text(run.resolve("endpoints.json"))))
                .orElse(run.resolve("svc.sock"));
    }

    private static Optional<Path> named(String endpoints) {
        Matcher socket = SOCKET.matcher(endpoints);
        return socket.find() ? path(unescaped(socket.group(1))) : Optional.empty();
    }

    private static Optional<Path> path(String text) {
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(Path.of(text));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException notThere) {
            return "";
        }
    }

    /** Decodes the escapes of JSON (RFC 8259 §7) that occur in file paths. */
    private static String unescaped(String text) {
        return ESCAPE.matcher(text).replaceAll(escape -> {
            String code = escape.group(1);
            return Matcher.quoteReplacement(
                    code.length() == 5
                            ? String.valueOf((char) Integer.parseInt(code.substring(1), 16))
                            : switch (code) {
                                case "n" -> "\n";
                                case "t" -> "\t";
                                case "r" -> "\r";
                                case "b" -> "\b";
                                case "f" -> "\f";
                                default -> code;
                            });
        });
    }
}
