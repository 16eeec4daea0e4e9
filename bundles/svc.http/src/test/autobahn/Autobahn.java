import java.util.List;
import java.util.Map;
import me.normanmaurer.maven.autobahntestsuite.AutobahnTestSuite;
import me.normanmaurer.maven.autobahntestsuite.FuzzingCaseResult;

/** Runs the suite against an echo at the first argument, and prints a line for each case: its name and what became of it. */
final class Autobahn {

    private Autobahn() {}

    public static void main(String[] words) {
        List<FuzzingCaseResult> all =
                AutobahnTestSuite.runFuzzingClient("svc", words[0], Map.of(), List.of("*"), List.of("7.9.6", "7.9.7", "7.9.8"));
        all.forEach(one -> System.out.println("case " + one.caseName() + " " + one.behavior() + " " + one.behaviorClose()));
        System.exit(0); // the suite leaves threads behind
    }
}
