/** POP3 for mail clients: the service, its sessions, and the sign-in. */
@NullMarked
package svc.proto.pop3;

import org.jspecify.annotations.NullMarked;
