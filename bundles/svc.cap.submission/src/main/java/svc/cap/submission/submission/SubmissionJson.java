package svc.cap.submission.submission;

import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.delivery.DeliveryStatus;
import svc.api.json.Json;
import svc.api.json.Json.Binding;
import svc.api.json.Json.Names;
import svc.api.store.ObjectId;
import svc.cap.mail.api.MailStore;
import svc.cap.submission.identity.Identity;
import svc.cap.submission.submission.Submission.RecipientStatus;

/** Converts submissions to the JSON that clients see (RFC 8621 §7). Immutable. */
public final class SubmissionJson {

    private final Binding json;

    public SubmissionJson(Json json) {
        this.json = json.binding(Names.EXACT);
    }

    public Map<String, @Nullable Object> of(Submission one, RecipientStatus status) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("identityId", ObjectId.format(Identity.LETTER, one.identity()));
        members.put("emailId", one.email() == 0 ? null : ObjectId.format(MailStore.LETTER, one.email()));
        members.put("threadId", one.thread() == 0 ? null : ObjectId.format(MailStore.THREAD_LETTER, one.thread()));
        members.put("envelope", json.read(one.envelope()));
        members.put("sendAt", sendAt(one));
        members.put("undoStatus", one.undo().word());
        members.put("deliveryStatus", status(status));
        members.put("dsnBlobIds", status.reports());
        members.put("mdnBlobIds", status.receipts());
        return members;
    }

    public static String sendAt(Submission one) {
        return one.sendAt().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** Returns the {@code deliveryStatus} of each recipient address. */
    static Map<String, @Nullable Object> status(RecipientStatus status) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        for (DeliveryStatus one : status.statuses()) {
            String delivered = switch (one.state()) {
                case WAITING -> "queued";
                case DELIVERED -> "yes";
                case RELAYED -> "unknown";
                case FAILED -> "no";
            };
            String displayed = status.shown().contains(one.recipient()) ? "yes" : "unknown";
            members.put(
                    one.recipient(),
                    Map.of("smtpReply", one.smtpReply(), "delivered", delivered, "displayed", displayed));
        }
        return members;
    }
}
