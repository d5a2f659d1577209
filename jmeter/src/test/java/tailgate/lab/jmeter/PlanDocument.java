package tailgate.lab.jmeter;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** One of our test plans as XML, for those who have no JMeter. */
record PlanDocument(Document document) {

  static final Pattern PROPERTY = Pattern.compile("\\$\\{__P\\((\\w+),([^)]+)\\)}");

  static PlanDocument read(String name) throws Exception {
    // Surefire runs in the module's folder.
    return new PlanDocument(
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(Path.of("plans", name + ".jmx").toFile()));
  }

  /** By property; one that is used twice must have the same default twice. */
  Map<String, String> defaults() {
    return PROPERTY
        .matcher(everything())
        .results()
        .map(property -> Map.entry(property.group(1), property.group(2)))
        .distinct()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** All texts, and the names of all elements. */
  private String everything() {
    String names = String.join("\n", names("*"));
    return document.getDocumentElement().getTextContent() + "\n" + names;
  }

  List<String> values(String property) {
    return elements("*").stream()
        .filter(element -> element.getAttribute("name").equals(property))
        .map(Element::getTextContent)
        .toList();
  }

  List<String> names(String tag) {
    return elements(tag).stream().map(element -> element.getAttribute("testname")).toList();
  }

  private List<Element> elements(String tag) {
    NodeList found = document.getElementsByTagName(tag);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      elements.add((Element) found.item(i));
    }
    return elements;
  }
}
