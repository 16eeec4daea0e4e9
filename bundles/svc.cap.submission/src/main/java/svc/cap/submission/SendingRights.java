package svc.cap.submission;

import java.util.Locale;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Access;
import svc.api.identity.Account;
import svc.api.identity.Directory;
import svc.api.identity.Reach;
import svc.api.identity.Whereabouts;

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

    /** Whether an account may be sent from by those who reach it like this. */
    static boolean shared(Reach reach) {
        return reach.access(SubmissionCapability.URN)
                .filter(access -> access == Access.WRITE)
                .isPresent();
    }

    /** Whether two texts name one address, as far as that can be told of addresses anywhere. */
    static boolean same(String one, String other) {
        return key(one).equals(key(other));
    }

    /** What texts of one address have in common: the domain in small letters, what stands before it as it is. */
    static String key(String address) {
        int at = address.lastIndexOf('@') + 1;
        return address.substring(0, at) + address.substring(at).toLowerCase(Locale.ROOT);
    }
}
