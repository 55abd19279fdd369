// Loaded before an exchange: its clock shows the same time of day of the last Wednesday, when every market is open.
const DAY_MS = 86_400_000;
const WEDNESDAY = 3;
const machineNow = Date.now;
const backMs = ((new Date().getUTCDay() - WEDNESDAY + 7) % 7) * DAY_MS;

Date.now = () => machineNow() - backMs;
