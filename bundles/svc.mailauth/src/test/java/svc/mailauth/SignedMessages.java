package svc.mailauth;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Generates messages with DKIM signatures and ARC chains: valid ones, signatures with unusual or broken tags and keys,
 * broken chains, and messages that were changed on their way.
 */
final class SignedMessages {

    /** The selector of a key for mail and another service. */
    static final String OTHER_SERVICE = "unusual8";

    private static final String PAST = "1577836800"; // 2020
    private static final String FUTURE = "4102444800"; // 2100
    private static final Pattern ARC_FIELD =
            Pattern.compile("^ARC-[A-Za-z-]+:[^\r]*(?:\r\n[ \t][^\r]*)*\r\n", Pattern.MULTILINE);

    /** The keys of the messages. */
    final Zone zone = new Zone();

    private final List<Signer> usual = new ArrayList<>();
    private final List<Signer> unusual = new ArrayList<>();

    SignedMessages() {
        Signer small = Signer.rsa("example.org", "small", 1_024);
        Signer large = Signer.rsa("example.org", "large", 2_048);
        for (Signer signer :
                List.of(small, large, Signer.ed25519("example.org", "edwards"), small.at("mail.example.org"))) {
            usual.add(signer);
            zone.txt(signer.keyName(), signer.record());
        }
        publish(Signer.rsa("example.org", "short", 768), "v=DKIM1; k=rsa; p=KEY");
        publish(large.named("bare"), "v=DKIM1; k=rsa; p=" + large.bareRsaKey());
        List<String> records = List.of(
                "p=KEY",
                "v=DKIM1; p=KEY;",
                "k=rsa; t=y; p=KEY",
                "v=DKIM1; t=s; p=KEY",
                "v=DKIM1; t=y:s; p=KEY",
                "v=DKIM1; s=email; p=KEY",
                "v=DKIM1; s=*; p=KEY",
                "v=DKIM1; s=other; p=KEY",
                "v=DKIM1; s=other:email; p=KEY",
                "v=DKIM1; h=sha1; p=KEY",
                "v=DKIM1; h=sha1:sha256; p=KEY",
                "v=DKIM1; n=a note; x=unknown; p=KEY",
                "v=DKIM1;k=rsa;p = KEY ",
                "v=DKIM1; k=ed25519; p=KEY",
                "v=DKIM1; k=other; p=KEY",
                "v=DKIM1; p=",
                "v=DKIM2; p=KEY",
                "k=rsa; v=DKIM1; p=KEY",
                "v=DKIM1; p=KEY; p=KEY",
                "v=DKIM1; k=rsa",
                "v=DKIM1; p=AAAA",
                "v=DKIM1; p=!",
                "nothing");
        for (int i = 0; i < records.size(); i++) {
            publish(small.named("unusual" + i), records.get(i));
        }
        unusual.add(small.named("missing"));
    }

    private void publish(Signer signer, String record) {
        zone.txt(signer.keyName(), record.replace("KEY", signer.publicKey()));
        unusual.add(signer);
    }

    /** Generates a message without signatures. */
    static String plain(Random random) {
        return header(random) + "\r\n" + body(random);
    }

    /** Generates one message. */
    String message(Random random) {
        String message = plain(random);
        for (int i = random.nextInt(4); i > 0; i--) {
            message = signed(message, random);
        }
        int sets = random.nextBoolean() ? 0 : 1 + random.nextInt(5);
        for (int i = 1; i <= sets; i++) {
            message = sealed(message, i, random);
        }
        message = random.nextInt(10) == 0 ? signed(message, random) : message;
        message = sets > 0 && random.nextInt(3) == 0 ? broken(message, random) : message;
        return random.nextInt(3) == 0 ? GeneratedMessages.changed(message, random) : message;
    }

    private static String header(Random random) {
        String message = GeneratedMessages.message(random);
        String header = message.substring(0, message.indexOf("\r\n\r\n") + 2);
        return switch (random.nextInt(12)) {
            case 0 -> header + "From: second@example.org\r\n";
            case 1 -> header + "X-B: \u00c3\u00a4 \u00e2\u0082\u00ac\r\n";
            case 2 -> header + "Subject:\r\n";
            case 3 -> header + "X-A:\r\n \t folded\r\n\tagain \r\n";
            default -> header;
        };
    }

    private static String body(Random random) {
        String message = GeneratedMessages.message(random);
        String body = message.substring(message.indexOf("\r\n\r\n") + 4);
        return switch (random.nextInt(16)) {
            case 0 -> "";
            case 1 -> "\r\n\r\n\r\n";
            case 2 -> " \t\r\n \r\n";
            case 3 -> body + "\r\n\r\n \r\n\r\n";
            case 4 -> body + "no line end";
            case 5 -> body + "bare\nline\nfeeds\n";
            case 6 -> body + "tabs\t\tand  spaces \t\r\n";
            case 7 -> "\r\n" + body + "\u00c3\u00bc\u00ff\r\n";
            case 8 -> body + "x".repeat(998) + "\r\n";
            default -> body;
        };
    }

    private String signed(String message, Random random) {
        Signer signer = pick(random, random.nextInt(3) == 0 ? unusual : usual);
        String canonicalization = GeneratedMessages.canonicalization(random);
        String names = pick(
                random,
                List.of(
                        "from",
                        "From:To:Subject",
                        "from:from:to:to:subject:subject:x-a:x-a:x-a",
                        "from : to:\r\n\t subject:x-missing",
                        "subject:x-a:from:x-b:received",
                        "from:dkim-signature",
                        "from:x-b:date:cc"));
        return signer.signed(
                "DKIM-Signature", tags(signer, canonicalization, names, random), canonicalization, names, message);
    }

