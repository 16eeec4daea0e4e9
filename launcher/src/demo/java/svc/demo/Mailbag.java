package svc.demo;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Generates the same conversations each time, up to a given time: replies quote each other, some have attachments, and
 * there are notifications between them.
 */
final class Mailbag {

    private static final byte[] PICTURE = Base64.getDecoder()
            .decode("iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFUlEQVR4nGP8z8DAwMDAxAADDAwAGgYBA1zJ5m8AAAAASUVORK5CYII=");

    private final String owner;
    private final Instant until;
    private final Random random;
    private final List<Written> all = new ArrayList<>();

    Mailbag(String owner, Instant until) {
        this.owner = owner;
        this.until = until;
        this.random = new Random(owner.hashCode());
    }

    /** Returns the messages of some conversations in the order of their time. */
    List<Written> conversations(int count) {
        for (int i = 0; i < count; i++) {
            Instant begun = until.minus(Duration.ofMinutes(random.nextInt(60 * 24 * 400)));
            if (i % 7 == 3) {
                notice(i, begun);
            } else {
                conversation(i, begun);
            }
        }
        all.sort(Comparator.comparing(Written::received));
        return all;
    }

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private void conversation(int number, Instant begun) {
        Script script = random.nextInt(3) == 0 ? Script.ALL.get(0) : one(Script.ALL);
        String subject = one(script.subjects());
        int length = 1 + random.nextInt(random.nextInt(4) == 0 ? 12 : 4);
        List<String> ids = new ArrayList<>();
        String mailbox = random.nextInt(5) == 0 ? "archive" : random.nextInt(6) == 0 ? "Garden" : "inbox";
        String before = "";
        Instant at = begun;
        for (int i = 0; i < length && at.isBefore(until); i++) {
            boolean own = i % 2 == 1;
            String id = "<" + number + "." + i + "@demo.example>";
            int person = random.nextInt(script.count());
            Paper paper = head(script, own, person, (i == 0 ? "" : "Re: ") + subject, id, ids, at);
            String text = one(script.sentences()) + "\n\n" + one(script.sentences()) + "\n" + before;
            body(paper, script, text, i, number);
            put(paper, own ? "sent" : mailbox, at, own, i + 1 < length);
            before = "\n> " + text.strip().replace("\n", "\n> ") + "\n";
            ids.add(id);
            at = at.plus(Duration.ofMinutes(5 + random.nextInt(3_000)));
        }
    }

    private Paper head(Script script, boolean own, int person, String subject, String id, List<String> ids, Instant at) {
        Paper paper = new Paper(script.charset());
        if (own) {
            paper.line("From: " + owner).person("To", script.name(person), script.address(person));
        } else {
            paper.person("From", script.name(person), script.address(person)).line("To: " + owner);
        }
        if (script.count() > 1 && random.nextInt(4) == 0) {
            int other = (person + 1) % script.count();
            paper.person("Cc", script.name(other), script.address(other));
        }
        paper.field("Subject", subject).date(at).line("Message-ID: " + id);
        if (!ids.isEmpty()) {
            paper.line("In-Reply-To: " + ids.get(ids.size() - 1)).line("References: " + String.join("\r\n ", ids));
        }
        return paper.line("MIME-Version: 1.0");
    }

    private void body(Paper paper, Script script, String text, int place, int number) {
        String mark = "=_" + number + "_" + place;
        switch (random.nextInt(6)) {
            case 0 -> {
                paper.line("Content-Type: multipart/mixed; boundary=\"" + mark + "\"").line("");
                paper.line("--" + mark).text("plain", text);
                paper.line("--" + mark);
                file(paper, script, number);
                paper.line("--" + mark + "--");
            }
            case 1, 2 -> {
                paper.line("Content-Type: multipart/alternative; boundary=\"" + mark + "\"").line("");
                paper.line("--" + mark).text("plain", text);
                paper.line("--" + mark).text("html", "<p>" + text.strip().replace(">", "&gt;").replace("\n", "<br>\n") + "</p>\n");
                paper.line("--" + mark + "--");
            }
            default -> paper.text("plain", text);
        }
    }

    private void file(Paper paper, Script script, int number) {
        switch (number % 4) {
            case 0 -> paper.file("image/png", "attachment", one(script.subjects()) + ".png", PICTURE);
            case 1 -> paper.file("text/csv; charset=utf-8", "attachment", "figures.csv", figures(number));
            case 2 -> paper.message(forwarded(script, number));
            default -> paper.file("application/pdf", "attachment", one(script.subjects()) + ".pdf", bytes("%PDF-1.4\n%%EOF\n"));
        }
    }

    private byte[] forwarded(Script script, int number) {
        Instant at = until.minus(Duration.ofDays(500));
        return head(script, false, 0, one(script.subjects()), "<f" + number + "@demo.example>", List.of(), at)
                .text("plain", one(script.sentences()) + "\n")
                .bytes();
    }

    private byte[] figures(int number) {
        StringBuilder rows = new StringBuilder("month,amount\r\n");
        for (int month = 1; month <= 12; month++) {
            rows.append(month).append(',').append(number * month % 97).append("\r\n");
        }
        return bytes(rows.toString());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void notice(int number, Instant at) {
        String shop = "shop" + number % 5;
        Paper paper = new Paper("UTF-8")
                .person("From", "Shop no. " + number % 5, "orders@" + shop + ".example")
                .line("To: " + owner)
                .field("Subject", "Your order " + (10_000 + number) + " – 订单 – Bestellung")
                .date(at)
                .line("Message-ID: <order." + number + "@" + shop + ".example>")
                .line("List-Id: <orders." + shop + ".example>")
                .line("MIME-Version: 1.0")
                .text("html", "<html><body><h1>Thank you</h1><p>Order <b>" + (10_000 + number)
                        + "</b> is on its way: <a href=\"https://" + shop + ".example/" + number + "\">follow it</a>.</p></body></html>\n");
        put(paper, number % 3 == 0 ? "junk" : number % 5 == 0 ? "trash" : "inbox", at, false, false);
    }

    private void put(Paper paper, String mailbox, Instant at, boolean own, boolean answered) {
        Set<String> keywords = new LinkedHashSet<>();
        if (own || at.isBefore(until.minus(Duration.ofDays(20))) || random.nextBoolean()) {
            keywords.add("$seen");
        }
        if (!own && answered) {
            keywords.add("$answered");
        }
        if (random.nextInt(9) == 0) {
            keywords.add("$flagged");
        }
        if (random.nextInt(12) == 0) {
            keywords.add("later");
        }
        all.add(new Written(paper.bytes(), mailbox, keywords, at));
    }
}
