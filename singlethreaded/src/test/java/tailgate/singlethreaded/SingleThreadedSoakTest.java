package tailgate.singlethreaded;

import tailgate.soak.StageSoak;

final class SingleThreadedSoakTest extends StageSoak {

  SingleThreadedSoakTest() {
    super(Main.class);
  }

  @Override
  protected boolean servesOneClientAtATime() {
    return true;
  }
}
