package svc.cap.submission;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Access;
import svc.api.identity.Account;
import svc.api.identity.Directory;
import svc.api.identity.Reach;
import svc.api.identity.Whereabouts;
import svc.cap.submission.api.Senders;

/** In whose name an account may send: by each address whose mail comes to it. Any thread. */
@Component(service = SendingRights.class)
public final class SendingRights {

    private final Directory directory;

    /** By these addresses. */
    @Activate
    public SendingRights(@Reference Directory directory) {
        this.directory = directory;
    }

    boolean mayUse(Account account, String address) {
        return Mailboxes.isAddress(address)
                && directory.whereabouts(address) instanceof Whereabouts.Here here
                && here.account().n() == account.n();
    }

    /** Whether those who reach an account like this may send in its name, and its organization may send at all. */
    boolean maySend(Reach reach) {
        return shared(reach) && directory.allows(reach.account().organization(), SubmissionCapability.URN);
    }

    /** Whether an account may be sent from by those who reach it like this. */
    static boolean shared(Reach reach) {
        return reach.access(SubmissionCapability.URN)
                .filter(access -> access == Access.WRITE)
                .isPresent();
    }

    /** Whether two texts name one address, as far as that can be told of addresses anywhere. */
    static boolean same(String one, String other) {
        return Senders.key(one).equals(Senders.key(other));
    }
}
