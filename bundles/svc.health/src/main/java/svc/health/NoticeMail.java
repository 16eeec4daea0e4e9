package svc.health;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.delivery.Envelope;
import svc.api.delivery.MailServerName;
import svc.api.delivery.ServerMail;
import svc.api.identity.Directory;
import svc.api.store.StoreException;
import svc.api.time.Clock;
import svc.mime.write.MessageWriter;

/** Mails notices about failures. It exists while the server can send mail. Thread-safe. */
@Component(service = NoticeMail.class)
public final class NoticeMail {

    private final ServerMail mail;
    private final MailServerName name;
    private final Directory directory;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    @Activate
    public NoticeMail(
            @Reference ServerMail mail,
            @Reference MailServerName name,
            @Reference Directory directory,
            @Reference Clock clock) {
        this.mail = mail;
        this.name = name;
        this.directory = directory;
        this.clock = clock;
    }

    /**
     * Adds one message about failures to the queue.
     *
     * @param at the time of the round
     * @return why the message is not in the queue; empty if it is
     */
    Optional<String> send(List<String> recipients, Instant at, List<Failure> failures) {
        Optional<String> domain = domain(recipients);
        if (domain.isEmpty()) {
            return Optional.of("the server has no domain");
        }
        NoticeMessage message = new NoticeMessage(name.hostname(), domain.get(), recipients, at, failures);
        MessageWriter writer = new MessageWriter(clock, random, domain.get());
        try {
            // The empty sender prevents a notification about a notice that cannot be delivered.
            Envelope envelope = Envelope.of("", recipients);
            return mail.send(domain.get(), envelope, out -> writer.write(message.draft(), out))
                            .isPresent()
                    ? Optional.empty()
                    : Optional.of(domain.get()
                            + " has no postmaster and no recipient has an account here, or the account that"
                            + " would send the mail is over quota");
        } catch (IOException | StoreException e) {
            return Optional.of(e.toString());
        }
    }

    /**
     * Returns the domain in whose name the message is sent: that of a recipient, that of the host name, or the first one
     * with a postmaster.
     */
    private Optional<String> domain(List<String> recipients) {
        return recipients.stream()
                .map(address -> address.substring(address.lastIndexOf('@') + 1))
                .filter(domain -> directory.tenantOfDomain(domain).isPresent())
                .findFirst()
                .or(() -> directory.localDomainOf(name.hostname()))
                .or(() -> directory.domains().stream()
                        .filter(domain -> !directory.administrators(domain).isEmpty())
                        .findFirst())
                .or(() -> directory.domains().stream().findFirst());
    }
}
