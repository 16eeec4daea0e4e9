package svc.mail.transfer;

import org.jspecify.annotations.Nullable;

/**
 * A message or folder that was not transferred.
 *
 * @param file the path of the file (import) or the id of the message (export); for a folder or mailbox, its path
 * @param at the position of the message in the file (import) or the path of its mailbox (export); null if {@code file}
 *     is enough to find the message
 * @param reason the reason why the message or folder was not transferred
 */
public record Failure(String file, @Nullable String at, String reason) {}
