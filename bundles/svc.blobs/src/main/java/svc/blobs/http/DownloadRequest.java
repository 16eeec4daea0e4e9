package svc.blobs.http;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Caller;

/**
 * A download request.
 *
 * @param caller the authenticated caller
 * @param reach the account, with the access of the caller to it
 * @param blobId the blob id in the path, unparsed
 * @param name the file name for the response
 * @param type the media type for the response
 */
record DownloadRequest(Caller caller, AccessibleAccount reach, String blobId, String name, String type) {

    /** Returns whether the client already has the representation with this entity tag (RFC 9110 §13.1.2). */
    static boolean known(HttpServletRequest request, String tag) {
        String known = request.getHeader("If-None-Match");
        if (known == null) {
            return false;
        }
        for (String one : known.split(",", -1)) {
            String given = one.strip();
            if (given.equals("*") || given.equals(tag) || given.equals("W/" + tag)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the field {@code Range} of a GET; empty if {@code If-Range} has another entity tag (RFC 9110 §13.1.5).
     */
    static Optional<String> range(HttpServletRequest request, String tag) {
        String ifRange = request.getHeader("If-Range");
        boolean counts = request.getMethod().equals("GET")
                && (ifRange == null || ifRange.strip().equals(tag));
        return counts ? Optional.ofNullable(request.getHeader("Range")) : Optional.empty();
    }
}
