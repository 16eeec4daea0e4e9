/** Encryption of push messages (RFC 8291) and VAPID keys (RFC 8292). */
@NullMarked
package svc.push.web.crypto;

import org.jspecify.annotations.NullMarked;
