package svc.blobs.http;

import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serial;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobKeyUnavailableException;
import svc.api.blob.BlobStore.BlobWriter;
import svc.api.blob.OverQuotaException;
import svc.api.blob.StorageFullException;
import svc.api.blob.WriteLimit;
import svc.api.http.HttpRoute;
import svc.api.http.ProblemDetails;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Caller;
import svc.api.identity.QueryCredentials;
import svc.api.jmap.JmapLimits;
import svc.api.lifecycle.Maintenance;
import svc.api.lifecycle.Maintenance.Period;

/** Uploads blobs (RFC 8620 §6.1). Bytes are streamed to the disk. No lock or transaction is held during this time. */
@Component(service = Servlet.class)
@HttpRoute(path = "/jmap/upload/*", raw = true, maxBody = -1)
public final class UploadServlet extends HttpServlet {

    private static final String BELOW = "/jmap/upload/";
    private static final int SIP = 16 * 1024;

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient BlobRequestAccess access;
    private final transient AccountBlobs blobs;
    private final transient JmapLimits limits;
    private final transient DiskFullLog space;
    private final transient Maintenance maintenance;
    private final transient AccountConcurrencyLimit slots;

    @Activate
    public UploadServlet(
            @Reference BlobRequestAccess access,
            @Reference AccountBlobs blobs,
            @Reference JmapLimits limits,
            @Reference DiskFullLog space,
            @Reference Maintenance maintenance) {
        this.access = access;
        this.blobs = blobs;
        this.limits = limits;
        this.space = space;
        this.maintenance = maintenance;
        this.slots = new AccountConcurrencyLimit(limits.maxConcurrentUpload());
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        List<String> steps = BlobRequestAccess.steps(request.getRequestURI(), BELOW, 1);
        if (steps.isEmpty()) {
            BlobRequestAccess.nothing(response);
            return;
        }
        Optional<Caller> caller = access.caller(request, response, QueryCredentials.NONE);
        if (caller.isEmpty()) {
            return;
        }
        Optional<AccessibleAccount> reach = access.reach(caller.get(), steps.get(0));
        Optional<Period> readOnly = maintenance.readOnly();
        if (reach.isEmpty()) {
            BlobRequestAccess.nothing(response);
        } else if (readOnly.isPresent()) {
            response.setDateHeader("Retry-After", readOnly.get().endsAt().toEpochMilli());
            access.refuse(response, BlobProblems.maintenance(readOnly.get()));
        } else if (!blobs.mayUpload(reach.get())) {
            access.refuse(response, BlobProblems.READ_ONLY);
        } else {
            whenSlotIsFree(caller.get(), reach.get(), request, response);
        }
    }

    private void whenSlotIsFree(
            Caller caller, AccessibleAccount reach, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        long account = caller.account().n();
        if (!slots.take(account)) {
            response.setHeader("Retry-After", "1");
            access.refuse(response, BlobProblems.tooMany(limits.maxConcurrentUpload()));
            return;
        }
        UploadResult taken;
        try {
            taken = take(caller, reach, request);
            if (taken instanceof Refused) {
                drain(request);
            }
        } finally {
            slots.release(account);
        }
        if (taken instanceof Created kept) {
            access.send(response, HttpServletResponse.SC_CREATED, "application/json", kept.members());
        } else {
            Refused refused = (Refused) taken;
            refused.retryAfter()
                    .ifPresent(wait -> response.setHeader("Retry-After", Long.toString(Math.max(1, wait.toSeconds()))));
            access.refuse(response, refused.why());
        }
    }

    /** The result of an upload. */
    private sealed interface UploadResult {}

    /** The blob was stored. The members are those of the response body. */
    private record Created(Map<String, Object> members) implements UploadResult {}

    /** The upload was rejected and its bytes were discarded. */
    private record Refused(ProblemDetails why, Optional<Duration> retryAfter) implements UploadResult {
        Refused(ProblemDetails why) {
            this(why, Optional.empty());
        }
    }

    private UploadResult take(Caller caller, AccessibleAccount reach, HttpServletRequest request) throws IOException {
        Refused tooLong = new Refused(BlobProblems.tooLong(limits.maxSizeUpload()));
        if (request.getContentLengthLong() > limits.maxSizeUpload()) {
            return tooLong;
        }
        try (BlobWriter draft = blobs.newBlob(reach.account())) {
            if (request.getContentLengthLong() >= 0) {
                blobs.write(caller.account(), 0, request.getContentLengthLong());
            }
            if (!copy(caller, request, draft)) {
                return tooLong;
            }
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("accountId", reach.id());
            members.put(
                    "blobId",
                    blobs.keep(reach.account(), caller.account(), draft).toString());
            members.put("type", MediaType.orBytes(request.getHeader("Content-Type")));
            members.put("size", draft.size());
            return new Created(members);
        } catch (WriteLimit e) {
            return new Refused(BlobProblems.of(e), e.retryAfter());
        } catch (OverQuotaException e) {
            return new Refused(BlobProblems.overQuota(e.messageFor(reach)));
        } catch (StorageFullException e) {
            return new Refused(space.none(e));
        } catch (BlobKeyUnavailableException e) {
            return new Refused(BlobProblems.NO_KEY);
        }
    }

    private boolean copy(Caller caller, HttpServletRequest request, BlobWriter draft) throws IOException {
        boolean counted = request.getContentLengthLong() >= 0;
        InputStream in = request.getInputStream();
        byte[] buffer = new byte[SIP];
        long left = limits.maxSizeUpload();
        try (OutputStream out = draft.out()) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                left -= read;
                if (left < 0) {
                    return false;
                }
                if (!counted) {
                    blobs.write(caller.account(), 0, read);
                }
                out.write(buffer, 0, read);
            }
        }
        return true;
    }

    /** Reads and discards further bytes, because a client that is still sending would not read the response. */
    private void drain(HttpServletRequest request) throws IOException {
        if (request.getHeader("Expect") != null && request.getContentLengthLong() >= 0) {
            return; // The client waits for 100 Continue and has not sent the body.
        }
        InputStream in = request.getInputStream();
        byte[] ignored = new byte[SIP];
        long left = limits.maxSizeUpload();
        for (int read = 0; read >= 0 && left > 0; left -= read) {
            read = in.read(ignored);
        }
    }
}
