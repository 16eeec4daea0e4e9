package svc.api.delivery;

import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.Account;

/**
 * Records refused mail, so that operators can find out with {@code svc mail trace} why and when it was refused. The
 * {@link MailIntake} and the {@link MailQueue} themselves record the messages that reach them.
 *
 * <p>Threading: thread-safe. Lifecycle: registered after the schema is migrated.
 */
@ProviderType
public interface MailTrace {

    /**
     * Records a refusal in the background. The method does not block. If there are too many refusals, further ones are
     * dropped and counted.
     */
    void refused(RefusedMail refused);

    /**
     * A command or a message that was refused.
     *
     * @param arrival the client and the time
     * @param account the account that signed in
     * @param sender the return path; empty before MAIL
     * @param recipients the recipients that the reply concerns
     * @param size the number of octets of the message that were received
     * @param reply the negative reply
     */
    record RefusedMail(
            Arrival arrival,
            Optional<Account> account,
            Optional<String> sender,
            List<String> recipients,
            long size,
            SmtpReply reply) {

        /** Copies the list. */
        public RefusedMail {
            recipients = List.copyOf(recipients);
        }
    }
}
