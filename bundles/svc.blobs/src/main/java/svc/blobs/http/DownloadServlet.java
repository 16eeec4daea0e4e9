package svc.blobs.http;

import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobId;
import svc.api.blob.BlobUnavailableException;
import svc.api.blob.StorageFullException;
import svc.api.http.HttpRoute;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Caller;
import svc.api.identity.QueryCredentials;
import svc.blobs.account.StoredAccountBlobs;
import svc.blobs.account.StoredAccountBlobs.CallerBlob;
import svc.blobs.recovery.BlobRecovery;
import svc.blobs.recovery.DataLossLog;
import svc.blobs.recovery.RecoveryResult;

/**
 * Downloads blobs (RFC 8620 §6.2). The reason why a blob is missing is reported only for the caller's own account. For
 * a shared account, the response is the same as for an unknown path, and no recovery is attempted.
 */
@Component(service = Servlet.class)
@HttpRoute(path = "/jmap/download/*", raw = true, method = "GET", compressed = false)
public final class DownloadServlet extends HttpServlet {

    private static final String BELOW = "/jmap/download/";
    private static final String WAITED = "svc.blobs.waited";

    /**
     * The maximum number of concurrent downloads of one account. The number is limited, because the server has few
     * threads and each slow client occupies one. Further downloads wait without a thread.
     */
    private static final int MOST = 16;

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient BlobRequestAccess access;
    private final transient StoredAccountBlobs blobs;
    private final transient BlobRecovery recovery;
    private final transient BlobResponse delivery;
    private final transient DataLossLog dataLossLog;
    private final transient DiskFullLog space;
    private final transient AccountConcurrencyLimit slots = new AccountConcurrencyLimit(MOST);

    @Activate
    public DownloadServlet(
            @Reference BlobRequestAccess access,
            @Reference StoredAccountBlobs blobs,
            @Reference BlobRecovery recovery,
            @Reference BlobResponse delivery,
            @Reference DataLossLog dataLossLog,
            @Reference DiskFullLog space) {
        this.access = access;
        this.blobs = blobs;
        this.recovery = recovery;
        this.delivery = delivery;
        this.dataLossLog = dataLossLog;
        this.space = space;
    }

    @Override
    protected void doHead(HttpServletRequest request, HttpServletResponse response) throws IOException {
        doGet(request, response);
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getAttribute(WAITED) instanceof QueuedDownload waited) {
            // This is a queued download that now has its slot. Its caller was authenticated before, and must not be
            // authenticated again, because a DPoP proof can be verified only once.
            try {
                answer(request, response, waited.asked());
            } finally {
                waited.end();
            }
            return;
        }
        List<String> steps = BlobRequestAccess.steps(request.getRequestURI(), BELOW, 3);
        if (steps.isEmpty()) {
            BlobRequestAccess.nothing(response);
            return;
        }
        QueryCredentials credentials = new QueryCredentials.MediaToken(steps.get(0), steps.get(1));
        Optional<Caller> caller = access.caller(request, response, credentials);
        if (caller.isEmpty()) {
            return;
        }
        String asked = request.getParameter("type");
        Optional<String> type = MediaType.of(asked == null ? "" : asked);
        if (type.isEmpty()) {
            access.refuse(response, BlobProblems.BAD_TYPE);
            return;
        }
        Optional<AccessibleAccount> reach = access.reach(caller.get(), steps.get(0));
        if (reach.isEmpty()) {
            BlobRequestAccess.nothing(response);
            return;
        }
        whenSlotIsFree(
                request,
                response,
                new DownloadRequest(caller.get(), reach.get(), steps.get(1), steps.get(2), type.get()));
    }

    private void whenSlotIsFree(HttpServletRequest request, HttpServletResponse response, DownloadRequest asked)
            throws IOException {
        long account = asked.caller().account().n();
        if (!slots.take(account)) {
            QueuedDownload waiting = new QueuedDownload(slots, asked, request.startAsync());
            request.setAttribute(WAITED, waiting);
            waiting.begin();
            return;
        }
        try {
            answer(request, response, asked);
        } finally {
            slots.release(account);
        }
    }

    private void answer(HttpServletRequest request, HttpServletResponse response, DownloadRequest asked)
            throws IOException {
        try {
            look(request, response, asked);
        } catch (StorageFullException e) {
            // The blob was recovered from the blob that contains it, but could not be stored. No response has been
            // sent.
            access.refuse(response, space.none(e));
        } catch (BlobUnavailableException e) {
            if (asked.reach().isPersonal()) {
                access.refuse(response, BlobProblems.unavailable(e));
            } else {
                BlobRequestAccess.nothing(response);
            }
        }
    }

    private void look(HttpServletRequest request, HttpServletResponse response, DownloadRequest asked)
            throws IOException {
        AccessibleAccount reach = asked.reach();
        Optional<BlobId> id = BlobId.parse(asked.blobId());
        CallerBlob found =
                id.map(blob -> blobs.find(asked.caller(), reach, blob)).orElse(new CallerBlob(false, Optional.empty()));
        if (found.stored().isPresent()
                && delivery.send(request, response, asked, found.stored().get())) {
            return;
        }
        if (!reach.isPersonal()) {
            BlobRequestAccess.nothing(response);
        } else if (id.isEmpty()) {
            access.refuse(response, BlobProblems.BLOB_NOT_FOUND);
        } else {
            sendRecovered(request, response, asked, new Wanted(id.get(), found.visible()));
        }
    }

    /**
     * A blob that is not stored or is damaged.
     *
     * @param id the blob
     * @param held whether the account holds it
     */
    private record Wanted(BlobId id, boolean held) {}

    private void sendRecovered(
            HttpServletRequest request, HttpServletResponse response, DownloadRequest asked, Wanted wanted)
            throws IOException {
        String organization = asked.reach().account().organization();
        // A blob that the account holds is stored again. Any other blob is read from the blob that contains it, and is
        // not stored.
        RecoveryResult restored = wanted.held()
                ? recovery.restore(asked.reach().account(), wanted.id())
                : recovery.find(asked.reach().account(), wanted.id());
        if (restored instanceof RecoveryResult.Found found && delivery.send(request, response, asked, found.stored())) {
            return;
        }
        if (restored instanceof RecoveryResult.Mismatch) {
            if (wanted.held()) {
                dataLossLog.lost(organization, wanted.id(), "the message that should contain it has no matching part");
            }
            access.refuse(response, BlobProblems.MISMATCH);
        } else if (restored instanceof RecoveryResult.Unknown && !wanted.held()) {
            access.refuse(response, BlobProblems.BLOB_NOT_FOUND);
        } else {
            String reason = restored instanceof RecoveryResult.Unreadable unreadable
                    ? "the blob " + unreadable.owner() + ", which contains it, cannot be read"
                    : "its bytes are missing, and no other blob contains it";
            dataLossLog.lost(organization, wanted.id(), reason);
            access.refuse(response, BlobProblems.BLOB_MISSING);
        }
    }
}
