package svc.proto.imap.account;

import java.io.IOException;
import svc.proto.imap.command.AccountCommand;
import svc.proto.imap.command.AccountCommand.DeleteAcl;
import svc.proto.imap.command.AccountCommand.GetAcl;
import svc.proto.imap.command.AccountCommand.GetMetadata;
import svc.proto.imap.command.AccountCommand.GetQuota;
import svc.proto.imap.command.AccountCommand.GetQuotaRoot;
import svc.proto.imap.command.AccountCommand.ListRights;
import svc.proto.imap.command.AccountCommand.MyRights;
import svc.proto.imap.command.AccountCommand.SetAcl;
import svc.proto.imap.command.AccountCommand.SetMetadata;
import svc.proto.imap.command.AccountCommand.SetQuota;
import svc.proto.imap.response.ResponseCode;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.RefusedException;
import svc.proto.imap.state.Reply;

/** Executes the commands about quotas, rights and annotations. Threading: thread-safe. */
public final class AccountExecutor {

    /**
     * Executes a command.
     *
     * @param own the user's own account
     * @param out takes the untagged responses
     * @return the tagged response
     */
    public Reply execute(MailAccess own, ResponseWriter out, AccountCommand command)
            throws IOException, RefusedException {
        if (command instanceof GetQuota quota) {
            return new Quotas(own, out).quota(quota.root());
        } else if (command instanceof GetQuotaRoot quota) {
            return new Quotas(own, out).roots(quota.mailbox());
        } else if (command instanceof SetQuota) {
            return Reply.no(ResponseCode.NOPERM, "Only an administrator changes quotas.");
        } else if (command instanceof GetAcl get) {
            return new AccessControl(own, out).list(get.mailbox());
        } else if (command instanceof SetAcl set) {
            return new AccessControl(own, out).set(set);
        } else if (command instanceof DeleteAcl delete) {
            return new AccessControl(own, out).delete(delete);
        } else if (command instanceof ListRights list) {
            return new AccessControl(own, out).rightsOf(list);
        } else if (command instanceof MyRights mine) {
            return new AccessControl(own, out).myRights(mine.mailbox());
        } else if (command instanceof GetMetadata get) {
            return new Annotations(own, out).get(get);
        } else if (command instanceof SetMetadata set) {
            return new Annotations(own, out).set(set);
        }
        throw new IllegalStateException("unknown command " + command);
    }
}
