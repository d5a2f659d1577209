package tailgate.content;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import tailgate.content.site.FileError;
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

  /**
   * Says that a file is gone since it was found, or may not be read.
   *
   * @throws IOException the same, if the disk has failed
   */
  static Response of(IOException thrown) throws IOException {
    Status status = FileError.status(thrown);
    if (status == null) {
      throw thrown;
    }
    return of(status);
  }

  static Response of(Status status) {
    Response page = PAGES.get(status);
    if (page == null) {
      throw new IllegalArgumentException(status + " has no content");
    }
    return page;
  }
}
