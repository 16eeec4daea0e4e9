package svc.blobs;

import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serial;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobStore.Draft;
import svc.api.blob.Blobs;
import svc.api.blob.NoRoom;
import svc.api.blob.OverQuota;
import svc.api.http.HttpRoute;
import svc.api.identity.Caller;
import svc.api.identity.Door;
import svc.api.identity.Reach;
import svc.api.jmap.JmapLimits;

/** The way up (RFC 8620 §6.1). Bytes go from the network to the disk; neither a lock nor a transaction waits for them. */
@Component(service = Servlet.class)
@HttpRoute(path = "/jmap/upload/*", raw = true, maxBody = -1)
public final class UploadServlet extends HttpServlet {

    private static final String BELOW = "/jmap/upload/";
    private static final int SIP = 16 * 1024;

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient Doorway doorway;
    private final transient Blobs blobs;
    private final transient JmapLimits limits;
    private final transient Space space;
    private final transient Turns turns;

    /** Keeps what comes here. */
    @Activate
    public UploadServlet(
            @Reference Doorway doorway, @Reference Blobs blobs, @Reference JmapLimits limits, @Reference Space space) {
        this.doorway = doorway;
        this.blobs = blobs;
        this.limits = limits;
        this.space = space;
        this.turns = new Turns(limits.maxConcurrentUpload());
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        List<String> steps = RawPath.steps(request.getRequestURI(), BELOW, 1);
        if (steps.isEmpty()) {
            Doorway.nothing(response);
            return;
        }
        Optional<Caller> caller = doorway.caller(request, response, Door.PLAIN);
        if (caller.isEmpty()) {
            return;
        }
        Optional<Reach> reach = doorway.reach(caller.get(), steps.get(0));
        if (reach.isEmpty()) {
            Doorway.nothing(response);
        } else if (reach.get().readOnly()) {
            doorway.refuse(response, Trouble.READ_ONLY);
        } else {
            inTurn(caller.get(), reach.get(), request, response);
        }
    }

    private void inTurn(Caller caller, Reach reach, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        long account = caller.account().n();
        if (!turns.take(account)) {
            response.setHeader("Retry-After", "1");
            doorway.refuse(response, Trouble.tooMany(limits.maxConcurrentUpload()));
            return;
        }
        Taken taken;
        try {
            taken = take(caller, reach, request);
            if (taken instanceof Refused) {
                drain(request);
            }
        } finally {
            turns.giveBack(account);
        }
        if (taken instanceof Kept kept) {
            doorway.send(response, HttpServletResponse.SC_CREATED, "application/json", kept.members());
        } else {
            doorway.refuse(response, ((Refused) taken).why());
        }
    }

    /** What became of an upload. */
    private sealed interface Taken {}

    /** It is a blob, described so. */
    private record Kept(Map<String, Object> members) implements Taken {}

    /** Nothing of it stays. */
    private record Refused(Trouble why) implements Taken {}

    private Taken take(Caller caller, Reach reach, HttpServletRequest request) throws IOException {
        Refused tooLong = new Refused(Trouble.tooLong(limits.maxSizeUpload()));
        if (request.getContentLengthLong() > limits.maxSizeUpload()) {
            return tooLong;
        }
        try (Draft draft = blobs.draft(reach.account())) {
            if (!copy(request.getInputStream(), draft)) {
                return tooLong;
            }
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("accountId", reach.id());
            members.put(
                    "blobId",
                    blobs.keep(reach.account(), caller.account(), draft).toString());
            members.put("type", type(request));
            members.put("size", draft.size());
            return new Kept(members);
        } catch (OverQuota e) {
            return new Refused(Trouble.overQuota(e.told(reach)));
        } catch (NoRoom e) {
            return new Refused(space.none(e));
        }
    }

    private boolean copy(InputStream in, Draft draft) throws IOException {
        byte[] buffer = new byte[SIP];
        long left = limits.maxSizeUpload();
        try (OutputStream out = draft.out()) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                left -= read;
                if (left < 0) {
                    return false;
                }
                out.write(buffer, 0, read);
            }
        }
        return true;
    }

    /** Reads on for a while without keeping it: a client that is still sending would not see the answer otherwise. */
    private void drain(HttpServletRequest request) throws IOException {
        if (request.getHeader("Expect") != null && request.getContentLengthLong() >= 0) {
            return; // it has not begun, and waits to be told to
        }
        InputStream in = request.getInputStream();
        byte[] ignored = new byte[SIP];
        long left = limits.maxSizeUpload();
        for (int read = 0; read >= 0 && left > 0; left -= read) {
            read = in.read(ignored);
        }
    }

    private static String type(HttpServletRequest request) {
        String type = request.getHeader("Content-Type");
        return type == null || type.isBlank() ? "application/octet-stream" : type.strip();
    }
}
