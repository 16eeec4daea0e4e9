package svc.proto.imap.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.testkit.bundles.BundleServer;

/** Compares random searches with an oracle that knows the whole messages. */
final class SearchModelTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMailStorage();

    private static final int MESSAGES = 60;
    private static final int PROGRAMS = 500;

    /** No word is part of another one, so that a search for words and for a part of the text find the same. */
    private static final List<String> WORDS =
            List.of("Alpha", "bravo", "Grüße", "delta-wing", "Écho", "O'Hara", "日本", "42nd");

    private static final List<String> NAMES = List.of("ann", "bob.smith", "carl+news", "zoë");
    private static final List<String> DOMAINS = List.of("one.test", "mail.far.test", "near.example");
    private static final List<String> KEYWORDS = List.of("$seen", "$flagged", "$answered", "$draft", "$forwarded", "x");
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("d-MMM-uuuu", Locale.ROOT);
    private static final LocalDate FIRST = LocalDate.of(2026, 1, 1);

    private final Random random = new Random(9051);
    private final List<Message> messages = new ArrayList<>();

    /** A message as it was written. */
    private record Message(
            String from,
            String to,
            String cc,
            String subject,
            String list,
            String body,
            OffsetDateTime date,
            Instant received,
            Set<String> keywords,
            boolean deleted) {

        String text() {
            return "From: " + from + "\r\nTo: " + to + (cc.isEmpty() ? "" : "\r\nCc: " + cc) + "\r\nSubject: " + subject
                    + (list.isEmpty() ? "" : "\r\nX-List: " + list)
                    + "\r\nDate: " + DateTimeFormatter.RFC_1123_DATE_TIME.format(date)
                    + "\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n" + body + "\r\n";
        }

        int size() {
            return text().getBytes(StandardCharsets.UTF_8).length;
        }
    }

    /** A search key and the messages that match it. */
    private record Key(String text, Predicate<Message> meaning) {}

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private String words(int max) {
        return Stream.generate(() -> any(WORDS))
                .limit(1 + random.nextInt(max))
                .collect(Collectors.joining(random.nextInt(4) == 0 ? ", " : " "));
    }

    private String address() {
        String address = any(NAMES) + "@" + any(DOMAINS);
        return random.nextBoolean() ? address : '"' + any(WORDS) + "\" <" + address + ">";
    }

    private Instant received() {
        return FIRST.atStartOfDay(ZoneOffset.UTC).toInstant().plusSeconds(random.nextInt(20 * 86_400));
    }

    private Message message() {
        return new Message(
                address(),
                address() + ", " + address(),
                random.nextInt(3) == 0 ? address() : "",
                words(3),
                random.nextInt(3) == 0 ? words(2) : "",
                words(40),
                received().atOffset(ZoneOffset.ofHours(random.nextInt(25) - 12)),
                received(),
                KEYWORDS.stream().filter(keyword -> random.nextInt(3) == 0).collect(Collectors.toSet()),
                random.nextInt(6) == 0);
    }

    private static boolean has(String text, String part) {
        return text.toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT));
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }

    private Key key(int depth) {
        int kind = random.nextInt(depth > 3 ? 9 : 13);
        return switch (kind) {
            case 0 -> flag();
            case 1 -> internalDate();
            case 2 -> sent();
            case 3 -> size();
            case 4 -> numbers();
            case 5, 6 -> header();
            case 7, 8 -> body();
            case 9 -> {
                Key key = key(depth + 1);
                yield new Key("NOT " + key.text, key.meaning.negate());
            }
            case 10, 11 -> {
                Key one = key(depth + 1);
                Key other = key(depth + 1);
                yield new Key("OR " + one.text + " " + other.text, one.meaning.or(other.meaning));
            }
            default -> {
                Key one = key(depth + 1);
                Key other = key(depth + 1);
                yield new Key("(" + one.text + " " + other.text + ")", one.meaning.and(other.meaning));
            }
        };
    }

    private Key flag() {
        if (random.nextInt(5) == 0) {
            return random.nextBoolean()
                    ? new Key("DELETED", Message::deleted)
                    : new Key("UNDELETED", message -> !message.deleted);
        }
        String keyword = any(KEYWORDS);
        boolean present = random.nextBoolean();
        String name = keyword.startsWith("$") && !keyword.equals("$forwarded")
                ? (present ? "" : "UN") + keyword.substring(1)
                : (present ? "" : "UN") + "KEYWORD " + keyword;
        return new Key(name.toUpperCase(Locale.ROOT), message -> message.keywords.contains(keyword) == present);
    }

    private Key internalDate() {
        LocalDate day = FIRST.plusDays(random.nextInt(22) - 1);
        return dated(
                "", day, message -> message.received.atOffset(ZoneOffset.UTC).toLocalDate());
    }

    private Key sent() {
        return dated("SENT", FIRST.plusDays(random.nextInt(22) - 1), message -> message.date.toLocalDate());
    }

    private Key dated(String prefix, LocalDate day, Function<Message, LocalDate> date) {
        String text = DATE.format(day);
        return switch (random.nextInt(3)) {
            case 0 ->
                new Key(
                        prefix + "BEFORE " + text,
                        message -> date.apply(message).isBefore(day));
            case 1 ->
                new Key(prefix + "ON " + text, message -> date.apply(message).equals(day));
            default ->
                new Key(
                        prefix + "SINCE " + text,
                        message -> !date.apply(message).isBefore(day));
        };
    }

    private Key size() {
        int size = any(messages).size();
        return random.nextBoolean()
                ? new Key("LARGER " + size, message -> message.size() > size)
                : new Key("SMALLER " + size, message -> message.size() < size);
    }

    private Key numbers() {
        int first = 1 + random.nextInt(MESSAGES);
        int last = 1 + random.nextInt(MESSAGES);
        return new Key(
                (random.nextBoolean() ? "UID " : "") + first + ":" + last,
                message -> messages.indexOf(message) + 1 >= Math.min(first, last)
                        && messages.indexOf(message) + 1 <= Math.max(first, last));
    }

    private Key header() {
        String word = any(WORDS);
        String name = any(NAMES);
        String domain = any(DOMAINS);
        String part = switch (random.nextInt(4)) {
            case 0 -> word;
            case 1 -> name + "@" + domain;
            case 2 -> domain;
            default -> name;
        };
        return switch (random.nextInt(6)) {
            case 0 -> new Key("FROM " + quoted(part), message -> has(message.from.replace("\"", ""), part));
            case 1 -> new Key("TO " + quoted(part), message -> has(message.to.replace("\"", ""), part));
            case 2 -> new Key("CC " + quoted(part), message -> has(message.cc.replace("\"", ""), part));
            case 3 -> new Key("HEADER X-List " + quoted(word), message -> has(message.list, word));
            case 4 -> new Key("HEADER X-List \"\"", message -> !message.list.isEmpty());
            default -> {
                String phrase = words(2);
                yield new Key("SUBJECT " + quoted(phrase), message -> has(message.subject, phrase));
            }
        };
    }

    private Key body() {
        String phrase =
                Stream.generate(() -> any(WORDS)).limit(1 + random.nextInt(2)).collect(Collectors.joining(" "));
        Predicate<Message> inBody = message -> has(message.body.replace(", ", " "), phrase);
        return random.nextBoolean()
                ? new Key("BODY " + quoted(phrase), inBody)
                : new Key(
                        "TEXT " + quoted(phrase),
                        inBody.or(message -> Stream.of(message.from, message.to, message.cc, message.subject)
                                .anyMatch(field -> has(field.replace(", ", " "), phrase))));
    }

    @Test
    void findsWhatTheOracleFinds() {
        SearchedMailbox inbox = new SearchedMailbox(SERVER, "model@one.test");
        for (int i = 0; i < MESSAGES; i++) {
            Message message = message();
            messages.add(message);
            inbox.add(message.text(), message.received, message.keywords.toArray(String[]::new));
        }
        for (int i = 0; i < MESSAGES; i++) {
            if (messages.get(i).deleted) {
                inbox.delete(i + 1L);
            }
        }
        inbox.select();
        int some = 0;
        for (int i = 0; i < PROGRAMS; i++) {
            Key key = key(0);
            Set<Integer> expected = new TreeSet<>();
            for (int n = 0; n < MESSAGES; n++) {
                if (key.meaning.test(messages.get(n))) {
                    expected.add(n + 1);
                }
            }
            some += expected.isEmpty() || expected.size() == MESSAGES ? 0 : 1;
            assertThat(inbox.response("SEARCH " + key.text))
                    .as(key.text)
                    .isEqualTo("* SEARCH" + expected.stream().map(n -> " " + n).collect(Collectors.joining()));
        }
        assertThat(some).isGreaterThan(PROGRAMS / 2);
    }
}
