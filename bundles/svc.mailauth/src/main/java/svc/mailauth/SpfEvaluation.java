package svc.mailauth;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import svc.api.net.IpNetwork;
import svc.mailauth.SpfRecord.Directive;
import svc.mailauth.SpfResult.Identity;
import svc.mailauth.Verdict.VerdictException;

/** One evaluation of the function check_host() (RFC 7208 §4), with its includes and redirects. */
final class SpfEvaluation {

    private final SpfLookups lookups;
    private final Session session;

    SpfEvaluation(SpfLookups lookups, Session session) {
        this.lookups = lookups;
        this.session = session;
    }

    /** The arguments that are the same in all recursive evaluations. */
    record Session(InetAddress client, String helo, String localPart, String senderDomain) {

        /** Returns the address in the format of the macro "i": for IPv6, one hexadecimal digit a label. */
        String dotted() {
            byte[] bytes = client.getAddress();
            if (bytes.length == Integer.BYTES) {
                return client.getHostAddress();
            }
            List<String> digits = new ArrayList<>();
            for (byte octet : bytes) {
                digits.add(Integer.toHexString((octet >> 4) & 0xf));
                digits.add(Integer.toHexString(octet & 0xf));
            }
            return String.join(".", digits);
        }

        boolean hasAsciiLocalPart() {
            return localPart.chars().allMatch(c -> c < 0x80);
        }
    }

    /** The outcome of an evaluation, with its reason. */
    record Outcome(Verdict verdict, String reason) {
        SpfResult as(Identity identity, String domain) {
            return new SpfResult(verdict, identity, domain, reason);
        }
    }

    /** Evaluates the record of a domain. */
    Outcome evaluate(String name) throws VerdictException {
        String domain = name.toLowerCase(Locale.ROOT);
        SpfRecord record = isName(domain) ? record(domain) : null;
        if (record == null) {
            return new Outcome(Verdict.NONE, "no SPF record");
        }
        for (Directive directive : record.directives()) {
            if (matches(directive, domain)) {
                return new Outcome(directive.verdict(), directive.text() + " of " + domain);
            }
        }
        MacroString redirect = record.redirect();
        return redirect == null
                ? new Outcome(Verdict.NEUTRAL, "no mechanism of " + domain + " matches")
                : evaluateTarget("redirect", redirect, domain);
    }

    /** Returns whether DNS can have the name. Unlike the domain of a sender, it can contain all printable characters. */
    private static boolean isName(String name) {
        return name.length() <= 253
                && name.indexOf('.') > 0
                && name.chars().allMatch(c -> c > ' ' && c < 0x7f)
                && List.of(name.split("\\.", -1)).stream().allMatch(label -> !label.isEmpty() && label.length() <= 63);
    }

    private @Nullable SpfRecord record(String domain) throws VerdictException {
        List<String> records =
                lookups.txt(domain).stream().filter(SpfRecord::isSpf).toList();
        if (records.size() > 1) {
            throw VerdictException.permanent("the domain " + domain + " has more than one SPF record");
        }
        return records.isEmpty() ? null : SpfRecord.parse(records.get(0));
    }

    /** Evaluates the target of an include or redirect, which must have a record (RFC 7208 §5.2, §6.1). */
    private Outcome evaluateTarget(String term, MacroString spec, String domain) throws VerdictException {
        lookups.countTerm();
        String target = target(spec, domain);
        Outcome outcome = evaluate(target);
        if (outcome.verdict == Verdict.NONE) {
            throw VerdictException.permanent("the " + term + " target " + target + " has no SPF record");
        }
        return outcome;
    }

    private boolean matches(Directive directive, String domain) throws VerdictException {
        MacroString spec = directive.target();
        IpNetwork network = directive.network();
        if (spec != null && spec.uses("sl") && !session.hasAsciiLocalPart()) {
            return false; // RFC 8616 §4
        }
        return switch (directive.kind()) {
            case ALL -> true;
            case IP4, IP6 -> network != null && network.contains(session.client);
            case INCLUDE -> spec != null && evaluateTarget("include", spec, domain).verdict == Verdict.PASS;
            case A, MX, PTR, EXISTS -> {
                lookups.countTerm();
                yield matchesHosts(directive, spec == null ? domain : target(spec, domain));
            }
        };
    }

    private boolean matchesHosts(Directive directive, String target) throws VerdictException {
        return switch (directive.kind()) {
            case A -> contains(directive, lookups.addresses(target));
            case MX -> contains(directive, lookups.mxAddresses(target));
            case EXISTS -> lookups.exists(target);
            default -> {
                String suffix = '.' + target.toLowerCase(Locale.ROOT);
                yield lookups.clientNames().stream().anyMatch(name -> ('.' + name).endsWith(suffix));
            }
        };
    }

    private boolean contains(Directive directive, Collection<InetAddress> addresses) {
        return addresses.stream()
                .anyMatch(address -> IpNetwork.of(
                                address,
                                address.getAddress().length == Integer.BYTES
                                        ? directive.ip4Length()
                                        : directive.ip6Length())
                        .contains(session.client));
    }

    private String target(MacroString spec, String domain) throws VerdictException {
        return spec.expand(letter -> switch (letter) {
            case 's' -> session.localPart + '@' + session.senderDomain;
            case 'l' -> session.localPart;
            case 'o' -> session.senderDomain;
            case 'd' -> domain;
            case 'i' -> session.dotted();
            case 'p' -> lookups.clientName(domain);
            case 'v' -> session.client.getAddress().length == Integer.BYTES ? "in-addr" : "ip6";
            default -> session.helo;
        });
    }
}
