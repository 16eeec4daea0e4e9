package svc.proto.imap.account;

import java.io.IOException;
import svc.proto.imap.command.AccountCommand;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.state.Features;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.RefusedException;
import svc.proto.imap.state.Reply;

/** Executes the commands about quotas, rights and annotations. Threading: thread-safe. */
public final class AccountExecutor {

    public Reply execute(MailAccess own, ResponseWriter out, Features features, AccountCommand command)
            throws IOException, RefusedException {
        throw new IllegalStateException("unknown command " + command);
    }
}
