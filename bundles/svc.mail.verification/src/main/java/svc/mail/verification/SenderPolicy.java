package svc.mail.verification;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import svc.api.delivery.Envelope;
import svc.api.delivery.SmtpReply;
import svc.api.identity.AddressResolution;
import svc.api.identity.AddressResolution.ForwardedAlias;
import svc.api.identity.AddressResolution.LocalAccount;
import svc.api.identity.Directory;
import svc.api.lifecycle.StartupException;
import svc.mailauth.DmarcPolicy;
import svc.mailauth.DmarcResult;
import svc.mailauth.DomainName;
import svc.mailauth.Verdict;

/** Decides what happens to a message by its DMARC result and {@code [mail.auth]}. Thread-safe. */
@Component(service = SenderPolicy.class, configurationPid = "svc.mail.auth")
@Designate(ocd = VerificationConfig.class)
public final class SenderPolicy {

    static final String SEALED = "accepted, because a trusted domain sealed the message";
    static final String ALLOWED = "accepted, because the organization allows this mailing list";

    private static final SmtpReply INVALID_AUTHOR = new SmtpReply(
            550,
            "5.7.1",
            "The message has no valid author (RFC 5322, section 3.6.2), so DMARC cannot protect it. Send it with exactly"
                    + " one From field that contains complete addresses of at most four domains.");

    private final AllowedLists lists;
    private final Directory directory;
    private final Set<String> trustedSealers;
    private final boolean isEnforced;

    /**
     * Reads the configuration.
     *
     * @throws StartupException a trusted sealer is not a domain name
     */
    @Activate
    public SenderPolicy(VerificationConfig config, @Reference AllowedLists lists, @Reference Directory directory) {
        this(config.dmarc(), List.of(config.trusted_sealers()), lists, directory);
    }

    SenderPolicy(String dmarc, List<String> sealers, AllowedLists lists, Directory directory) {
        this.lists = lists;
        this.directory = directory;
        this.isEnforced = dmarc.equals("enforce");
        this.trustedSealers = new HashSet<>();
        for (String text : sealers) {
            DomainName domain = DomainName.of(text.strip());
            if (domain == null) {
                throw new StartupException(
                        "[mail.auth] trusted_sealers contains \"" + text + "\", which is not a domain name.",
                        "Write domains as in the tag d of their ARC-Seal fields, for example \"lists.example.org\".");
            }
            trustedSealers.add(domain.text());
        }
    }

    /**
     * What happens to a message.
     *
     * @param rejection the reply that rejects the message
     * @param quarantine whether the message is filed as junk
     * @param reason why the policy of the domain owner is not applied; empty if it is
     */
    record Decision(Optional<SmtpReply> rejection, boolean quarantine, String reason) {

        static final Decision ACCEPTED = new Decision(Optional.empty(), false, "");
        static final Decision QUARANTINED = new Decision(Optional.empty(), true, "");

        static Decision rejected(SmtpReply reply) {
            return new Decision(Optional.of(reply), false, "");
        }

        static Decision acceptedBecause(String reason) {
            return new Decision(Optional.empty(), false, reason);
        }

        String word() {
            return rejection.isPresent() ? "rejected" : quarantine ? "quarantined" : "accepted";
        }
    }

    boolean isEnforced() {
        return isEnforced;
    }

    Decision decide(Findings found, Envelope envelope) {
        DmarcResult dmarc = found.dmarc();
        if (!isEnforced) {
            return Decision.ACCEPTED;
        } else if (dmarc.verdict() == Verdict.PERMERROR && !dmarc.hasAuthor()) {
            // Without a From field, DMARC ends without a result (RFC 9989 §5.3.1). The message shows no author that
            // could be forged, and RFC 5321 §3.3 advises not to reject it for this defect alone. With two From fields
            // or an invalid one, a message could otherwise avoid DMARC (RFC 9989 §11.5).
            return found.hasFrom() ? Decision.rejected(INVALID_AUTHOR) : Decision.QUARANTINED;
        } else if (dmarc.verdict() == Verdict.FAIL && dmarc.policy() != DmarcPolicy.NONE) {
            return failed(found, envelope);
        }
        // With slow servers for one of its domains, an attacker could make the check of another one end with an error.
        boolean isUnclear = dmarc.verdict() != Verdict.PASS && dmarc.verdict() != Verdict.NONE;
        return isUnclear && !found.isOfOneDomain() ? Decision.QUARANTINED : Decision.ACCEPTED;
    }

    private Decision failed(Findings found, Envelope envelope) {
        if (found.arc().vouches(trustedSealers)) {
            return Decision.acceptedBecause(SEALED);
        }
        Set<String> allowing = lists.tenants(found.domains());
        Set<String> tenants = tenants(envelope);
        if (allowing.containsAll(tenants)) {
            return Decision.acceptedBecause(ALLOWED);
        }
        // A message has one result. If it is also for a tenant that does not allow the list, it is junk for all.
        boolean isAllowedForSome = tenants.stream().anyMatch(allowing::contains);
        return found.dmarc().policy() == DmarcPolicy.QUARANTINE || isAllowedForSome
                ? Decision.QUARANTINED
                : Decision.rejected(rejection(found.dmarc().author()));
    }

    /** Returns the tenants of the recipients. A recipient without an account has the tenant "", which allows no list. */
    private Set<String> tenants(Envelope envelope) {
        return envelope.recipients().stream()
                .map(recipient -> tenant(directory.resolve(recipient.address())))
                .collect(Collectors.toSet());
    }

    private static String tenant(AddressResolution resolution) {
        if (resolution instanceof LocalAccount to) {
            return to.account().organization();
        }
        return resolution instanceof ForwardedAlias alias ? alias.account().organization() : "";
    }

    /** The reply fits into a line of 512 octets also with a domain of 253 characters (RFC 5321 §4.5.3.1.5). */
    private static SmtpReply rejection(String author) {
        return new SmtpReply(
                550,
                "5.7.1",
                "Rejected by the DMARC policy of " + author
                        + ": neither SPF nor DKIM authenticates the message for this"
                        + " domain. Send it through a server of the domain; a mailing list must write its own address"
                        + " into From.");
    }
}
