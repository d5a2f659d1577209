// A load of ./tailgate load for k6. Run it with: k6 run load.js
// In Kubernetes, the k6-operator divides it among machines: set the parallelism of its TestRun.
{{notes}}
import http from 'k6/http';

const requests = {{requests}};

export const options = {
  discardResponseBodies: true,
  noConnectionReuse: {{newConnections}},
  insecureSkipTLSVerify: {{insecure}},
  summaryTrendStats: ['med', 'p(90)', 'p(99)', 'p(99.9)', 'max', 'count'],
  thresholds: {{thresholds}},
  scenarios: {{scenarios}},
};

const all = requests.reduce((sum, request) => sum + request.weight, 0);

// Draws a request by its weight, independently of the others.
function draw() {
  let left = Math.random() * all;
  for (const request of requests) {
    left -= request.weight;
    if (left < 0) {
      return request;
    }
  }
  return requests[requests.length - 1];
}

export default function () {
  const request = draw();
  http.request(request.method, request.url, request.body, request.params);
}
