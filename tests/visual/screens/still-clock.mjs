// Preloaded into an exchange: its clock starts at noon of a Wednesday, when every market is open.
const NOON_MS = Date.UTC(2026, 10, 25, 12, 0, 5);

Date.now = () => NOON_MS + Math.floor(performance.now());
