/** IMAP for mail clients: the service, its sessions, and the sign-in. */
@NullMarked
package svc.proto.imap;

import org.jspecify.annotations.NullMarked;
