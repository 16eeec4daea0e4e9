package svc.auth.operations;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.job.JobQueue;
import svc.api.job.StartedJob;
import svc.api.operation.AuditRecorder;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.OperationGroup;
import svc.api.operation.Page;
import svc.api.operation.PageRequest;
import svc.api.operation.Positional;
import svc.auth.directory.OperatorShares;
import svc.auth.directory.OperatorShares.NamedShare;
import svc.auth.directory.ShareRepair;
import svc.auth.storage.AccountStore;

/** The operations {@code svc share}. */
@Component
public final class ShareOperations implements OperationGroup {

    private final OperatorShares shares;
    private final AccountStore identities;
    private final JobQueue jobs;

    @Activate
    public ShareOperations(
            @Reference OperatorShares shares, @Reference AccountStore identities, @Reference JobQueue jobs) {
        this.shares = shares;
        this.identities = identities;
        this.jobs = jobs;
    }

    /**
     * A container that an owner shares with a principal.
     *
     * @param email the address of the owner
     * @param name the name of the container
     * @param principal the address of the account, or the name of the group
     */
    public record ShareView(
            String accountId,
            @Nullable String email,
            String type,
            String containerId,
            @Nullable String name,
            String principalId,
            @Nullable String principal,
            List<String> rights) {

        static ShareView of(NamedShare named) {
            Account owner = named.share().owner();
            return new ShareView(
                    named.share().key().accountId(),
                    owner == null ? null : owner.email(),
                    named.share().key().type(),
                    named.containerId(),
                    named.name(),
                    named.share().key().principalId(),
                    named.share().principalName(),
                    List.copyOf(named.share().rights()));
        }
    }

    @Operation(
            command = "share list",
            help = "List what accounts share with other accounts and with groups, such as mailboxes")
    public Page<ShareView> list(
            PageRequest page,
            @Help("the address or the id of the account that shares; all if omitted") @Nullable String account,
            @Help("the id of an organization; all if omitted") @Nullable String tenant) {
        return shares.list(Optional.ofNullable(account), Optional.ofNullable(tenant), page)
                .map(ShareView::of);
    }

    @Operation(
            command = "share revoke",
            help = "End a share at once, as the owner can: the other account or the group loses its rights")
    public ShareView revoke(
            @Positional @Help("the address or the id of the account that shares") String account,
            @Positional @Help("the id of what is shared, such as the id of a mailbox") String container,
            @Positional @Help("the id of the account or group with which it is shared, or the address of the account")
                    String principal,
            AuditRecorder trace) {
        return ShareView.of(shares.revoke(account, container, principal, trace));
    }

    @Operation(
            command = "share repair",
            help = "End the shares of all accounts whose owner, container, account or group does not exist, and delete"
                    + " those of a kind that gives no access any more")
    public StartedJob repair() {
        return StartedJob.of(
                identities.write("ask for a repair of shares", tx -> jobs.add(tx, ShareRepair.NAME, ShareRepair.ALL)));
    }
}
