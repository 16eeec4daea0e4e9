package svc.blobs;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import svc.api.identity.Caller;
import svc.api.identity.Reach;

/**
 * What a download asks for.
 *
 * @param reach the account, as the caller reaches it
 * @param blobId the text in the place of the blob's name
 * @param name what the file shall be called
 * @param type its media type
 */
record Asked(Caller caller, Reach reach, String blobId, String name, String type) {

    /** Whether the client has the representation of this tag already (RFC 9110 §13.1.2). */
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

    /** The field {@code Range}, where it counts: in a GET, and if the client still has the same bytes (RFC 9110 §13.1.5). */
    static Optional<String> range(HttpServletRequest request, String tag) {
        String ifRange = request.getHeader("If-Range");
        boolean counts = request.getMethod().equals("GET")
                && (ifRange == null || ifRange.strip().equals(tag));
        return counts ? Optional.ofNullable(request.getHeader("Range")) : Optional.empty();
    }
}
