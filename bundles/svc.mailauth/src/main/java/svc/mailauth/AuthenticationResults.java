package svc.mailauth;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import svc.mailauth.SpfResult.Identity;
import svc.mime.HeaderField;

/** Writes the header field Authentication-Results (RFC 8601), and recognizes fields that must be removed. */
public final class AuthenticationResults {

    /** The name of the header field. */
    public static final String NAME = "Authentication-Results";

    private static final int LONGEST_LINE = 78;
    private static final int LONGEST_VALUE = 255;

    private final String authservId;
    private final List<Result> results = new ArrayList<>();

    /** A result with its reason and properties, each of them written safely. */
    private record Result(String head, List<String> properties) {}

    /**
     * Starts a field.
     *
     * @param authservId the name under which this server publishes results
     */
    public AuthenticationResults(String authservId) {
        this.authservId = authservId;
    }

    /**
     * Returns whether a field must be removed from a message that a client sends (RFC 8601 §5): it is an
     * Authentication-Results field that claims the name of this server, or that is malformed or has an unknown version,
     * so that other software could read that name in it.
     */
    public static boolean claims(HeaderField field, String authservId) {
        if (!field.name().equalsIgnoreCase(NAME)) {
            return false;
        }
        String id = new ResultsField(field.unfolded()).authservId();
        return id == null || canonical(id).equals(canonical(authservId));
    }

    /** Returns whether a field has results in the name of this server. */
    static boolean isOf(HeaderField field, String authservId) {
        String id = new ResultsField(field.unfolded()).authservId();
        return id != null && canonical(id).equals(canonical(authservId));
    }

    /** Returns the DMARC result that a field records; none if it records no result. */
    public static Verdict dmarc(HeaderField field) {
        return new ResultsField(field.unfolded()).verdict("dmarc");
    }

    private static String canonical(String id) {
        DomainName domain = DomainName.of(id);
        return domain == null ? id.toLowerCase(Locale.ROOT) : domain.text();
    }

    /** Adds an SPF result. */
    public AuthenticationResults spf(SpfResult result) {
        String property = result.identity() == Identity.HELO ? "smtp.helo" : "smtp.mailfrom";
        return add("spf", result.verdict().word(), result.reason(), property, result.domain());
    }

    /** Adds the results of DKIM; the result "none" if there are none. */
    public AuthenticationResults dkim(List<DkimResult> signatures) {
        if (signatures.isEmpty()) {
            add("dkim", Verdict.NONE.word(), "");
        }
        for (DkimResult result : signatures) {
            add(
                    "dkim",
                    result.verdict().word(),
                    result.reason(),
                    "header.d",
                    result.domain(),
                    "header.s",
                    result.selector(),
                    "header.a",
                    result.algorithm(),
                    "header.b",
                    result.signature());
        }
        return this;
    }

    /** Adds a DMARC result. */
    public AuthenticationResults dmarc(DmarcResult result) {
        boolean none = result.verdict() == Verdict.NONE;
        return add(
                "dmarc",
                result.verdict().word(),
                result.reason(),
                "header.from",
                result.author(),
                "policy.dmarc",
                none ? "" : result.policy().word());
    }

    /** Adds an ARC result. */
    public AuthenticationResults arc(ArcResult result) {
        return add("arc", result.status(), result.reason());
    }

    /** Adds a result; properties without a value are left out. */
    private AuthenticationResults add(String method, String result, String reason, String... properties) {
        List<String> written = new ArrayList<>();
        if (!reason.isEmpty()) {
            written.add("reason=" + quoted(reason));
        }
        for (int i = 0; i < properties.length; i += 2) {
            if (!properties[i + 1].isEmpty()) {
                written.add(properties[i] + '=' + value(properties[i + 1]));
            }
        }
        results.add(new Result(method + '=' + result, written));
        return this;
    }

    /** Returns the whole header field, folded, with the line end. */
    public String field() {
        StringBuilder field = new StringBuilder(NAME + ": " + value(authservId));
        if (results.isEmpty()) {
            field.append("; none");
        }
        for (Result result : results) {
            field.append(";\r\n\t").append(result.head);
            int column = result.head.length() + 8;
            for (String property : result.properties) {
                boolean fits = column + 1 + property.length() < LONGEST_LINE;
                field.append(fits ? " " : "\r\n\t").append(property);
                column = (fits ? column + 1 : 8) + property.length();
            }
        }
        return field.append("\r\n").toString();
    }

    /** Writes a value (RFC 2045 §5.1): a token as it is, other text as a quoted string. */
    private static String value(String text) {
        return text.matches("[A-Za-z0-9!#$%&'*+.^_`{|}~-]+") && text.length() <= LONGEST_VALUE ? text : quoted(text);
    }

    /** Writes a quoted string in one line of ASCII. Other characters become question marks. */
    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int at = 0; at < Math.min(text.length(), LONGEST_VALUE); at++) {
            char c = text.charAt(at);
            if (c == '"' || c == '\\') {
                quoted.append('\\');
            }
            quoted.append(c >= ' ' && c < 0x7f ? c : '?');
        }
        return quoted.append('"').toString();
    }
}
