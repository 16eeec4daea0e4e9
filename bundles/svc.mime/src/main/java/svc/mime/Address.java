package svc.mime;

import org.jspecify.annotations.Nullable;

/** A mailbox of a header field: EmailAddress of RFC 8621 §4.1.2.3. */
public record Address(@Nullable String name, String email) {}
