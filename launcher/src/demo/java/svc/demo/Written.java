package svc.demo;

import java.time.Instant;
import java.util.Set;

/**
 * A message and where it goes.
 *
 * @param bytes the message
 * @param mailbox the role or the name of the mailbox
 * @param keywords what is marked
 * @param received when it came
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
record Written(byte[] bytes, String mailbox, Set<String> keywords, Instant received) {}
