package svc.blobs;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobStore.Stored;

/** Sends a stored blob, whole or a part of it, and never a byte that was not put in. */
@Component(service = Delivery.class)
public final class Delivery {

    private final Doorway doorway;
    private final Losses losses;

    /** Tells what it finds damaged. */
    @Activate
    public Delivery(@Reference Doorway doorway, @Reference Losses losses) {
        this.doorway = doorway;
        this.losses = losses;
    }

    /**
     * Answers with the blob.
     *
     * @return false when its bytes cannot be read, and nothing has been answered
     */
    boolean send(HttpServletRequest request, HttpServletResponse response, Asked asked, Stored stored)
            throws IOException {
        String tag = "\"" + stored.id() + "\"";
        if (Asked.known(request, tag)) {
            response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
            lasting(response, tag);
            return true;
        }
        ByteRange range = ByteRange.read(Asked.range(request, tag), stored.size());
        if (range instanceof ByteRange.Beyond) {
            response.setHeader("Content-Range", "bytes */" + stored.size());
            doorway.refuse(response, Trouble.beyond(stored.size()));
            return true;
        }
        ByteRange.Part part = range instanceof ByteRange.Part one ? one : new ByteRange.Part(0, stored.size());
        Outgoing out = new Outgoing(response, answer -> {
            lasting(answer, tag);
            if (range instanceof ByteRange.Part) {
                answer.setStatus(HttpServletResponse.SC_PARTIAL_CONTENT);
                answer.setHeader("Content-Range", contentRange(part, stored.size()));
            }
            describe(answer, asked, part.length());
        });
        return request.getMethod().equals("HEAD") ? head(asked, stored, out) : body(asked, stored, part, out);
    }

    /** The same bytes for ever (RFC 8246), for whoever asked alone. */
    private static void lasting(HttpServletResponse response, String tag) {
        response.setHeader("ETag", tag);
        response.setHeader("Cache-Control", "private, immutable, max-age=31536000");
    }

    /** Whatever it is, it neither runs nor opens as a page of this server. */
    private static void describe(HttpServletResponse response, Asked asked, long length) {
        response.setContentType(asked.type());
        response.setContentLengthLong(length);
        response.setHeader("Content-Disposition", FileName.disposition(asked.name()));
        response.setHeader("Accept-Ranges", "bytes");
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("Content-Security-Policy", "default-src 'none'; sandbox");
        response.setHeader("Referrer-Policy", "no-referrer");
    }

    private static String contentRange(ByteRange.Part part, long size) {
        return "bytes " + part.from() + "-" + (part.from() + part.length() - 1) + "/" + size;
    }

    /** Without a body, but not without a look at its beginning. */
    private boolean head(Asked asked, Stored stored, Outgoing out) {
        try {
            stored.send(0, Math.min(1, stored.size()), OutputStream.nullOutputStream());
        } catch (IOException e) {
            damaged(asked, stored, e);
            return false;
        }
        out.begin();
        return true;
    }

    private boolean body(Asked asked, Stored stored, ByteRange.Part part, Outgoing out) throws IOException {
        try {
            stored.send(part.from(), part.length(), out);
        } catch (IOException e) {
            if (out.cut()) {
                throw e;
            }
            damaged(asked, stored, e);
            if (out.begun()) {
                throw broken(e);
            }
            return false;
        }
        out.begin();
        return true;
    }

    /** The connection breaks: the client must not take the beginning for all of it. It is no defect, and logged already. */
    private static IOException broken(IOException cause) {
        EOFException broken = new EOFException("a blob is damaged beyond its beginning");
        broken.initCause(cause);
        return broken;
    }

    private void damaged(Asked asked, Stored stored, IOException why) {
        losses.lost(asked.reach().account().organization(), stored.id(), String.valueOf(why.getMessage()));
    }
}
