package svc.mime;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A group of an address header field: {@code EmailAddressGroup} (RFC 8621 §4.1.2.4).
 *
 * @param name the name of the group; null for addresses that are not in a group
 * @param addresses the addresses, in their order in the field
 */
public record AddressGroup(@Nullable String name, List<Address> addresses) {}
