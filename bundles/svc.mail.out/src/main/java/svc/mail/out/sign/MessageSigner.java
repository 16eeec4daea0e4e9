package svc.mail.out.sign;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.delivery.MailServerName;
import svc.api.delivery.OutgoingMail;
import svc.api.identity.Directory;
import svc.api.time.Clock;
import svc.mail.out.sign.SigningMetrics.Result;
import svc.mailauth.ArcSealer;
import svc.mailauth.DkimSigner;
import svc.mailauth.DkimSigner.SigningKey;
import svc.mailauth.DomainName;
import svc.mailauth.MessageSignatures;
import svc.mime.HeaderField;
import svc.mime.Headers;

/**
 * Signs messages that leave the server with the keys of the author's domain. A message that an account only
 * forwards gets an ARC set instead: a signature would claim responsibility for the message of another author. Thread-safe.
 */
@Component(service = MessageSigner.class)
public final class MessageSigner {

    private final DomainKeys keys;
    private final Directory directory;
    private final MailServerName server;
    private final Clock clock;
    private final SigningMetrics metrics;

    @Activate
    public MessageSigner(
            @Reference DomainKeys keys,
            @Reference Directory directory,
            @Reference MailServerName server,
            @Reference Clock clock,
            @Reference SigningMetrics metrics) {
        this.keys = keys;
        this.directory = directory;
        this.server = server;
        this.clock = clock;
        this.metrics = metrics;
    }

    /**
     * Returns a message with its signatures in front. The content must have the octets that are sent: lines that end
     * with CRLF, after the last change. The content is read once here, and again when the result is sent.
     */
    public OutgoingMail sign(OutgoingMail mail) throws IOException {
        MessageSignatures message = MessageSignatures.forSigning();
        mail.content().writeTo(message);
        message.close();
        byte[] fields = (mail.isRelayed() ? seal(mail, message) : signatures(mail, message)).getBytes(US_ASCII);
        return fields.length == 0
                ? mail
                : mail.with(mail.envelope(), mail.size() + fields.length, out -> {
                    out.write(fields);
                    mail.content().writeTo(out);
                });
    }

    private String signatures(OutgoingMail mail, MessageSignatures message) {
        DomainName author = author(message.headers());
        if (author == null || !maySign(mail, author.text())) {
            metrics.count(Result.NOT_SIGNED);
            return "";
        }
        List<SigningKey> live = keys.live(author);
        metrics.count(live.isEmpty() ? Result.NO_KEY : Result.SIGNED);
        return new DkimSigner(clock).sign(message, live);
    }

    /** Returns the domain of the author; null if there are several domains, or none. */
    private static @Nullable DomainName author(Headers headers) {
        List<HeaderField> from = headers.all("From");
        Set<@Nullable DomainName> domains = new HashSet<>();
        from.forEach(field -> field.addresses().forEach(address -> domains.add(DomainName.ofAddress(address.email()))));
        return from.size() == 1 && domains.size() == 1 ? domains.iterator().next() : null;
    }

    /**
     * Returns whether a domain may sign a message: the account belongs to its tenant, or the server itself sends a
     * notification or a report, which the account only holds.
     */
    private boolean maySign(OutgoingMail mail, String domain) {
        return directory.tenantOfDomain(domain).equals(Optional.of(mail.from().organization()))
                || (mail.envelope().sender().isEmpty() && keys.isOwn(domain));
    }

    /** Returns the ARC set of a message that an account sends on, sealed by the domain of the account. */
    private String seal(OutgoingMail mail, MessageSignatures message) {
        DomainName domain = DomainName.ofAddress(mail.from().email());
        Optional<SigningKey> key = domain == null
                ? Optional.empty()
                // RFC 8617 has no algorithm besides rsa-sha256.
                : keys.live(domain).stream()
                        .filter(one -> one.algorithm().equals("rsa-sha256"))
                        .findFirst();
        Optional<String> set = key.flatMap(one -> new ArcSealer(clock, server.hostname()).seal(message, one));
        metrics.count(key.isEmpty() ? Result.NO_KEY : set.isEmpty() ? Result.NOT_SIGNED : Result.SEALED);
        return set.orElse("");
    }
}
