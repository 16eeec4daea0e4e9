package svc.auth;

import java.util.List;
import svc.api.identity.AppPasswords;
import svc.api.operation.OperationProblem;
import svc.api.operation.OperationProblem.FieldError;
import svc.api.operation.OperationProblem.Reason;

/** What operators are told when something cannot be done. */
final class Refusals {

    private Refusals() {}

    static OperationProblem unknownDomain(Domain domain) {
        return of(
                Reason.NOT_FOUND,
                "email",
                "No organization has the domain " + domain.name() + ".",
                "Create one with svc tenant create --name NAME --domain " + domain.name()
                        + ", or look at svc tenant list.");
    }

    static OperationProblem domainTaken(Domain domain, String owner) {
        return of(
                Reason.CONFLICT,
                "domains",
                "The domain " + domain.name() + " belongs to organization " + owner + " already.",
                "Choose another domain, or look at svc tenant list.");
    }

    static OperationProblem addressTaken(String field, Address address) {
        return of(
                Reason.CONFLICT,
                field,
                "There is an account " + address.key() + " already.",
                "Choose another address, or look at svc account list --q " + address.key() + ".");
    }

    static OperationProblem unknownOrganization(String id) {
        return of(
                Reason.NOT_FOUND,
                "id",
                "There is no organization " + shown(id) + ".",
                "Take an id from svc tenant list.");
    }

    static OperationProblem unknownSession(String id) {
        return of(
                Reason.NOT_FOUND, "id", "There is no sign-in " + shown(id) + ".", "Take an id from svc session list.");
    }

    static OperationProblem unknownAppPassword(String id) {
        return of(
                Reason.NOT_FOUND,
                "id",
                "The account has no app password " + shown(id) + ".",
                "Take an id from svc app-password list.");
    }

    static OperationProblem tooManyAppPasswords() {
        return of(
                Reason.CONFLICT,
                "account",
                "The account has " + AppPasswords.MOST + " app passwords, and no more are allowed.",
                "Revoke one that is not used with svc app-password revoke.");
    }

    static OperationProblem badAddress(String field, String text) {
        return of(Reason.INVALID, field, shown(text) + " is no e-mail address.", "Write it as name@example.org.");
    }

    static OperationProblem badDomain(String text) {
        return of(Reason.INVALID, "domains", shown(text) + " is no domain.", "Write it as example.org.");
    }

    static OperationProblem noDomain() {
        return of(
                Reason.INVALID,
                "domains",
                "An organization has at least one domain.",
                "Add --domain example.org; it may be given more than once.");
    }

    static OperationProblem halfAnAccount() {
        return of(
                Reason.INVALID,
                "email",
                "A first account has an address and a password.",
                "Give both --email and --password-stdin, or neither.");
    }

    static OperationProblem foreignAddress(Address address) {
        return of(
                Reason.INVALID,
                "email",
                "The domain " + address.domain().name() + " is none of the new organization.",
                "Give it with --domain too, or take an address of one of the domains.");
    }

    static OperationProblem badName(String field) {
        return of(
                Reason.INVALID,
                field,
                "A name has 1 to " + Given.LONGEST_NAME + " characters, none of them a control character.",
                "Write it in one line.");
    }

    static OperationProblem badPassword() {
        return of(
                Reason.INVALID,
                "password",
                "A password has " + Passwords.SHORTEST + " to " + Passwords.LONGEST + " characters.",
                "Choose one within these bounds; several words in a row make a good one.");
    }

    static OperationProblem badCapability(String urn) {
        return of(
                Reason.INVALID,
                "capabilities",
                shown(urn) + " is no name of a capability that can be switched.",
                "Write it as urn:ietf:params:jmap:mail=false; Core is always there.");
    }

    static OperationProblem badSwitch(String urn) {
        return of(
                Reason.INVALID,
                "capabilities",
                "A capability is switched with true or false.",
                "Write --capability " + shown(urn) + "=false to switch it off, =true to switch it on again.");
    }

    static OperationProblem nothingToDo(String example) {
        return of(Reason.INVALID, "id", "Nothing is said that could be changed.", "Add " + example + ".");
    }

    static OperationProblem unknownAccountId(String id) {
        return of(
                Reason.NOT_FOUND, "id", "There is no account " + shown(id) + ".", "Take an id from svc account list.");
    }

    static OperationProblem unknownAddress(String email) {
        return of(
                Reason.NOT_FOUND,
                "email",
                "There is no account " + shown(email) + ".",
                "Take an address from svc account list.");
    }

    static OperationProblem isErased(String id) {
        return of(
                Reason.CONFLICT,
                "id",
                "The account " + id + " is being erased.",
                "Wait for the end of it, then make a new one; svc job list shows how far it is.");
    }

    static OperationProblem otherOrganization(Domain domain, String id) {
        return of(
                Reason.INVALID,
                "tenant_id",
                "The domain " + domain.name() + " is none of organization " + shown(id) + ".",
                "Leave the organization out, or take an address of one of its domains.");
    }

    static OperationProblem foreignAlias(Address alias) {
        return of(
                Reason.INVALID,
                "aliases",
                "The domain " + alias.domain().name() + " is none of the account's organization.",
                "Add it with svc tenant update ID --domain, or leave the address out.");
    }

    static OperationProblem tooManyAccounts(Plan plan) {
        return of(
                Reason.CONFLICT,
                "email",
                "The plan " + plan.name() + " holds " + plan.accounts().orElse(0)
                        + " accounts, and the organization has as many.",
                "Give it another plan with svc tenant plan ID PLAN, or delete an account.");
    }

    static OperationProblem unknownPlan(String plan, List<String> known) {
        return of(
                Reason.INVALID,
                "plan",
                "There is no plan " + shown(plan) + ".",
                "Take one of " + String.join(", ", known) + ", or add it to plans in the table [tenants] of svc.toml.");
    }

    static OperationProblem domainInUse(String domain) {
        return of(
                Reason.CONFLICT,
                "domains",
                "There are accounts with addresses of the domain " + domain + ".",
                "Keep the domain, or delete those accounts and addresses first.");
    }

    static OperationProblem badRole() {
        return of(Reason.INVALID, "role", "There is no such role.", "Take user or tenant-admin.");
    }

    static OperationProblem badQuota() {
        return of(
                Reason.INVALID,
                "quota_bytes",
                "A quota is a number of bytes.",
                "Give 1 or more, or 0 for the quota of the plan.");
    }

    static OperationProblem badBranding(String field, String must) {
        return of(Reason.INVALID, field, "It " + must + ".", "Correct it, or leave it out.");
    }

    static OperationProblem badBatch(int most) {
        return of(
                Reason.INVALID,
                "accounts",
                "A batch holds 1 to " + most + " accounts.",
                "Send as many at once, the others in another batch.");
    }

    static OperationProblem missing(String field) {
        return of(Reason.INVALID, field, "It is missing.", "Say it for every account.");
    }

    static OperationProblem onlyAtTheConsole() {
        return of(
                Reason.FORBIDDEN,
                "role",
                "The rights over the whole instance are given and taken back at the console only.",
                "Run svc operator grant EMAIL or svc operator revoke EMAIL on the server.");
    }

    private static OperationProblem of(Reason reason, String field, String what, String remedy) {
        return new OperationProblem(reason, what + " " + remedy, List.of(new FieldError(field, what)));
    }

    private static final int SHOWN = 80;

    static String shown(String text) {
        String line = text.replaceAll("\\p{Cntrl}", "?");
        return line.isBlank() ? "The empty text" : line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "…";
    }
}
