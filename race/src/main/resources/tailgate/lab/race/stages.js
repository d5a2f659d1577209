// The six models: their number, their idea in few words, and what their workers look like.

export const STAGES = [
  {name: 'singlethreaded', idea: 'one thread does everything', shape: 'place', unit: 'thread'},
  {name: 'thread-per-request', idea: 'a thread per connection', shape: 'threads', unit: 'threads'},
  {name: 'threadpool', idea: 'a fixed pool behind a queue', shape: 'boxes', unit: 'workers'},
  {name: 'adaptive-pool', idea: 'a pool that sizes itself', shape: 'boxes', unit: 'workers'},
  {name: 'virtual-threads', idea: 'a virtual thread per connection', shape: 'cloud', unit: 'virtual threads'},
  {name: 'event-loop', idea: 'one loop for all connections', shape: 'loop', unit: 'loop'},
].map((stage, index) => ({...stage, number: index + 1, hue: `--stage-${index + 1}`}));

export const stageOf = name => STAGES.find(stage => stage.name === name);

// What a lane holds at one moment, as all that draws or describes it needs it. All of it is counted:
// by the generator (inFlight) and by the server (the rest).
export function occupancy(stage, lane) {
  const inFlight = lane.inFlight || 0;
  const places = placesOf(stage, lane);
  // A thread or a loop that serves one request cannot serve another one, whatever else it counts.
  const served = Math.min(inFlight, stage.shape === 'boxes' ? lane.busy ?? places : places);
  return {places, served, waiting: inFlight - served};
}

function placesOf(stage, lane) {
  switch (stage.shape) {
    case 'place': return 1;
    case 'loop': return lane.workers || 1;
    case 'cloud': return lane.virtualThreads ?? lane.connections ?? 0;
    default: return lane.workers ?? lane.connections ?? 0;
  }
}
