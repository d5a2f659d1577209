package tailgate.lab.compare;

import java.io.IOException;
import tailgate.lab.LabException;
import tailgate.lab.compare.VariantResult.JMeterUsers;
import tailgate.lab.experiment.Experiment;
import tailgate.lab.jmeter.ArrivingUsers;
import tailgate.lab.jmeter.Injectors;
import tailgate.lab.jmeter.RampUpLoad;
import tailgate.lab.run.RunContext;

/**
 * Starts a server for users of JMeter, who arrive one after the other, and stops it.
 *
 * @param injectors where the users live
 */
record JMeterProcedure(VariantServers servers, Injectors injectors)
    implements Experiment.Procedure<VariantRun, VariantResult> {

  @Override
  public VariantResult measure(VariantRun run, RunContext context)
      throws IOException, LabException, InterruptedException {
    Variant variant = servers.plan().variant(run.variant());
    Traffic traffic = servers.plan().traffic();
    RampUpLoad load =
        new RampUpLoad(traffic.users(), traffic.time(), variant.path(), variant.isCold());
    ArrivingUsers.Outcome came =
        ArrivingUsers.with(servers.testbed(variant).stages(), traffic.timeout(), injectors)
            .measure(run.title(), servers.spec(variant, "", context), load, context);
    JMeterUsers users = new JMeterUsers(came.peakUsers(), came.isWhole());
    return new VariantResult(run, came.measured(), null, null, null, null, null, null, null, users);
  }
}
