package svc.mailauth;

import java.net.InetAddress;
import svc.api.dns.Resolver;
import svc.api.time.Clock;
import svc.mailauth.SpfResult.Identity;
import svc.mailauth.Verdict.VerdictException;

/**
 * Checks whether a client may use a domain in HELO and MAIL FROM (SPF, RFC 7208). The modifier "exp" is checked for
 * syntax, but the explanation is not fetched: it is text of a stranger.
 */
public final class SpfCheck {

    private final Resolver resolver;
    private final Clock clock;

    /** Creates a check that uses a resolver. */
    public SpfCheck(Resolver resolver, Clock clock) {
        this.resolver = resolver;
        this.clock = clock;
    }

    /**
     * Checks the HELO identity.
     *
     * @param client the address of the client
     * @param helo the argument of HELO or EHLO
     */
    public SpfResult helo(InetAddress client, String helo) {
        return check(client, helo, "postmaster", helo, Identity.HELO);
    }

    /**
     * Checks the MAIL FROM identity.
     *
     * @param client the address of the client
     * @param helo the argument of HELO or EHLO
     * @param sender the reverse-path without angle brackets; empty for the null reverse-path
     */
    public SpfResult mailFrom(InetAddress client, String helo, String sender) {
        int at = sender.lastIndexOf('@');
        String localPart = at <= 0 ? "postmaster" : sender.substring(0, at);
        String domain = sender.isEmpty() ? helo : sender.substring(at + 1);
        return check(client, helo, localPart, domain, Identity.MAIL_FROM);
    }

    private SpfResult check(InetAddress client, String helo, String localPart, String text, Identity identity) {
        DomainName domain = DomainName.of(text);
        if (domain == null) {
            return new SpfResult(Verdict.NONE, identity, text, "not a domain name");
        }
        try {
            return new SpfEvaluation(
                            new SpfLookups(resolver, clock, client),
                            new SpfEvaluation.Session(client, helo, localPart, domain.text()))
                    .evaluate(domain.text())
                    .as(identity, domain.text());
        } catch (VerdictException e) {
            return new SpfResult(e.verdict(), identity, domain.text(), e.reason());
        }
    }
}
