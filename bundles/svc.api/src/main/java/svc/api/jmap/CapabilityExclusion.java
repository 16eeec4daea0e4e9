package svc.api.jmap;

/**
 * Two capabilities that one request must not use together. Register it as a service. A request that names both in
 * {@code using} is rejected as a whole with {@code unknownCapability}.
 *
 * @param one the URN of the first capability
 * @param other the URN of the second capability
 */
public record CapabilityExclusion(String one, String other) {}
