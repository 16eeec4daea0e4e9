package svc.auth;

/** A sign-in as operators see it. */
record SessionView(String id, String account, String email, String createdAt, String dpop) {}
