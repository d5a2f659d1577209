package tailgate.lab.compare;

import java.util.Map;
import tailgate.lab.load.Footprint;
import tailgate.lab.plan.Quantity;

/**
 * What a server holds without connections and with some that are idle, before its first load and
 * after it. The connections of {@code warmHeld} are not those of {@code coldHeld}: each server, the
 * cold and the warm one, has accepted those that it holds, and answered each once.
 */
public record Footprints(Footprint cold, Footprint coldHeld, Footprint warm, Footprint warmHeld) {

  double coldLive() {
    return coldHeld.liveEach(cold);
  }

  double warmLive() {
    return warmHeld.liveEach(warm);
  }

  double coldResident() {
    return coldHeld.residentEach(cold);
  }

  double warmResident() {
    return warmHeld.residentEach(warm);
  }

  /** Returns the figures that claims can be about. */
  Map<Quantity, Double> figures() {
    return Map.of(
        Quantity.COLD_LIVE,
        coldLive(),
        Quantity.WARM_LIVE,
        warmLive(),
        Quantity.COLD_RESIDENT,
        coldResident());
  }
}
