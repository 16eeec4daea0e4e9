package svc.mailauth;

import java.util.List;
import java.util.Random;

/** Generates messages for comparisons with other verifiers, and changes them. */
final class GeneratedMessages {

    /** The characters of a header; jDKIM does not keep octets above 127 of a header. */
    static final String HEADER = "abcXYZ0189 \t.,:;=@<>()\"\\-";

    static final String BODY = HEADER + "\u00e4\u00ff\u0001\u007f";

    private GeneratedMessages() {}

    static String canonicalization(Random random) {
        return List.of("simple/simple", "relaxed/relaxed", "simple/relaxed", "relaxed/simple", "relaxed")
                .get(random.nextInt(5));
    }

    static String names(Random random) {
        return List.of("from:to:subject", "from:from:to:subject:date", "From : Subject", "subject:x-a:x-a:x-b:from")
                .get(random.nextInt(4));
    }

    static String message(Random random) {
        StringBuilder message = new StringBuilder();
        for (String name : List.of("Received", "X-A", "From", "To", "X-A", "Subject", "X-B")) {
            message.append(name)
                    .append(':')
                    .append(name.equals("From") ? " a@example.org" : value(random))
                    .append("\r\n");
        }
        message.append("\r\n");
        for (int i = random.nextInt(12); i > 0; i--) {
            message.append(random.nextInt(3) == 0 ? "" : text(random, BODY, 60)).append("\r\n");
        }
        return message.toString();
    }

    static String value(Random random) {
        StringBuilder value = new StringBuilder(" ");
        for (int i = random.nextInt(4); i > 0; i--) {
            value.append(text(random, HEADER, 30)).append(random.nextBoolean() ? "\r\n\t x" : "  ");
        }
        return value.append("end").toString();
    }

    static String text(Random random, String characters, int longest) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(longest); i > 0; i--) {
            text.append(characters.charAt(random.nextInt(characters.length())));
        }
        return text.toString();
    }

    /** Returns the message with up to three changes; half of the messages are not changed. */
    static String changed(String message, Random random) {
        StringBuilder changed = new StringBuilder(message);
        for (int i = random.nextInt(2) * (1 + random.nextInt(3)); i > 0; i--) {
            int at = random.nextInt(changed.length() - 2);
            int line = Math.max(0, changed.lastIndexOf("\r\n", at));
            switch (random.nextInt(7)) {
                case 0 -> changed.insert(at, changed.charAt(at) == '\n' ? "" : " ");
                case 1 -> changed.append("\r\n");
                case 2 -> changed.append(text(random, BODY, 3)).append("\r\n");
                case 3 -> changed.insert(Math.max(1, line), " ");
                case 4 -> changed.insert(line, line == 0 ? "X-A: more\r\n" : "\r\nX-A: more");
                case 5 -> {
                    if (changed.charAt(at) > '\r') {
                        changed.setCharAt(at, HEADER.charAt(random.nextInt(HEADER.length())));
                    }
                }
                default -> {
                    if (changed.charAt(at) > ' ') {
                        changed.setCharAt(at, Character.toUpperCase(changed.charAt(at)));
                    }
                }
            }
        }
        return changed.toString();
    }
}
