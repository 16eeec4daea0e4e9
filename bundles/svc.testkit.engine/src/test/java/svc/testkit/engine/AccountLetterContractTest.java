package svc.testkit.engine;

import java.util.List;
import java.util.Map;
import svc.api.jmap.Capability;
import svc.api.jmap.type.ObjectType;

/** Runs the contract tests for a type whose ids begin with the same letter as those of accounts. */
class AccountLetterContractTest implements ObjectTypeContract, MethodIsolationContract, TenantIsolationContract {

    record Agenda(String title) {}

    static final class Agendas implements Capability, ObjectType<Agenda> {

        private static final String URN = "urn:example:params:jmap:agendas";

        @Override
        public String urn() {
            return URN;
        }

        @Override
        public String capability() {
            return URN;
        }

        @Override
        public Class<Agenda> recordType() {
            return Agenda.class;
        }
    }

    @Override
    public CapabilityUnderTest subject() {
        return CapabilityUnderTest.of("Agenda", engine -> List.of(new Agendas()))
                .good(Map.of("title", "First"))
                .good(Map.of("title", "Second"))
                .bad(Map.of(), "title")
                .change(Map.of("title", "Another"))
                .badChange(Map.of("title", 7), "title");
    }
}
