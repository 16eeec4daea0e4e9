package svc.launcher;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Generated messages, each derived from its number: in several scripts, from two to forty kilobytes, a third of them in
 * conversations, some with HTML and some with a file.
 *
 * @param name distinguishes the messages of one run from those of others
 */
record GeneratedMailbox(String name) {

    private static final Instant FIRST = Instant.parse("2014-03-01T08:00:00Z");
    private static final Duration BETWEEN = Duration.ofMinutes(5);
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE, d MMM uuuu HH:mm:ss Z", Locale.ROOT);
    private static final int WORDS = 4_000;
    private static final int CONVERSATION = 6;
    private static final String[] ALPHABETS = {
        "aeioubdfgklmnprstvz",
        "aeioubcdhjkmnprstwy",
        "аеиоубвгдзклмнпрстфх",
        "αειουβγδζκλμνπρστφχ",
        "一丁三上下不世中主久之九也事二人今他付代"
    };
    private static final List<List<String>> VOCABULARIES = vocabularies();

    private static List<List<String>> vocabularies() {
        List<List<String>> all = new ArrayList<>();
        for (int i = 0; i < ALPHABETS.length; i++) {
            Random random = new Random(i);
            String letters = ALPHABETS[i];
            List<String> words = new ArrayList<>();
            while (words.size() < WORDS) {
                StringBuilder word = new StringBuilder();
                for (int length = 4 + random.nextInt(6); length > 0; length--) {
                    word.append(letters.charAt(random.nextInt(letters.length())));
                }
                words.add(word.toString());
            }
            all.add(words);
        }
        return all;
    }

    /** Returns a word that is neither in all messages nor in few. */
    static String word(Random random) {
        return VOCABULARIES.get(0).get(200 + random.nextInt(800));
    }

    /** Returns when a message was received. */
    static String received(int n) {
        return at(n).toString();
    }

    private static Instant at(int n) {
        return FIRST.plus(BETWEEN.multipliedBy(n));
    }

    /** Returns the mailboxes of a message: most are in the first, some in two. */
    static List<String> mailboxes(int n, List<String> among) {
        Random random = new Random(n * 31L);
        String other = among.get(random.nextInt(among.size()));
        int where = random.nextInt(100);
        return where < 70 || other.equals(among.get(0))
                ? List.of(among.get(0))
                : where < 95 ? List.of(other) : List.of(among.get(0), other);
    }

    /** Returns the keywords of a message. */
    static List<String> keywords(int n) {
        List<String> keywords = new ArrayList<>();
        if (n % 4 != 0) {
            keywords.add("$seen");
        }
        if (n % 11 == 0) {
            keywords.add("$flagged");
        }
        if (n % 17 == 0) {
            keywords.add("later");
        }
        return keywords;
    }

    private static String words(List<String> vocabulary, Random random, int count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            double at = random.nextDouble();
            text.append(vocabulary.get((int) (WORDS * at * at * at))).append(i % 10 == 9 ? "\r\n" : " ");
        }
        return text.toString();
    }

    private static String person(Random random) {
        String first = VOCABULARIES.get(0).get(random.nextInt(100));
        return first + " " + VOCABULARIES.get(1).get(random.nextInt(100)) + " <" + first + random.nextInt(20)
                + "@far.test>";
    }

    /** Returns the bytes of a message. */
    byte[] message(int n) {
        Random random = new Random(n * 7_919L);
        List<String> vocabulary = VOCABULARIES.get(random.nextInt(3) > 0 ? 0 : random.nextInt(VOCABULARIES.size()));
        int begun = n - n % CONVERSATION;
        boolean answers = n != begun && random.nextInt(100) < 40;
        StringBuilder message = new StringBuilder(8_192)
                .append("Received: from mx.far.test by mail.near.test with ESMTPS id q" + n + ";\r\n\t" + date(n)
                        + "\r\n")
                .append("From: " + person(random) + "\r\nTo: ann@near.test, " + person(random) + "\r\n")
                .append("Subject: " + (answers ? "Re: " : ""))
                .append(words(vocabulary, new Random(answers ? begun : n), 5).trim())
                .append("\r\nDate: " + date(n) + "\r\nMessage-ID: " + id(n) + "\r\n");
        if (answers) {
            message.append("In-Reply-To: " + id(begun) + "\r\nReferences: " + id(begun) + "\r\n");
        }
        message.append("MIME-Version: 1.0\r\n");
        body(message, words(vocabulary, random, 180 + random.nextInt(500)), n, random);
        return message.toString().getBytes(StandardCharsets.UTF_8);
    }

    private String id(int n) {
        return "<" + n + "." + name + "@far.test>";
    }

    private static String date(int n) {
        return DATE.format(at(n).atOffset(ZoneOffset.UTC));
    }

    private static void body(StringBuilder message, String text, int n, Random random) {
        String plain =
                "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n" + text + "\r\n";
        int kind = random.nextInt(100);
        if (kind < 70) {
            message.append(plain);
        } else if (kind < 94) {
            String html = "<html><body><p>" + text.replace("\r\n", "</p>\r\n<p>") + "</p></body></html>\r\n";
            multipart(message, "alternative", n, plain, "Content-Type: text/html; charset=utf-8\r\n\r\n" + html);
        } else {
            byte[] file = new byte[4_000 + random.nextInt(18_000)];
            random.nextBytes(file);
            multipart(
                    message,
                    "mixed",
                    n,
                    plain,
                    "Content-Type: application/pdf\r\nContent-Disposition: attachment; filename=\""
                            + n + ".pdf\"\r\nContent-Transfer-Encoding: base64\r\n\r\n"
                            + Base64.getMimeEncoder().encodeToString(file) + "\r\n");
        }
    }

    private static void multipart(StringBuilder message, String type, int n, String... parts) {
        message.append("Content-Type: multipart/" + type + "; boundary=\"=_" + n + "\"\r\n\r\n");
        for (String part : parts) {
            message.append("--=_" + n + "\r\n" + part);
        }
        message.append("--=_" + n + "--\r\n");
    }
}
