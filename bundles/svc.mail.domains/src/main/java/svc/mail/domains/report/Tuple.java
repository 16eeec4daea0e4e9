package svc.mail.domains.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import svc.api.delivery.SenderObserver.SenderResults;
import svc.api.delivery.SenderObserver.SenderResults.MethodResult;
import svc.api.net.IpNetwork;

/**
 * The results that messages of one record of an aggregate report have in common (RFC 9990 §3.1.1.7). Its values have no
 * control characters and at most {@value #LONGEST} characters.
 *
 * @param source the address of the client
 * @param disposition the disposition, as in the report
 * @param dkim {@code pass} or {@code fail}
 * @param spf {@code pass} or {@code fail}
 * @param reason why the disposition is not that of the policy, as in the report; empty if it is
 * @param author the author domain
 * @param sender the domain of MAIL FROM; empty for the null reverse-path
 * @param spfDomain the domain that SPF checked
 * @param spfResult the result of SPF
 * @param signatures the results of DKIM
 */
record Tuple(
        String source,
        String disposition,
        String dkim,
        String spf,
        String reason,
        String author,
        String sender,
        String spfDomain,
        String spfResult,
        List<MethodResult> signatures) {

    private static final int LONGEST = 253;
    private static final int FIELDS = 9;
    private static final int SIGNATURE_FIELDS = 3;

    static Tuple of(SenderResults results) {
        String sender = results.envelope().sender();
        return new Tuple(
                IpNetwork.text(results.arrival().client()),
                word(results.disposition()),
                results.dkimAligned() ? "pass" : "fail",
                results.spfAligned() ? "pass" : "fail",
                results.override().map(Tuple::word).orElse(""),
                text(results.author()),
                text(sender.substring(sender.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT)),
                text(results.spf().domain()),
                results.spf().result(),
                results.dkim().stream()
                        // The report needs both (RFC 9990 §3.1.1.12).
                        .filter(one ->
                                !one.domain().isBlank() && !one.selector().isBlank())
                        .map(one -> new MethodResult(text(one.domain()), text(one.selector()), one.result()))
                        .toList());
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** Removes what cannot be written in XML 1.0 or in a line, for the domain can be any text of a client. */
    private static String text(String value) {
        String line = value.replaceAll("[^ -~]", "?");
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST);
    }

    /** Returns the form that is stored: the values with tabs between them. */
    String text() {
        Stream<String> first = Stream.of(source, disposition, dkim, spf, reason, author, sender, spfDomain, spfResult);
        return String.join(
                "\t",
                Stream.concat(
                                first,
                                signatures.stream()
                                        .flatMap(one -> Stream.of(one.domain(), one.selector(), one.result())))
                        .toList());
    }

    /** Reads the stored form. */
    static Tuple parse(String text) {
        List<String> values = Arrays.asList(text.split("\t", -1));
        List<MethodResult> signatures = new ArrayList<>();
        for (int at = FIELDS; at + SIGNATURE_FIELDS <= values.size(); at += SIGNATURE_FIELDS) {
            signatures.add(new MethodResult(values.get(at), values.get(at + 1), values.get(at + 2)));
        }
        return new Tuple(
                values.get(0),
                values.get(1),
                values.get(2),
                values.get(3),
                values.get(4),
                values.get(5),
                values.get(6),
                values.get(7),
                values.get(8),
                signatures);
    }
}
