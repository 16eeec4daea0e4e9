/**
 * Vacation responses (RFC 8621 §8, RFC 3834): the response of an account, and the rules for which messages get a
 * response.
 */
@NullMarked
package svc.cap.vacationresponse;

import org.jspecify.annotations.NullMarked;
