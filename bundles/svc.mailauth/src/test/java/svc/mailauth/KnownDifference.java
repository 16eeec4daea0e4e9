package svc.mailauth;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A difference between this bundle and another verifier of signatures. The decision 0048 explains each of them with the
 * clause of the RFC that decides.
 *
 * @param verifiers the names of the verifiers that differ
 * @param applies whether the difference can occur for a result
 */
record KnownDifference(List<String> verifiers, Predicate<Result> applies) {

    private static final String DKIMPY = "dkimpy";
    private static final String PERL = "Mail::DKIM";
    private static final String OPENDKIM = "opendkim";

    /** Each of them, in the order of the decision. */
    static final List<KnownDifference> ALL = List.of(
            // Tags of signatures
            of(r -> r.reasonHas("the field cannot be read"), DKIMPY, PERL, OPENDKIM),
            of(r -> r.reasonHas("the tag b is not base64"), PERL, OPENDKIM),
            of(r -> r.reasonHas("the body is shorter than the tag l says"), DKIMPY, PERL),
            of(r -> r.fieldHas("l *= *0;"), PERL),
            of(r -> r.reasonHas("the tag v is missing|timestamp in the future|is not a number"), PERL),
            of(r -> r.fieldHas("\\ba *= *[A-Z]|q *= *http:dns/txt"), DKIMPY),
            of(r -> r.fieldHas("h *= *from:dkim-signature"), DKIMPY, PERL, OPENDKIM),
            of(r -> r.headerHas("(?is)(?:^|\\n)From *:.*\\nFrom *:"), DKIMPY),
            // Keys
            of(r -> r.reasonHas("the version is not DKIM1|the tag p is repeated"), DKIMPY, PERL, OPENDKIM),
            of(r -> r.fieldHas("s *= *" + SignedMessages.OTHER_SERVICE), DKIMPY),
            of(r -> r.reasonHas("the key does not allow"), DKIMPY),
            of(r -> r.reasonHas("the key is not for the algorithm"), OPENDKIM),
            of(r -> r.fieldHas("s *= *bare;"), PERL, OPENDKIM),
            of(r -> r.fieldHas("(?i)ed25519"), PERL),
            // Chains
            of(r -> r.isChain() && r.fieldHas("a=ed25519"), DKIMPY),
            of(r -> r.isChain() && r.fieldHas("cv=PASS"), DKIMPY, PERL),
            of(r -> r.isChain() && r.headerHas("(?s)\\nFrom:.*\\nARC-"), DKIMPY),
            of(r -> r.isChain() && r.headerHas("(?m)^ARC-[A-Za-z-]+ :"), PERL),
            of(r -> r.isChain() && r.reasonHas("a set is not complete"), PERL),
            // Lines of the message
            of(r -> Pattern.compile("(?<!\r)\n").matcher(r.message).find(), DKIMPY, PERL, OPENDKIM),
            of(r -> !r.message.endsWith("\r\n"), PERL, OPENDKIM),
            of(r -> r.headerHas("(?m)^[!-9;-~]+[ \t]+:|^(?![!-9;-~]+:)[^ \t\r\n]|\\A[ \t]"), DKIMPY),
            of(r -> !r.fieldHas("\\bc *= *relaxed"), OPENDKIM));

    boolean explains(String verifier, Result result) {
        return verifiers.contains(verifier) && applies.test(result);
    }

    private static KnownDifference of(Predicate<Result> applies, String... verifiers) {
        return new KnownDifference(List.of(verifiers), applies);
    }

    /**
     * The result of this bundle for one signature, or for the chain.
     *
     * @param message the message
     * @param start the start of the value of the signature; "arc" for the chain
     * @param reason the result with its reason
     */
    record Result(String message, String start, String reason) {

        private static final Pattern SIGNATURE = Pattern.compile("(?im)^DKIM-Signature[ \t]*:(?:[^\r\n]|\r\n[ \t])*");

        boolean isChain() {
            return start.equals("arc");
        }

        /** Returns the field of the signature; for the chain, the whole header. */
        private String field() {
            if (isChain()) {
                return header();
            }
            Matcher fields = SIGNATURE.matcher(header());
            while (fields.find()) {
                if (fields.group().replaceAll("\\s", "").contains(";b=" + start)) {
                    return fields.group();
                }
            }
            return "";
        }

        private String header() {
            int end = message.indexOf("\r\n\r\n");
            return end < 0 ? message : message.substring(0, end + 2);
        }

        boolean reasonHas(String regex) {
            return Pattern.compile(regex).matcher(reason).find();
        }

        boolean headerHas(String regex) {
            return Pattern.compile(regex).matcher(header()).find();
        }

        boolean fieldHas(String regex) {
            return Pattern.compile(regex).matcher(field()).find();
        }
    }
}
