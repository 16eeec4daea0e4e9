package svc.cap.submission;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Reach;
import svc.api.jmap.Call;
import svc.api.jmap.MethodError;
import svc.api.store.ObjectId;
import svc.cap.mail.api.MailStore;

/** What becomes of messages once their submissions are made, changed or gone (RFC 8621 §7.5): one {@code Email/set}. */
record FollowingEmails(Map<String, @Nullable Object> update, List<String> destroy) {

    static final String UPDATE = "onSuccessUpdateEmail";
    static final String DESTROY = "onSuccessDestroyEmail";

    /** Refuses arguments that are none, before anything is done. */
    static void check(Map<String, @Nullable Object> more) {
        Object update = more.get(UPDATE);
        if (update != null
                && !(update instanceof Map<?, ?> map && map.values().stream().allMatch(Map.class::isInstance))) {
            throw MethodError.invalidArguments("The argument " + UPDATE + " must be an object of patches, or null.");
        }
        Object destroy = more.get(DESTROY);
        if (destroy != null
                && !(destroy instanceof List<?> list && list.stream().allMatch(String.class::isInstance))) {
            throw MethodError.invalidArguments("The argument " + DESTROY + " must be a list of ids, or null.");
        }
    }

    /** By what was kept of the submissions; empty where nothing is to follow. */
    static Optional<FollowingEmails> of(Map<String, Object> made, Map<String, @Nullable Object> more) {
        FollowingEmails following = new FollowingEmails(new LinkedHashMap<>(), new ArrayList<>());
        if (more.get(UPDATE) instanceof Map<?, ?> patches) {
            patches.forEach((id, patch) -> email(made.get(String.valueOf(id)))
                    .ifPresent(email -> following.update().put(email, patch)));
        }
        if (more.get(DESTROY) instanceof List<?> ids) {
            ids.forEach(id -> email(made.get(String.valueOf(id)))
                    .filter(email -> !following.destroy().contains(email))
                    .ifPresent(following.destroy()::add));
        }
        return following.update().isEmpty() && following.destroy().isEmpty()
                ? Optional.empty()
                : Optional.of(following);
    }

    private static Optional<String> email(@Nullable Object kept) {
        OptionalLong n = kept instanceof Dispatch.Ready ready
                ? OptionalLong.of(ready.order().email())
                : kept instanceof Submission submission ? OptionalLong.of(submission.email()) : OptionalLong.empty();
        return n.isEmpty() || n.getAsLong() == 0
                ? Optional.empty()
                : Optional.of(ObjectId.text(MailStore.LETTER, n.getAsLong()));
    }

    void then(Call call, Reach reach) {
        Map<String, @Nullable Object> set = new LinkedHashMap<>();
        set.put("accountId", reach.id());
        set.put("update", update.isEmpty() ? null : update);
        set.put("destroy", destroy.isEmpty() ? null : destroy);
        call.then("Email/set", set);
    }
}
