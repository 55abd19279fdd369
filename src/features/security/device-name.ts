// Short device names from user agent strings: "Chrome · Windows".

const BROWSERS = [
  [/Edg[A-Z]*\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/CriOS\/|Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const;
/** Characters shown of an unknown user agent. */
const MAX_CHARACTERS = 40;

/** '' for an empty user agent. */
export function deviceName(agent: string): string {
  const find = (names: readonly (readonly [RegExp, string])[]): string | undefined =>
    names.find(([mark]) => mark.test(agent))?.[1];
  const known = [find(BROWSERS), find(SYSTEMS)].filter((name) => name !== undefined);
  return known.length > 0 ? known.join(' · ') : agent.slice(0, MAX_CHARACTERS);
}
