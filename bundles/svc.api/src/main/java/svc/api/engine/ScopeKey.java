package svc.api.engine;

/**
 * Shows that a scope is made by who may: the engine, after it looked at who asks. Threading: a plain value.
 */
public record ScopeKey() {}
