package svc.mailauth;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import svc.mailauth.SpfResult.Identity;
import svc.mime.Headers;
import svc.testkit.ManualClock;

/** Compares the results of SPF with those of pyspf and Mail::SPF, and those of DMARC with authheaders. */
final class OtherPoliciesTest {

    private static final ManualClock CLOCK = new ManualClock();

    /** Organizational domains, each with two domains below it. */
    private static final List<String> ORGANIZATIONS = List.of("example.com", "notexample.com", "example.co.uk");

    private static final List<String> TAGS = List.of(
            "sp=none",
            "sp=reject",
            "np=reject",
            "adkim=s",
            "adkim=r",
            "aspf=s",
            "aspf=r",
            "adkim=x",
            "t=y",
            "pct=50",
            "rua=mailto:a@example.com",
            "fo=1");

    private final Map<String, Integer> results = new TreeMap<>();
    private final List<String> differences = new ArrayList<>();

    @Test
    void agreesOn50Records() {
        compareSpf(1, 50);
    }

    @Test
    @Tag("soak")
    void agreesOn5000Records() {
        compareSpf(1_000, 5_000);
    }

    @Test
    void agreesOn50Policies() {
        compareDmarc(1, 50);
    }

    @Test
    @Tag("soak")
    void agreesOn5000Policies() {
        compareDmarc(1_000, 5_000);
    }

    private void compareSpf(long first, int count) {
        try (OtherVerifier python = OtherVerifier.python("OtherPoliciesTest", CLOCK);
                OtherVerifier perl = OtherVerifier.perl("OtherPoliciesTest", CLOCK)) {
            for (long seed = first; seed < first + count; seed++) {
                Random random = new Random(seed);
                StringBuilder text = new StringBuilder();
                Zone zone =
                        GeneratedRecords.withLimits(GeneratedRecords.zone(random, text, GeneratedRecords.MORE_TERMS));
                String client = GeneratedRecords.pick(random, GeneratedRecords.CLIENTS);
                String sender = GeneratedRecords.pick(
                        random, List.of("a@d0.example", "strong-bad@d1.example", "a+b@d2.example", ""));
                SpfResult ours = new SpfCheck(zone, CLOCK).mailFrom(Zone.address(client), "d3.example", sender);
                python.zone(zone);
                perl.zone(zone);
                String other = sender.isEmpty() ? "-" : sender;
                String report = "seed " + seed + ": " + client + ' ' + sender + ' ' + ours + text;
                String one = python.ask("spf", client, "d3.example", other);
                compare("pyspf", one, ours.verdict(), ours.reason(), report);
                String two = perl.ask("spf", client, "d3.example", other);
                compare("Mail::SPF", two, ours.verdict(), ours.reason(), report);
            }
        }
        finish();
    }

    private void compareDmarc(long first, int count) {
        try (OtherVerifier python = OtherVerifier.python("OtherPoliciesTest", CLOCK)) {
            for (long seed = first; seed < first + count; seed++) {
                Random random = new Random(seed);
                Zone zone = policies(random);
                String author = domain(random);
                String spf = random.nextInt(3) == 0 ? "-" : domain(random);
                String dkim = random.nextInt(3) == 0 ? "-" : domain(random);
                DmarcResult ours = verify(zone, author, spf, dkim);
                python.zone(zone);
                String records = String.join("\n", zone.lines());
                compare(
                        "authheaders",
                        python.ask("dmarc", author, spf, dkim),
                        ours.verdict(),
                        records,
                        "seed " + seed + ": from " + author + " spf " + spf + " dkim " + dkim + ' ' + ours + '\n'
                                + records);
            }
        }
        finish();
    }

    /** Verifies a message of a domain; others passed SPF and DKIM, "-" for none. */
    private static DmarcResult verify(Zone zone, String author, String spf, String dkim) {
        return new DmarcVerifier(zone)
                .verify(
                        Headers.of(("From: a@" + author + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII)),
                        new SpfResult(spf.equals("-") ? Verdict.NONE : Verdict.PASS, Identity.MAIL_FROM, spf, ""),
                        dkim.equals("-")
                                ? List.of()
                                : List.of(new DkimResult(Verdict.PASS, dkim, "s", "rsa-sha256", "", false, "")));
    }

    /**
     * Generates policies. Only organizational domains, and domains two levels below one that has a policy, have one:
     * there, the tree walk of RFC 9989 and the list of public suffixes of RFC 7489 find the same.
     */
    private static Zone policies(Random random) {
        Zone zone = new Zone();
        for (String organization : ORGANIZATIONS) {
            if (random.nextInt(3) > 0) {
                zone.txt("_dmarc." + organization, policy(random));
                if (random.nextInt(3) == 0) {
                    zone.txt("_dmarc.a.mail." + organization, policy(random));
                }
            }
        }
        return zone;
    }

    private static String policy(Random random) {
        StringBuilder record = new StringBuilder("v=DMARC1; p=")
                .append(GeneratedRecords.pick(random, List.of("none", "quarantine", "reject")));
        for (int i = random.nextInt(3); i > 0; i--) {
            record.append(GeneratedRecords.pick(random, List.of(";", "; ", " ; ")))
                    .append(GeneratedRecords.pick(random, TAGS));
        }
        return record.toString();
    }

    private static String domain(Random random) {
        return GeneratedRecords.pick(random, List.of("", "", "mail.", "a.mail."))
                + GeneratedRecords.pick(random, ORGANIZATIONS);
    }

    /**
     * Compares two results.
     *
     * @param theirs the word of the other result, and its reason
     * @param reason the reason of our result; for DMARC, the records
     */
    private void compare(String name, String theirs, Verdict ours, String reason, String report) {
        String word = theirs.replaceAll("(?s) .*", "");
        boolean same = word.equals(ours.word());
        boolean known = !same && isKnown(name, theirs, reason);
        results.merge(ours.word() + ", " + name + ' ' + word + (known ? " (known)" : ""), 1, Integer::sum);
        if (!same && !known) {
            differences.add(name + ' ' + theirs + ", but " + report);
        }
    }

    /** Returns whether a decision explains a difference, see 0048. */
    private static boolean isKnown(String name, String theirs, String reason) {
        boolean syntax = reason.startsWith("syntax error in the term ");
        return switch (name) {
            case "pyspf" ->
                theirs.contains("trivial recursion")
                        || theirs.contains("Void lookup limit")
                        || (syntax && reason.matches(".*(?:%\\{d0}|%\\{l1\\+-\\.r}|x=%\\{).*"));
            case "Mail::SPF" ->
                theirs.contains("::FFFF:")
                        || theirs.contains("void DNS look-ups limit")
                        || reason.endsWith("more than 10 MX records")
                        || (syntax && reason.matches(".*%\\{(?:c|x|d0)}.*"));
            default -> reason.matches("(?s).*(?:=x|adkim=.\\W*adkim=|aspf=.\\W*aspf=).*"); // authheaders
        };
    }

    private void finish() {
        assertThat(differences)
                .as("differences besides the results %s", results)
                .isEmpty();
    }
}
