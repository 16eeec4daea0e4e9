package svc.extensions.operations;

import org.jspecify.annotations.Nullable;
import svc.extensions.status.ExtensionStatus;
import svc.extensions.status.ExtensionStatusTable;

/**
 * A bundle in the responses of operations.
 *
 * @param name its symbolic name; the name of the file when it has none
 * @param version its version; empty when it has none
 * @param state {@code active}, {@code waiting} or {@code refused}
 * @param kind {@code core} for a bundle of the server, {@code extension} for any other
 * @param reason the reason why it is not active
 * @param remedy the remedy for the operator
 */
record BundleView(
        String name,
        String version,
        String state,
        String kind,
        @Nullable String reason,
        @Nullable String remedy) {

    static BundleView of(ExtensionStatusTable.Entry entry) {
        return of(entry.name(), entry.version(), "extension", entry.verdict());
    }

    static BundleView of(String name, String version, String kind, ExtensionStatus verdict) {
        return new BundleView(
                name, version, verdict.state().word(), kind, orNull(verdict.reason()), orNull(verdict.remedy()));
    }

    boolean isRefused() {
        return state.equals(ExtensionStatus.State.REFUSED.word());
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
