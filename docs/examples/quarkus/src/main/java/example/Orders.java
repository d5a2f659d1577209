package example;

import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** Requests that wait, as for a back end: in a thread of the pool, and in a virtual thread. */
@Path("/orders")
public class Orders {

  @GET
  @Path("/pool")
  public String pool() throws InterruptedException {
    Thread.sleep(100);
    return "[]";
  }

  @GET
  @Path("/virtual")
  @RunOnVirtualThread
  public String virtual() throws InterruptedException {
    Thread.sleep(100);
    return "[]";
  }
}
