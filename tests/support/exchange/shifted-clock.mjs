// Preloaded into a program, its threads and processes: their clock is CLOCK_AHEAD_MS ahead of the machine's.
const aheadMs = Number(process.env.CLOCK_AHEAD_MS);
if (!Number.isFinite(aheadMs)) throw new Error('CLOCK_AHEAD_MS is no number');
const machineNow = Date.now;

Date.now = () => machineNow() + aheadMs;
