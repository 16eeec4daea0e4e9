package svc.api.engine;

/**
 * Token that the creation of an account {@code Scope} requires. Only bundles of the server can create it, after they
 * have checked the access of the caller. Threading: immutable.
 */
public record ScopeKey() {}