    /** Returns the tags of a signature, up to the value of {@code bh}. */
    private static String tags(Signer signer, String canonicalization, String names, Random random) {
        List<String> tags = new ArrayList<>(List.of("v=1", "a=" + signer.algorithm(), "d=" + signer.domain));
        tags.addAll(List.of("s=" + signer.selector, "h=" + names));
        if (!canonicalization.equals("simple/simple") || random.nextBoolean()) {
            tags.add("c=" + canonicalization);
        }
        more(signer, tags, random);
        if (random.nextInt(3) == 0) {
            Collections.shuffle(tags, random);
        }
        StringBuilder text = new StringBuilder();
        for (String tag : tags) {
            String spaced = random.nextInt(20) == 0 ? tag.replaceFirst("=", " = ") : tag;
            text.append(pick(random, List.of(" ", " ", " ", "\r\n\t", "\r\n  ")))
                    .append(spaced)
                    .append(';');
        }
        return text + " bh=";
    }

    private static void more(Signer signer, List<String> tags, Random random) {
        String domain = signer.domain;
        switch (random.nextInt(40)) {
            case 0 -> tags.add("x=" + PAST);
            case 1 -> tags.add("x=" + FUTURE);
            case 2 -> tags.add("t=" + PAST);
            case 3 -> tags.add("t=" + FUTURE);
            case 4 -> tags.addAll(List.of("t=" + PAST, "x=" + FUTURE));
            case 5 -> tags.add("l=" + random.nextInt(200));
            case 6 -> tags.add("l=100000");
            case 7 -> tags.add("l=0");
            case 8 -> tags.add("i=@" + domain);
            case 9 -> tags.add("i=user@sub." + domain);
            case 10 -> tags.add("i=user@other.example");
            case 11 -> tags.add("i=@not" + domain);
            case 12 -> tags.add("q=dns/txt");
            case 13 -> tags.add("q=http");
            case 14 -> tags.add("q=http:dns/txt");
            case 15 -> tags.add("z=From:a@example.org|Subject:=20x");
            case 16 -> tags.add("unknown=a value");
            case 17 -> tags.remove("v=1");
            case 18 -> tags.set(0, "v=2");
            case 19 -> tags.set(1, "a=" + signer.algorithm().toUpperCase(Locale.ROOT));
            case 20 -> tags.add("d=" + domain);
            case 21 -> tags.set(2, "d=" + domain.toUpperCase(Locale.ROOT));
            case 22 -> tags.add("x=never");
            case 23 -> tags.add("l=-1");
            case 24 -> tags.add("i=" + domain);
            case 25 -> tags.add("9=9");
            default -> {
                // as usual
            }
        }
    }

    /** Seals a message; every other sealer changes the message first, as mailing lists do. */
    private String sealed(String message, int instance, Random random) {
        int kind = random.nextInt(20);
        Signer signer =
                kind == 0 ? pick(random, unusual) : kind == 1 ? pick(random, usual) : pick(random, usual.subList(0, 2));
        String changed = switch (random.nextInt(6)) {
            case 0 -> message + "-- \r\nfooter " + instance + "\r\n";
            case 1 -> message.replaceFirst("(?m)^Subject:", "Subject: [list]");
            case 2 -> "Received: by list\r\n" + message;
            default -> message;
        };
        String status = instance == 1 ? "none" : "pass";
        return signer.seal(
                changed,
                instance,
                random.nextInt(25) == 0 ? pick(random, List.of("none", "fail", "pass", "PASS", "other")) : status,
                pick(random, List.of("none", "spf=pass smtp.mailfrom=example.org;\r\n\tdkim=fail", "arc=pass")));
    }

    /** Returns a message whose chain has a broken member. */
    private static String broken(String message, Random random) {
        List<String> fields = ARC_FIELD
                .matcher(message)
                .results()
                .map(result -> result.group())
                .toList();
        if (fields.isEmpty()) {
            return message;
        }
        String field = pick(random, fields);
        Matcher instance = Pattern.compile("i=([0-9]+);").matcher(field);
        String number = instance.find() ? instance.group(1) : "1";
        return switch (random.nextInt(11)) {
            case 0 -> message.replace(field, "");
            case 1 -> field + message;
            case 2 -> message.replace(field, field.replace("i=" + number, "i=" + random.nextInt(8)));
            case 3 ->
                message.replace(
                        field,
                        field.replace("i=" + number, "i=" + pick(random, List.of("0", "51", "01", "x", "1024"))));
            case 4 -> message.replace(field, field.replace("; ", ";  ")); // relaxed: no change
            case 5 -> message.replace(field, field.replaceFirst(":", " :"));
            case 6 -> message.replace(field, field.toUpperCase(Locale.ROOT));
            case 7 ->
                message.replace(
                        field, field.replaceFirst("cv=[a-z]+", pick(random, List.of("cv=fail", "cv=none", "cv=pass"))));
            case 8 ->
                IntStream.range(0, fields.size())
                        .filter(i -> fields.get(i).contains("i=" + number + ";"))
                        .mapToObj(fields::get)
                        .reduce(message, (rest, one) -> rest.replace(one, "")); // the whole set
            case 9 -> message.replace(field, "") + field; // in the body
            default ->
                message.replace(field, "")
                        .replaceFirst("(?s)\r\n\r\n", "\r\n" + Matcher.quoteReplacement(field) + "\r\n");
        };
    }

    private static <T> T pick(Random random, List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
