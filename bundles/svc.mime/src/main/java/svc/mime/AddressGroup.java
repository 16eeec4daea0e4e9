package svc.mime;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A group of a header field, without a name when its addresses are in none: EmailAddressGroup of RFC 8621 §4.1.2.4. */
public record AddressGroup(@Nullable String name, List<Address> addresses) {}
