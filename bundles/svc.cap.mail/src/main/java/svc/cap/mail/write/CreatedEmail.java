package svc.cap.mail.write;

/**
 * An email that was created.
 *
 * @param n the number of the email
 * @param thread the number of its thread
 */
public record CreatedEmail(long n, long thread) {}
