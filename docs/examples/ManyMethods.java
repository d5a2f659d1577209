package example;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tailgate.http.Handler;
import tailgate.http.Request;
import tailgate.http.Response;
import tailgate.http.Status;

/**
 * Makes an invoice of ten lines: it parses text, calculates, sorts, formats dates and numbers, and
 * signs the result. That is many methods of the JDK and little in each, as in a server with
 * frameworks, so the JIT compilers have much to do. {@code lab/experiments/claims/compilers.yaml}
 * is about them.
 */
public final class ManyMethods implements Handler {

  private static final Pattern LINE =
      Pattern.compile("(?<name>[\\w ]+);(?<count>\\d+);(?<price>\\d+\\.\\d{2})");
  private static final BigDecimal TAX = new BigDecimal("0.19");
  private static final LocalDate FIRST = LocalDate.of(2026, 1, 1);
  private static final int LINES = 10;

  private record Item(String name, int count, BigDecimal price) {

    BigDecimal sum() {
      return price.multiply(BigDecimal.valueOf(count)).setScale(2, RoundingMode.HALF_UP);
    }
  }

  @Override
  public Response handle(Request request) throws NoSuchAlgorithmException {
    int number = request.target().hashCode() & 0xFFFF;
    String order =
        IntStream.range(0, LINES)
            .mapToObj(
                i -> String.format(Locale.ROOT, "article %d;%d;%.2f", number + i, 1 + i, 9.99 + i))
            .collect(Collectors.joining("\n"));
    List<Item> items =
        order
            .lines()
            .map(ManyMethods::item)
            .sorted(Comparator.comparing(Item::sum).reversed())
            .toList();
    String page = page(number, items);
    byte[] hash =
        MessageDigest.getInstance("SHA-256").digest(page.getBytes(StandardCharsets.UTF_8));
    String signature = HexFormat.of().formatHex(hash) + Base64.getEncoder().encodeToString(hash);
    return Response.status(Status.OK).text(page + signature.toUpperCase(Locale.ROOT) + "\n");
  }

  private static Item item(String line) {
    Matcher matcher = LINE.matcher(line);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(line);
    }
    return new Item(
        matcher.group("name").strip(),
        Integer.parseInt(matcher.group("count")),
        new BigDecimal(matcher.group("price")));
  }

  private static String page(int number, List<Item> items) {
    ZonedDateTime due =
        FIRST.plusDays(number % 365).atStartOfDay(ZoneOffset.UTC).plus(Duration.ofDays(14));
    BigDecimal net = items.stream().map(Item::sum).reduce(BigDecimal.ZERO, BigDecimal::add);
    TreeMap<String, String> lines =
        items.stream()
            .collect(
                Collectors.toMap(
                    Item::name,
                    item ->
                        String.format(
                            Locale.ROOT,
                            "%3d x %10.2f = %12.2f",
                            item.count(),
                            item.price(),
                            item.sum()),
                    (one, other) -> one + other,
                    TreeMap::new));
    return new StringBuilder()
        .append("invoice ")
        .append(number)
        .append(", due on ")
        .append(due.format(DateTimeFormatter.RFC_1123_DATE_TIME))
        .append('\n')
        .append(
            String.join(
                "\n",
                lines.entrySet().stream().map(line -> line.getKey() + line.getValue()).toList()))
        .append(
            String.format(
                Locale.ROOT, "%nnet %,.2f, with tax %,.2f%n", net, net.add(net.multiply(TAX))))
        .toString();
  }
}
