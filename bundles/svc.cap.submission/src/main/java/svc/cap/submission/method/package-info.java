/** JMAP methods of submissions: {@code EmailSubmission/*}, {@code Email/send} and {@code Email/cancel}. */
@NullMarked
package svc.cap.submission.method;

import org.jspecify.annotations.NullMarked;
