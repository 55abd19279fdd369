// Preloaded into an exchange: shifts its clock to the last Wednesday, same time of day, when every market is open.
const DAY_MS = 86_400_000;
const WEDNESDAY = 3;
const machineNow = Date.now;
// Threads and processes that start after midnight inherit the shift of the first.
const backMs = Number((process.env.CLOCK_BACK_MS ??= ((new Date().getUTCDay() - WEDNESDAY + 7) % 7) * DAY_MS));

Date.now = () => machineNow() - backMs;
