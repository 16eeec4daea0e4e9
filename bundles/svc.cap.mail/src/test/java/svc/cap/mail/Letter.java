package svc.cap.mail;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A message to be put in. */
public final class Letter {

    static final Instant DAY = Instant.parse("2026-01-05T00:00:00Z");

    /** How many words there are of which a message has one. */
    static final int WORDS = 7;

    final Set<String> mailboxes;
    Set<String> keywords = Set.of();
    Instant received = DAY;
    List<Long> links = List.of();
    String subject = "";
    String from = "";
    String to = "";

    @Nullable
    Instant sent;

    long size = 1000;
    boolean attachment;

    Letter(String... mailboxes) {
        this.mailboxes = Set.of(mailboxes);
    }

    Letter with(String... words) {
        keywords = Set.of(words);
        return this;
    }

    Letter at(Instant moment) {
        received = moment;
        return this;
    }

    Letter at(long seconds) {
        return at(DAY.plusSeconds(seconds));
    }

    Letter links(Long... ids) {
        links = List.of(ids);
        return this;
    }

    Letter subject(String text) {
        subject = text;
        return this;
    }

    Letter between(String sender, String recipient) {
        from = sender;
        to = recipient;
        return this;
    }

    Letter sent(Instant moment) {
        sent = moment;
        return this;
    }

    Letter size(long octets) {
        size = octets;
        return this;
    }

    Letter attachment() {
        attachment = true;
        return this;
    }

    /** Its bytes: as many as it says, with the word of its size in the text. */
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

    /** The word that messages of this size have. */
    static String word(long size) {
        return "word" + "abcdefg".charAt((int) (size % WORDS));
    }

    /** What {@code Email/import} is given for it. */
    public Map<String, Object> importing(String blob) {
        Map<String, Object> truths = new HashMap<>();
        mailboxes.forEach(mailbox -> truths.put(mailbox, true));
        Map<String, Object> words = new HashMap<>();
        keywords.forEach(word -> words.put(word, true));
        return Map.of("blobId", blob, "mailboxIds", truths, "keywords", words, "receivedAt", received.toString());
    }
}
