package tailgate.virtualthreads;

import tailgate.soak.StageSoak;

final class VirtualThreadsSoakTest extends StageSoak {

  VirtualThreadsSoakTest() {
    super(Main.class);
  }
}
