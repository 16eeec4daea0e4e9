package svc.auth.storage;

import java.util.List;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.FieldError;
import svc.api.operation.OperationException.Reason;

/** The errors of operations on tenants, accounts and credentials. */
public final class DirectoryErrors {

    private static final int SHOWN = 80;

    private DirectoryErrors() {}

    /**
     * Returns the error of an invalid argument.
     *
     * @param field the argument
     * @param what the fault, as a sentence
     * @param remedy the remedy, as a sentence
     */
    public static OperationException invalid(String field, String what, String remedy) {
        return of(Reason.INVALID, field, what, remedy);
    }

    /** Returns the error of an object that does not exist. */
    public static OperationException notFound(String field, String what, String remedy) {
        return of(Reason.NOT_FOUND, field, what, remedy);
    }

    /** Returns the error of a conflict with stored data. */
    public static OperationException conflict(String field, String what, String remedy) {
        return of(Reason.CONFLICT, field, what, remedy);
    }

    static OperationException of(Reason reason, String field, String what, String remedy) {
        return new OperationException(reason, what + " " + remedy, List.of(new FieldError(field, what)));
    }

    public static OperationException unknownOrganization(String field, String id) {
        return notFound(field, "There is no organization " + shown(id) + ".", "Take an id from svc tenant list.");
    }

    public static OperationException unknownAccount(String field, String named) {
        return notFound(
                field, "There is no account " + shown(named) + ".", "Take an address or an id from svc account list.");
    }

    public static OperationException unknownPlan(String plan, List<String> known) {
        return invalid(
                "plan",
                "There is no plan " + shown(plan) + ".",
                "Take one of " + String.join(", ", known) + ", or add it to plans in the table [tenants] of svc.toml.");
    }

    public static OperationException domainTaken(String field, Domain domain, long owner) {
        return conflict(
                field,
                "The domain " + domain.name() + " belongs to organization " + Tenant.id(owner) + " already.",
                "Choose another domain, or look at svc tenant list.");
    }

    public static OperationException domainInUse(String field, String domain) {
        return conflict(
                field,
                "There are accounts with addresses of the domain " + domain + ".",
                "Keep the domain, or delete those accounts and addresses first.");
    }

    static OperationException addressTaken(String field, EmailAddress address) {
        return conflict(
                field,
                "There is an account " + address.key() + " already.",
                "Choose another address, or look at svc account list --q " + address.key() + ".");
    }

    public static OperationException dropped(String field, List<String> gone, String remove) {
        return conflict(
                field,
                "This list would remove " + String.join(", ", gone) + ".",
                "To remove one, use svc " + remove + ", or give --replace to replace the whole list.");
    }

    public static OperationException nothingToDo(String example) {
        return invalid("id", "The request contains no changes.", "Add " + example + ".");
    }

    /** Returns the text as it is shown in an error: in one line and not too long. */
    public static String shown(String text) {
        String line = text.replaceAll("\\p{Cntrl}", "?");
        return line.isBlank() ? "The empty text" : line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "…";
    }
}
