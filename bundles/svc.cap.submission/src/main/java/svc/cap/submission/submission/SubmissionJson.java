package svc.cap.submission;

import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.delivery.Destiny;
import svc.api.json.Json;
import svc.api.json.Json.Binding;
import svc.api.json.Json.Names;
import svc.api.store.ObjectId;
import svc.cap.mail.api.MailStore;
import svc.cap.submission.Submission.Fares;

/** The properties of submissions as clients see them (RFC 8621 §7). Immutable. */
final class SubmissionMembers {

    private final Binding json;

    SubmissionMembers(Json json) {
        this.json = json.binding(Names.EXACT);
    }

    Map<String, @Nullable Object> of(Submission one, Fares fares) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("identityId", ObjectId.text(Identity.LETTER, one.identity()));
        members.put("emailId", one.email() == 0 ? null : ObjectId.text(MailStore.LETTER, one.email()));
        members.put("threadId", one.thread() == 0 ? null : ObjectId.text(MailStore.THREAD_LETTER, one.thread()));
        members.put("envelope", json.read(one.envelope()));
        members.put("sendAt", sendAt(one));
        members.put("undoStatus", one.undo().word());
        members.put("deliveryStatus", status(fares));
        members.put("dsnBlobIds", fares.reports());
        members.put("mdnBlobIds", fares.receipts());
        return members;
    }

    static String sendAt(Submission one) {
        return one.sendAt().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** How a message fares, by recipient. */
    static Map<String, @Nullable Object> status(Fares fares) {
        Map<String, @Nullable Object> status = new LinkedHashMap<>();
        for (Destiny one : fares.destinies()) {
            String delivered = switch (one.fate()) {
                case WAITING -> "queued";
                case DELIVERED -> "yes";
                case RELAYED -> "unknown";
                case FAILED -> "no";
            };
            String displayed = fares.shown().contains(one.address()) ? "yes" : "unknown";
            status.put(one.address(), Map.of("smtpReply", one.reply(), "delivered", delivered, "displayed", displayed));
        }
        return status;
    }
}
