package svc.guard;

import java.util.List;
import org.jspecify.annotations.Nullable;
import svc.api.operation.Help;
import svc.api.operation.OperationProblem;
import svc.api.operation.OperationProblem.FieldError;
import svc.api.operation.OperationProblem.Reason;
import svc.api.operation.Positional;

/** Whom to trust, and why. */
record NewTrusted(
        @Positional @Help("an address or a network, such as 203.0.113.7 or 2001:db8::/32")
        String ip,

        @Help("why, for those who come later") @Nullable String note) {

    private static final int LONGEST_NOTE = 500;

    String checkedNote() {
        String text = note == null ? "" : note.strip();
        if (text.length() > LONGEST_NOTE || text.chars().anyMatch(Character::isISOControl)) {
            String what = "must be a line of at most " + LONGEST_NOTE + " characters";
            throw new OperationProblem(Reason.INVALID, "note " + what + ".", List.of(new FieldError("note", what)));
        }
        return text;
    }
}
