package svc.blobs;

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
import svc.api.blob.BlobStore.Stored;
import svc.api.blob.NoRoom;
import svc.api.http.HttpRoute;
import svc.api.identity.Caller;
import svc.api.identity.Door;
import svc.api.identity.Reach;

/**
 * The way down (RFC 8620 §6.2). Why there is nothing is told for somebody's own account alone; anywhere else the answer is that
 * of a path where nothing is, and nothing is looked for in other places.
 */
@Component(service = Servlet.class)
@HttpRoute(path = "/jmap/download/*", raw = true, method = "GET", compressed = false)
public final class DownloadServlet extends HttpServlet {

    private static final String BELOW = "/jmap/download/";
    private static final String WAITED = "svc.blobs.waited";

    /** So many of a person go on at once, for a slow client holds a thread where these are few; the others wait without one. */
    private static final int MOST = 16;

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient Doorway doorway;
    private final transient KeptBlobs blobs;
    private final transient Restoration restoration;
    private final transient Delivery delivery;
    private final transient Losses losses;
    private final transient Space space;
    private final transient Turns turns = new Turns(MOST);

    /** Sends from here. */
    @Activate
    public DownloadServlet(
            @Reference Doorway doorway,
            @Reference KeptBlobs blobs,
            @Reference Restoration restoration,
            @Reference Delivery delivery,
            @Reference Losses losses,
            @Reference Space space) {
        this.doorway = doorway;
        this.blobs = blobs;
        this.restoration = restoration;
        this.delivery = delivery;
        this.losses = losses;
        this.space = space;
    }

    @Override
    protected void doHead(HttpServletRequest request, HttpServletResponse response) throws IOException {
        doGet(request, response);
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getAttribute(WAITED) instanceof Waiting waited) {
            // Its turn has come. Who asks is known: a proof is good for one look.
            try {
                answer(request, response, waited.asked());
            } finally {
                waited.end();
            }
            return;
        }
        List<String> steps = RawPath.steps(request.getRequestURI(), BELOW, 3);
        if (steps.isEmpty()) {
            Doorway.nothing(response);
            return;
        }
        Door door = new Door.Download(steps.get(0), steps.get(1));
        Optional<Caller> caller = doorway.caller(request, response, door);
        if (caller.isEmpty()) {
            return;
        }
        String asked = request.getParameter("type");
        Optional<String> type = MediaType.of(asked == null ? "" : asked);
        if (type.isEmpty()) {
            doorway.refuse(response, Trouble.BAD_TYPE);
            return;
        }
        Optional<Reach> reach = doorway.reach(caller.get(), steps.get(0));
        if (reach.isEmpty()) {
            Doorway.nothing(response);
            return;
        }
        inTurn(request, response, new Asked(caller.get(), reach.get(), steps.get(1), steps.get(2), type.get()));
    }

    private void inTurn(HttpServletRequest request, HttpServletResponse response, Asked asked) throws IOException {
        long account = asked.caller().account().n();
        if (!turns.take(account)) {
            Waiting waiting = new Waiting(turns, asked, request.startAsync());
            request.setAttribute(WAITED, waiting);
            waiting.begin();
            return;
        }
        try {
            answer(request, response, asked);
        } finally {
            turns.giveBack(account);
        }
    }

    private void answer(HttpServletRequest request, HttpServletResponse response, Asked asked) throws IOException {
        try {
            look(request, response, asked);
        } catch (NoRoom e) {
            // It was found in what it is a part of, and could not be kept; nothing has been sent.
            doorway.refuse(response, space.none(e));
        }
    }

    private void look(HttpServletRequest request, HttpServletResponse response, Asked asked) throws IOException {
        Reach reach = asked.reach();
        Optional<BlobId> id = BlobId.parse(asked.blobId());
        boolean held = id.isPresent() && blobs.sees(asked.caller(), reach, id.get());
        Optional<Stored> stored = held ? blobs.stored(reach.account(), id.orElseThrow()) : Optional.empty();
        if (stored.isPresent() && delivery.send(request, response, asked, stored.get())) {
            return;
        }
        if (!reach.personal()) {
            Doorway.nothing(response);
        } else if (id.isEmpty()) {
            doorway.refuse(response, Trouble.BLOB_NOT_FOUND);
        } else {
            elsewhere(request, response, asked, new Wanted(id.get(), held));
        }
    }

    /**
     * A blob that is not stored, or not whole.
     *
     * @param held whether the account holds it all the same
     */
    private record Wanted(BlobId id, boolean held) {}

    private void elsewhere(HttpServletRequest request, HttpServletResponse response, Asked asked, Wanted wanted)
            throws IOException {
        String organization = asked.reach().account().organization();
        Restored restored = restoration.restore(asked.reach().account(), wanted.id());
        if (restored instanceof Restored.Found found && delivery.send(request, response, asked, found.stored())) {
            return;
        }
        if (restored instanceof Restored.Mismatch) {
            if (wanted.held()) {
                losses.lost(organization, wanted.id(), "none of the parts of what it should be in is it");
            }
            doorway.refuse(response, Trouble.MISMATCH);
        } else if (restored instanceof Restored.Unknown && !wanted.held()) {
            doorway.refuse(response, Trouble.BLOB_NOT_FOUND);
        } else {
            String why = restored instanceof Restored.Unreadable unreadable
                    ? "what it is a part of, " + unreadable.owner() + ", cannot be read"
                    : "its bytes are missing, and it is no part of anything";
            losses.lost(organization, wanted.id(), why);
            doorway.refuse(response, Trouble.BLOB_MISSING);
        }
    }
}
