// The page that the browser opens: the scenarios, for the test to call. `cut` and `stop` are the test's.

import * as scenarios from "./scenarios.js";

globalThis.play = (scenario, options) =>
  scenarios[scenario]({ ...options, cut: globalThis.cut, stop: globalThis.stop });
