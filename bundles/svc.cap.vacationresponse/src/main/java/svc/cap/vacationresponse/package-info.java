/**
 * Those who are away answer by themselves (RFC 8621 §8, RFC 3834): what they say, and to whom it is said.
 */
@NullMarked
package svc.cap.vacationresponse;

import org.jspecify.annotations.NullMarked;
