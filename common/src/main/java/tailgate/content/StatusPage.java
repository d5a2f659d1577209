package tailgate.content;

import java.util.EnumMap;
import java.util.Map;
import tailgate.http.Response;
import tailgate.http.Status;

/** A short response that says only its status. */
final class StatusPage {

  private static final Map<Status, Response> PAGES = new EnumMap<>(Status.class);

  static {
    for (Status status : Status.values()) {
      if (!status.hasNoContent()) {
        PAGES.put(
            status, Response.status(status).text(status.code() + " " + status.reason() + "\n"));
      }
    }
  }

  private StatusPage() {}

  static Response of(Status status) {
    Response page = PAGES.get(status);
    if (page == null) {
      throw new IllegalArgumentException(status + " has no content");
    }
    return page;
  }
}
