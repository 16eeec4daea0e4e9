package svc.core;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One call of a request, as it was sent.
 *
 * @param method the name of the method
 * @param arguments its arguments, references and all
 * @param id the client's own id of the call
 */
record Invocation(String method, Map<String, @Nullable Object> arguments, String id) {}
