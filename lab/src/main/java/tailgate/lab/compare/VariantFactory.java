package tailgate.lab.compare;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tailgate.lab.compare.Variant.Demand;
import tailgate.lab.load.Retries;
import tailgate.lab.plan.ArgumentList;
import tailgate.lab.plan.Count;
import tailgate.lab.plan.ExperimentFile;
import tailgate.lab.plan.ExperimentFile.Judged;
import tailgate.lab.plan.ExperimentFile.Objection;
import tailgate.lab.plan.LoadPlan.CapacityPlan;
import tailgate.lab.plan.PlannedArm;
import tailgate.lab.plan.Rate;
import tailgate.lab.plan.Variation;
import tailgate.lab.plan.Variation.BackEndPlan;
import tailgate.lab.plan.Variation.Company;
import tailgate.lab.plan.Variation.Connections;
import tailgate.lab.plan.Variation.HandlerChoice;
import tailgate.lab.plan.Variation.Repetition;
import tailgate.lab.plan.Variation.Training;

/**
 * Makes the variants of an experiment from the arms of its file.
 *
 * @param changes what the command line changes
 * @param javas the exact version of each Java by its name; the first one is the usual one
 * @param blocks the number of blocks of the experiment
 * @param processors the number of processors of the server
 */
record VariantFactory(
    ExperimentFile file,
    FileChanges changes,
    Map<String, String> javas,
    int blocks,
    int processors) {

  /** An argument such as {@code {16 per processor}}. */
  private static final Pattern PER_PROCESSOR = Pattern.compile("\\{(\\d{1,7}) per processor}");

  /** The option that says how small a pool can become. */
  private static final List<String> SMALLEST_POOL = List.of("--min-workers");

  /** The fewest users who find a capacity: one would be away between two requests. */
  private static final int FEWEST_USERS = 2;

  Variant of(PlannedArm arm) {
    Variation variation = arm.variation();
    Company company = variation.company();
    String stage = Objects.requireNonNull(variation.stage(), "checked");
    String path =
        changes.pathOr(Objects.requireNonNullElse(variation.path(), file.load().usualPath()));
    String warmUp = changes.path() == null ? variation.warmUpPath() : null;
    List<String> arguments = changes.arguments().of(stage, answering(arguments(arm)));
    return new Variant(
        arm.name(),
        arm.server(),
        arm.setting(),
        Objects.requireNonNullElseGet(variation.java(), () -> javas.keySet().iterator().next()),
        stage,
        arguments,
        jvm(variation),
        path,
        Objects.requireNonNullElse(warmUp, path),
        company.rarePath(),
        arm.base(),
        Count.on(processors, company.idle()) + Count.on(processors, company.silent()),
        Count.on(processors, company.slowReaders()),
        Count.on(processors, company.users()),
        variation.line(),
        requests(variation),
        arm.blocks() < blocks ? arm.blocks() : null,
        fileSize(variation),
        (changes.concern(stage) && file.judged() != Judged.ALWAYS) ? true : null,
        file.load().phases().isEmpty() ? null : demand(variation, new ArgumentList(arguments)),
        variation.backEnd(),
        Boolean.TRUE.equals(variation.cold()) ? true : null);
  }

  private Demand demand(Variation variation, ArgumentList arguments) {
    Map<String, Double> rates = new HashMap<>();
    Objects.requireNonNullElse(variation.rates(), Map.<String, Rate>of())
        .forEach((rate, number) -> rates.put(rate, number.number()));
    OptionalInt smallest = arguments.number(SMALLEST_POOL);
    boolean isJudged = file.leaveOut().contains(Objection.POOL_HAS_GROWN) && smallest.isPresent();
    CapacityPlan capacity = file.load().capacity();
    return new Demand(
        rates,
        retries(variation),
        capacity == null ? 0 : users(capacity, variation, arguments),
        isJudged ? smallest.getAsInt() : null);
  }

  private static @Nullable Retries retries(Variation variation) {
    Repetition clients = variation.clients();
    return clients == null || clients.most() == 0
        ? null
        : new Retries(
            clients.most(),
            Objects.requireNonNullElse(clients.backOff(), Duration.ZERO).toMillis(),
            Objects.requireNonNullElse(clients.share(), 1.0));
  }

  private static int users(CapacityPlan capacity, Variation variation, ArgumentList arguments) {
    double each = Objects.requireNonNullElse(variation.usersPerWorker(), capacity.usersPerWorker());
    int workers = arguments.number(capacity.workersBy()).orElse(capacity.workers());
    return Math.max(FEWEST_USERS, (int) Math.ceil(each * workers));
  }

  /** Returns the arguments of an arm, with the user's own handler if there is one. */
  private List<String> answering(List<String> arguments) {
    List<String> handler = changes.handler();
    return handler.isEmpty()
        ? arguments
        : new ArgumentList(arguments)
            .without(option -> option.startsWith("--simulate-"))
            .and(new ArgumentList(handler))
            .all();
  }

  private @Nullable Long fileSize(Variation variation) {
    if (changes.fileSize() != null) {
      return changes.fileSize();
    }
    return changes.path() == null ? variation.file() : null;
  }

  private List<String> jvm(Variation variation) {
    List<String> options =
        new ArrayList<>(variation.jvm() == null ? List.of() : variation.jvm().all());
    if (variation.aotCache() != null) {
      boolean rehearses = variation.aotCache() == Training.REQUESTS;
      options.add(rehearses ? Variant.AOT_CACHE : Variant.AOT_CACHE_OF_START);
    }
    BackEndPlan backEnd = variation.backEnd();
    HandlerChoice handler = variation.handler();
    if (backEnd != null && handler != null) {
      SequencedMap<String, String> properties = new LinkedHashMap<>();
      properties.put("url", Variant.BACK_END);
      properties.put("slots", Integer.toString(backEnd.slots()));
      properties.put("service", Long.toString(backEnd.service().toMillis()));
      properties.put("timeout", Long.toString(Traffic.timeout(file.load()).toMillis()));
      properties.putAll(Objects.requireNonNullElse(handler.properties(), Map.of()));
      properties.forEach((name, value) -> options.add("-Ddownstream." + name + "=" + value));
    }
    return options;
  }

  private Variant.@Nullable Requests requests(Variation variation) {
    if (variation.users() == null
        && variation.connections() == null
        && variation.headers() == null) {
      return null;
    }
    return new Variant.Requests(
        variation.users() == null ? null : variation.users().on(processors),
        variation.connections() == null ? null : variation.connections() == Connections.NEW,
        Objects.requireNonNullElse(variation.headers(), Map.of()));
  }

  private List<String> arguments(PlannedArm arm) {
    List<String> arguments = new ArrayList<>();
    arm.example()
        .ifPresent(
            example ->
                arguments.addAll(
                    List.of("--handler-jar", Variant.HANDLERS, "--handler", "example." + example)));
    arm.downstream()
        .ifPresent(
            handler ->
                arguments.addAll(
                    List.of(
                        "--handler-jar",
                        Variant.BACK_END_HANDLERS,
                        "--handler",
                        "tailgate.downstream." + handler)));
    for (String argument : arm.variation().allArguments().all()) {
      arguments.add(
          PER_PROCESSOR
              .matcher(argument)
              .replaceAll(
                  count -> Integer.toString(Integer.parseInt(count.group(1)) * processors)));
    }
    return arguments;
  }
}
