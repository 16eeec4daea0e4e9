package svc.blobs.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.Consumer;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.blob.BlobUnavailableException;
import svc.blobs.recovery.DataLossLog;

/** Sends a stored blob or a range of it. Every byte is verified before it is sent. */
@Component(service = BlobResponse.class)
public final class BlobResponse {

    private final BlobRequestAccess access;
    private final DataLossLog dataLossLog;

    @Activate
    public BlobResponse(@Reference BlobRequestAccess access, @Reference DataLossLog dataLossLog) {
        this.access = access;
        this.dataLossLog = dataLossLog;
    }

    /**
     * Sends the blob.
     *
     * @return false when the bytes cannot be read and no response has been sent
     */
    boolean send(HttpServletRequest request, HttpServletResponse response, DownloadRequest asked, StoredBlob stored)
            throws IOException {
        String tag = "\"" + stored.id() + "\"";
        if (DownloadRequest.known(request, tag)) {
            response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
            setCacheHeaders(response, tag);
            return true;
        }
        ByteRange range = ByteRange.read(DownloadRequest.range(request, tag), stored.size());
        if (range instanceof ByteRange.Beyond) {
            response.setHeader("Content-Range", "bytes */" + stored.size());
            access.refuse(response, BlobProblems.beyond(stored.size()));
            return true;
        }
        ByteRange.Part part = range instanceof ByteRange.Part one ? one : new ByteRange.Part(0, stored.size());
        DownloadBody out = new DownloadBody(response, answer -> {
            setCacheHeaders(answer, tag);
            if (range instanceof ByteRange.Part) {
                answer.setStatus(HttpServletResponse.SC_PARTIAL_CONTENT);
                answer.setHeader("Content-Range", contentRange(part, stored.size()));
            }
            setContentHeaders(answer, asked, part.length());
        });
        return request.getMethod().equals("HEAD") ? head(asked, stored, out) : body(asked, stored, part, out);
    }

    /** Sets the headers for caching. The bytes never change (RFC 8246), and only the caller may cache them. */
    private static void setCacheHeaders(HttpServletResponse response, String tag) {
        response.setHeader("ETag", tag);
        response.setHeader("Cache-Control", "private, immutable, max-age=31536000");
    }

    /** Sets headers that prevent a browser from running the blob or showing it as a page of this server. */
    private static void setContentHeaders(HttpServletResponse response, DownloadRequest asked, long length) {
        response.setContentType(asked.type());
        response.setContentLengthLong(length);
        response.setHeader("Content-Disposition", ContentDisposition.disposition(asked.name()));
        response.setHeader("Accept-Ranges", "bytes");
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("Content-Security-Policy", "default-src 'none'; sandbox");
        response.setHeader("Referrer-Policy", "no-referrer");
    }

    private static String contentRange(ByteRange.Part part, long size) {
        return "bytes " + part.from() + "-" + (part.from() + part.length() - 1) + "/" + size;
    }

    /** Sends only the headers. Before, reads the first byte to verify that the blob can be read. */
    private boolean head(DownloadRequest asked, StoredBlob stored, DownloadBody out) throws BlobUnavailableException {
        try {
            stored.send(0, Math.min(1, stored.size()), OutputStream.nullOutputStream());
        } catch (BlobUnavailableException e) {
            throw e;
        } catch (IOException e) {
            damaged(asked, stored, e);
            return false;
        }
        out.begin();
        return true;
    }

    private boolean body(DownloadRequest asked, StoredBlob stored, ByteRange.Part part, DownloadBody out)
            throws IOException {
        try {
            stored.send(part.from(), part.length(), out);
        } catch (IOException e) {
            if (out.cut || (e instanceof BlobUnavailableException && !out.begun)) {
                throw e;
            }
            damaged(asked, stored, e);
            if (out.begun) {
                throw broken(e);
            }
            return false;
        }
        out.begin();
        return true;
    }

    /**
     * Returns an exception that closes the connection, so that the client does not accept the partial body as complete.
     * The exception is not logged as a defect, because the damage is already logged.
     */
    private static IOException broken(IOException cause) {
        EOFException failure = new EOFException("a blob is damaged after its first bytes");
        failure.initCause(cause);
        return failure;
    }

    private void damaged(DownloadRequest asked, StoredBlob stored, IOException why) {
        dataLossLog.unreadable(asked.reach().account().organization(), stored.id(), why);
    }

    /**
     * The body of a download. The headers are written together with the first verified byte. Until then, the server can
     * still send an error response. Not thread-safe.
     */
    private static final class DownloadBody extends OutputStream {

        private final HttpServletResponse response;
        private final Consumer<HttpServletResponse> head;
        private boolean begun;
        private boolean cut; // whether the client has closed the connection

        DownloadBody(HttpServletResponse response, Consumer<HttpServletResponse> head) {
            this.response = response;
            this.head = head;
        }

        void begin() {
            if (!begun) {
                begun = true;
                head.accept(response);
            }
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            begin();
            try {
                response.getOutputStream().write(bytes, from, length);
            } catch (IOException e) {
                cut = true;
                throw e;
            }
        }
    }
}
