package tailgate.eventloop;

import tailgate.soak.StageSoak;

final class EventLoopSoakTest extends StageSoak {

  EventLoopSoakTest() {
    super(Main.class);
  }
}
