package svc.mail.transfer;

import org.jspecify.annotations.Nullable;

/**
 * A message or folder that was not transferred.
 *
 * @param file the file, or the id of the message
 * @param at the position in the file or the mailbox; null if the file has one message
 * @param reason the reason
 */
public record Failure(String file, @Nullable String at, String reason) {}
