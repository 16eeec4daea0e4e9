/**
 * Message disposition notifications (RFC 8098, RFC 9007): sends at most one MDN for a message that requests one, parses
 * MDNs from blobs, and records received MDNs with the submission that they report on.
 */
@NullMarked
package svc.cap.mdn;

import org.jspecify.annotations.NullMarked;
