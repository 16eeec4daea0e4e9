package svc.mailauth;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import svc.api.net.IpNetwork;
import svc.mailauth.Verdict.VerdictException;

/**
 * An SPF record (RFC 7208 §4.6.1).
 *
 * @param directives the mechanisms with their qualifiers, in order, up to the mechanism "all"
 * @param redirect the target of the modifier "redirect"; null if there is none, or if the record has an "all"
 */
record SpfRecord(List<Directive> directives, @Nullable MacroString redirect) {

    private static final Pattern VERSION = Pattern.compile("v=spf1(?: .*)?", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    private static final Pattern MODIFIER = Pattern.compile("([a-z][a-z0-9_.-]*)=(.*)", Pattern.CASE_INSENSITIVE);
    private static final Pattern MECHANISM =
            Pattern.compile("([-+?~])?(all|include|a|mx|ptr|ip4|ip6|exists)([:/].*)?", Pattern.CASE_INSENSITIVE);
    private static final Pattern LENGTHS = Pattern.compile("(:.+?)?(?:/(0|[1-9][0-9]?))?(?://(0|[1-9][0-9]{0,2}))?");
    private static final Pattern IP4 =
            Pattern.compile("(?:(?:0|[1-9][0-9]{0,2})\\.){3}(?:0|[1-9][0-9]{0,2})(?:/(?:0|[1-9][0-9]?))?");
    private static final Pattern IP6 =
            Pattern.compile("([0-9a-f:.]*:[0-9a-f:.]*)(?:/(0|[1-9][0-9]{0,2}))?", Pattern.CASE_INSENSITIVE);

    /** The mechanisms of RFC 7208 §5. */
    enum Kind {
        ALL,
        INCLUDE,
        A,
        MX,
        PTR,
        IP4,
        IP6,
        EXISTS
    }

    /**
     * A mechanism with its qualifier.
     *
     * @param verdict the verdict if the mechanism matches
     * @param kind the mechanism
     * @param target the domain-spec; null if it is omitted
     * @param ip4Length the prefix length for IPv4 addresses
     * @param ip6Length the prefix length for IPv6 addresses
     * @param network the network of ip4 and ip6; null for other mechanisms, and for an ip6 network of IPv4-mapped
     *     addresses, which contains no client because such clients are treated as IPv4
     * @param text the term as it is written in the record
     */
    record Directive(
            Verdict verdict,
            Kind kind,
            @Nullable MacroString target,
            int ip4Length,
            int ip6Length,
            @Nullable IpNetwork network,
            String text) {}

    /** Returns whether a TXT record is an SPF record (RFC 7208 §4.5). */
    static boolean isSpf(String text) {
        return VERSION.matcher(text).matches();
    }

    /** Parses an SPF record. */
    static SpfRecord parse(String text) throws VerdictException {
        List<Directive> directives = new ArrayList<>();
        MacroString redirect = null;
        boolean explained = false;
        for (String term : text.substring("v=spf1".length()).split(" +", -1)) {
            Matcher modifier = MODIFIER.matcher(term);
            if (term.isEmpty()) {
                continue;
            }
            if (!modifier.matches()) {
                directives.add(directive(term));
                continue;
            }
            String name = modifier.group(1).toLowerCase(Locale.ROOT);
            boolean repeated = name.equals("redirect") ? redirect != null : name.equals("exp") && explained;
            boolean known = name.equals("redirect") || name.equals("exp");
            MacroString value = known ? MacroString.domainSpec(modifier.group(2)) : MacroString.of(modifier.group(2));
            if (repeated || value == null) {
                throw invalid(term);
            }
            explained |= name.equals("exp");
            redirect = name.equals("redirect") ? value : redirect;
        }
        return of(directives, redirect);
    }

    /** Drops what the mechanism "all" makes void (RFC 7208 §5.1). */
    private static SpfRecord of(List<Directive> directives, @Nullable MacroString redirect) {
        for (int i = 0; i < directives.size(); i++) {
            if (directives.get(i).kind == Kind.ALL) {
                return new SpfRecord(List.copyOf(directives.subList(0, i + 1)), null);
            }
        }
        return new SpfRecord(List.copyOf(directives), redirect);
    }

    private static Directive directive(String term) throws VerdictException {
        Matcher matcher = MECHANISM.matcher(term);
        if (!matcher.matches()) {
            throw invalid(term);
        }
        String qualifier = matcher.group(1) == null ? "+" : matcher.group(1);
        Verdict verdict = switch (qualifier) {
            case "-" -> Verdict.FAIL;
            case "~" -> Verdict.SOFTFAIL;
            case "?" -> Verdict.NEUTRAL;
            default -> Verdict.PASS;
        };
        Kind kind = Kind.valueOf(matcher.group(2).toUpperCase(Locale.ROOT));
        String rest = matcher.group(3) == null ? "" : matcher.group(3);
        return switch (kind) {
            case ALL, PTR, INCLUDE, EXISTS -> named(term, verdict, kind, rest);
            case A, MX -> hosts(term, verdict, kind, rest);
            case IP4, IP6 -> new Directive(verdict, kind, null, 0, 0, network(term, kind, rest), term);
        };
    }

    /** Parses a mechanism with nothing but a domain-spec: none for "all", an optional one for "ptr". */
    private static Directive named(String term, Verdict verdict, Kind kind, String rest) throws VerdictException {
        if (rest.isEmpty() && (kind == Kind.ALL || kind == Kind.PTR)) {
            return new Directive(verdict, kind, null, 0, 0, null, term);
        }
        if (kind == Kind.ALL || !rest.startsWith(":")) {
            throw invalid(term);
        }
        return new Directive(verdict, kind, target(term, rest), 0, 0, null, term);
    }

    private static Directive hosts(String term, Verdict verdict, Kind kind, String rest) throws VerdictException {
        Matcher matcher = LENGTHS.matcher(rest);
        if (!matcher.matches()) {
            throw invalid(term);
        }
        int ip4Length = matcher.group(2) == null ? 32 : Integer.parseInt(matcher.group(2));
        int ip6Length = matcher.group(3) == null ? 128 : Integer.parseInt(matcher.group(3));
        if (ip4Length > 32 || ip6Length > 128) {
            throw invalid(term);
        }
        MacroString target = matcher.group(1) == null ? null : target(term, matcher.group(1));
        return new Directive(verdict, kind, target, ip4Length, ip6Length, null, term);
    }

    private static MacroString target(String term, String rest) throws VerdictException {
        MacroString target = MacroString.domainSpec(rest.substring(1));
        if (target == null) {
            throw invalid(term);
        }
        return target;
    }

    private static @Nullable IpNetwork network(String term, Kind kind, String rest) throws VerdictException {
        String text = rest.isEmpty() ? "" : rest.substring(1);
        Matcher ip6 = IP6.matcher(text);
        if (!rest.startsWith(":") || !(kind == Kind.IP4 ? IP4.matcher(text).matches() : ip6.matches())) {
            throw invalid(term);
        }
        if (kind == Kind.IP4) {
            return IpNetwork.parse(text).orElseThrow(() -> invalid(term));
        }
        int length = ip6.group(2) == null ? 128 : Integer.parseInt(ip6.group(2));
        IpNetwork single = IpNetwork.parse(ip6.group(1)).orElseThrow(() -> invalid(term));
        if (length > 128) {
            throw invalid(term);
        }
        return single.bits() == 128 ? IpNetwork.of(single.first(), length) : null;
    }

    private static VerdictException invalid(String term) {
        return VerdictException.permanent("syntax error in the term " + term);
    }
}
