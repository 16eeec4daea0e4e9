package svc.core.dispatch;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One method call of a request as sent by the client.
 *
 * @param method the name of the method
 * @param arguments the arguments, with unresolved result references
 * @param id the method call id
 */
public record Invocation(String method, Map<String, @Nullable Object> arguments, String id) {}
