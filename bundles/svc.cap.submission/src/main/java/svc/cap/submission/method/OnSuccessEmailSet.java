package svc.cap.submission.method;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import svc.api.identity.AccessibleAccount;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodError;
import svc.api.store.ObjectId;
import svc.cap.mail.api.MailStore;
import svc.cap.submission.send.MessageSubmitter;
import svc.cap.submission.submission.Submission;

/** The implicit {@code Email/set} after a successful {@code EmailSubmission/set} (RFC 8621 §7.5). */
record OnSuccessEmailSet(Map<String, @Nullable Object> update, List<String> destroy) {

    static final String UPDATE = "onSuccessUpdateEmail";
    static final String DESTROY = "onSuccessDestroyEmail";

    /** Rejects malformed arguments before anything is changed. */
    static void check(Map<String, @Nullable Object> more) {
        Object update = more.get(UPDATE);
        if (update != null
                && !(update instanceof Map<?, ?> map && map.values().stream().allMatch(Map.class::isInstance))) {
            throw MethodError.invalidArguments("The argument " + UPDATE + " must be null or an object of PatchObject.");
        }
        Object destroy = more.get(DESTROY);
        if (destroy != null
                && !(destroy instanceof List<?> list && list.stream().allMatch(String.class::isInstance))) {
            throw MethodError.invalidArguments("The argument " + DESTROY + " must be null or an array of ids.");
        }
    }

    /**
     * Returns the {@code Email/set} for the submissions whose changes succeeded. Returns empty if there is nothing to
     * update or destroy.
     *
     * @param created the submissions, by id or by {@code #} and a creation id
     * @param more the additional arguments of the call
     */
    static Optional<OnSuccessEmailSet> of(Map<String, Object> created, Map<String, @Nullable Object> more) {
        OnSuccessEmailSet following = new OnSuccessEmailSet(new LinkedHashMap<>(), new ArrayList<>());
        if (more.get(UPDATE) instanceof Map<?, ?> patches) {
            patches.forEach((id, patch) -> email(created.get(String.valueOf(id)))
                    .ifPresent(email -> following.update().put(email, patch)));
        }
        if (more.get(DESTROY) instanceof List<?> ids) {
            ids.forEach(id -> email(created.get(String.valueOf(id)))
                    .filter(email -> !following.destroy().contains(email))
                    .ifPresent(following.destroy()::add));
        }
        return following.update().isEmpty() && following.destroy().isEmpty()
                ? Optional.empty()
                : Optional.of(following);
    }

    private static Optional<String> email(@Nullable Object kept) {
        OptionalLong n = kept instanceof MessageSubmitter.PreparedSubmission prepared
                ? OptionalLong.of(prepared.order().email())
                : kept instanceof Submission submission ? OptionalLong.of(submission.email()) : OptionalLong.empty();
        return n.isEmpty() || n.getAsLong() == 0
                ? Optional.empty()
                : Optional.of(ObjectId.format(MailStore.LETTER, n.getAsLong()));
    }

    void execute(MethodCall call, AccessibleAccount accessible) {
        Map<String, @Nullable Object> set = new LinkedHashMap<>();
        set.put("accountId", accessible.id());
        set.put("update", update.isEmpty() ? null : update);
        set.put("destroy", destroy.isEmpty() ? null : destroy);
        call.addImplicitCall("Email/set", set);
    }
}
