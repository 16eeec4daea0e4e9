package svc.demo;

import java.time.Instant;
import java.util.Set;

/**
 * A message and its mailbox.
 *
 * @param bytes the message
 * @param mailbox the role or the name of the mailbox
 * @param keywords the keywords
 * @param received when it was received
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
record Written(byte[] bytes, String mailbox, Set<String> keywords, Instant received) {}
