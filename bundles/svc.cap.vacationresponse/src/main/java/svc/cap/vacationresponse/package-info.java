/** Vacation responses (RFC 8621 §8, RFC 3834): the response of an account, and the decision which messages get one. */
@NullMarked
package svc.cap.vacationresponse;

import org.jspecify.annotations.NullMarked;
