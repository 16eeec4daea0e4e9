package svc.admin.rest;

import java.util.List;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;

/** Warns if the admin token is short. Also warns if it is empty, because every request is then refused. */
final class AdminTokenHealthCheck implements HealthCheck {

    private static final String NAME = "admin-token";
    private static final int SHORT = 20;

    private final int length;

    AdminTokenHealthCheck(String token) {
        length = token.strip().length();
    }

    @Override
    public String family() {
        return "security";
    }

    @Override
    public List<Finding> run() {
        if (length == 0) {
            return List.of(
                    Finding.warn(
                            NAME,
                            "[admin] token is empty, so /admin/v1 answers 401 to everything.",
                            "Put the output of `openssl rand -base64 32` into [admin] token of svc.toml and restart, or leave it so if no operator needs /admin/v1."));
        }
        return List.of(
                length < SHORT
                        ? Finding.warn(
                                NAME,
                                "[admin] token is shorter than " + SHORT + " characters and may be guessed.",
                                "Put the output of `openssl rand -base64 32` into [admin] token of svc.toml and restart.")
                        : Finding.ok(NAME, "The admin token is set."));
    }
}
