package svc.mime;

import org.jspecify.annotations.Nullable;

/**
 * A mailbox of an address header field: {@code EmailAddress} (RFC 8621 §4.1.2.3).
 *
 * @param name the display name; null without one
 * @param email the address
 */
public record Address(@Nullable String name, String email) {}
