package svc.api.jmap;

/**
 * Two capabilities that one request must not use together. Register it as a service; such a request is refused as a whole
 * with {@code unknownCapability}.
 *
 * @param one a URN
 * @param other another one
 */
public record Exclusion(String one, String other) {}
