package svc.cap.mail;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A message to insert, with its metadata. */
public final class TestMessage {

    public static final Instant DAY = Instant.parse("2026-01-05T00:00:00Z");

    /** The number of different words; each message contains one. */
    public static final int WORDS = 7;

    public final Set<String> mailboxes;
    public Set<String> keywords = Set.of();
    public Instant received = DAY;
    public List<Long> links = List.of();
    public String subject = "";
    public String from = "";
    public String to = "";

    @Nullable
    public Instant sent;

    public long size = 1000;
    public boolean attachment;

    public TestMessage(String... mailboxes) {
        this.mailboxes = Set.of(mailboxes);
    }

    public TestMessage with(String... words) {
        keywords = Set.of(words);
        return this;
    }

    TestMessage at(Instant instant) {
        received = instant;
        return this;
    }

    public TestMessage at(long seconds) {
        return at(DAY.plusSeconds(seconds));
    }

    public TestMessage links(Long... ids) {
        links = List.of(ids);
        return this;
    }

    public TestMessage subject(String text) {
        subject = text;
        return this;
    }

    public TestMessage between(String sender, String recipient) {
        from = sender;
        to = recipient;
        return this;
    }

    public TestMessage sent(Instant instant) {
        sent = instant;
        return this;
    }

    public TestMessage size(long octets) {
        size = octets;
        return this;
    }

    public TestMessage attachment() {
        attachment = true;
        return this;
    }

    /** Returns the message: as long as its size, with the word of its size in the text. */
    public byte[] message() {
        List<String> lines = new ArrayList<>(List.of("From: ann@model.test", "Subject: " + subject));
        if (!links.isEmpty()) {
            lines.add("References: "
                    + String.join(
                            " ",
                            links.stream()
                                    .map(link -> "<link" + link + "@model.test>")
                                    .toList()));
        }
        lines.addAll(List.of("", word(size), ""));
        StringBuilder text = new StringBuilder(String.join("\r\n", lines));
        while (text.length() < size) {
            text.append(text.length() % 70 == 0 ? '\n' : '.');
        }
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns the word in messages of this size. */
    public static String word(long size) {
        return "word" + "abcdefg".charAt((int) (size % WORDS));
    }

    /** Returns the argument of {@code Email/import} for the message. */
    public Map<String, Object> importing(String blob) {
        Map<String, Object> expected = new HashMap<>();
        mailboxes.forEach(mailbox -> expected.put(mailbox, true));
        Map<String, Object> words = new HashMap<>();
        keywords.forEach(word -> words.put(word, true));
        return Map.of("blobId", blob, "mailboxIds", expected, "keywords", words, "receivedAt", received.toString());
    }
}
