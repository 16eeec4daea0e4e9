package svc.mail.transfer;

import org.jspecify.annotations.Nullable;

/**
 * Something that did not go over.
 *
 * @param file the file, or the id of the message
 * @param at where in the file; left out for a file of its own
 * @param reason why
 */
record Failure(String file, @Nullable String at, String reason) {}
