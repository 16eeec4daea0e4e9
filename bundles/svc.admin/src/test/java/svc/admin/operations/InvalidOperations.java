package svc.admin.operations;

import java.nio.file.Path;
import svc.api.operation.Default;
import svc.api.operation.Operation;
import svc.api.operation.OperationGroup;
import svc.api.operation.Positional;
import svc.api.operation.Secret;

/** Declarations that violate a rule. */
final class InvalidOperations implements OperationGroup {

    @Operation(command = "Upper", help = "never offered")
    public OperationRegistryTest.Thing upper() {
        return new OperationRegistryTest.Thing("");
    }

    @Operation(command = "help", help = "never offered")
    public OperationRegistryTest.Thing help() {
        return new OperationRegistryTest.Thing("");
    }

    @Operation(command = "a", help = "never offered")
    public OperationRegistryTest.Thing a(@Positional @Secret String password) {
        return new OperationRegistryTest.Thing("");
    }

    @Operation(command = "b", help = "never offered")
    public OperationRegistryTest.Thing b(@Default("x") int number) {
        return new OperationRegistryTest.Thing("");
    }

    @Operation(command = "c", help = "never offered")
    public OperationRegistryTest.Thing c(double d) {
        return new OperationRegistryTest.Thing("");
    }

    @Operation(command = "d", help = "never offered")
    public OperationRegistryTest.Thing d(String url) {
        return new OperationRegistryTest.Thing("");
    }

    @Operation(command = "e", help = "never offered", routes = "GET /e")
    public OperationRegistryTest.Thing e(@Secret String password) {
        return new OperationRegistryTest.Thing("");
    }

    @Operation(command = "f", help = "never offered", routes = "POST /f")
    public OperationRegistryTest.Thing f(Path file) {
        return new OperationRegistryTest.Thing("");
    }

    @Operation(command = "g", help = "never offered", routes = "GET /g/{name}")
    public OperationRegistryTest.Thing g() {
        return new OperationRegistryTest.Thing("");
    }

    @Operation(command = "h", help = "never offered", routes = "PATCH /h")
    public OperationRegistryTest.Thing h() {
        return new OperationRegistryTest.Thing("");
    }

    @Operation(command = "i", help = "never offered", routes = "/i")
    public OperationRegistryTest.Thing i() {
        return new OperationRegistryTest.Thing("");
    }
}
