package svc.extensions;

import org.jspecify.annotations.Nullable;

/**
 * One bundle as operators see it.
 *
 * @param name its symbolic name; the name of the file when it has none
 * @param version its version; empty when it has none
 * @param state {@code active}, {@code waiting} or {@code refused}
 * @param kind {@code core} for the server's own, {@code extension} for the rest
 * @param reason why it is not active
 * @param remedy what to do about it
 */
record BundleRow(
        String name,
        String version,
        String state,
        String kind,
        @Nullable String reason,
        @Nullable String remedy) {

    static BundleRow of(VerdictBook.Entry entry) {
        return of(entry.name(), entry.version(), "extension", entry.verdict());
    }

    static BundleRow of(String name, String version, String kind, Verdict verdict) {
        return new BundleRow(
                name, version, verdict.state().word(), kind, orNull(verdict.reason()), orNull(verdict.remedy()));
    }

    boolean isRefused() {
        return state.equals(Verdict.State.REFUSED.word());
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
