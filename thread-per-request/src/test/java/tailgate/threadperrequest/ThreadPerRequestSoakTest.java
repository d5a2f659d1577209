package tailgate.threadperrequest;

import tailgate.soak.StageSoak;

final class ThreadPerRequestSoakTest extends StageSoak {

  ThreadPerRequestSoakTest() {
    super(Main.class);
  }
}
