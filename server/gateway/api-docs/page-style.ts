// Style sheet of the API reference: one column on a phone, the system's font, light or dark as the device is.

export const SHEET = `
:root { color-scheme: light dark; --line: #8884; --soft: #8882; --link: #1a5fd0; font: 16px/1.5 system-ui, sans-serif; }
@media (prefers-color-scheme: dark) { :root { --link: #8ab4ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 0 16px 64px; max-width: 1000px; }
header { display: flex; align-items: baseline; justify-content: space-between; gap: 16px; flex-wrap: wrap; }
h1 { font-size: 22px; margin: 16px 0 8px; }
h2 { font-size: 18px; margin: 28px 0 8px; }
h3 { font-size: 16px; margin: 16px 0 4px; overflow-wrap: anywhere; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.card { border: 1px solid var(--line); border-radius: 12px; padding: 12px 16px; margin: 12px 0; }
dl { display: grid; grid-template-columns: minmax(110px, max-content) 1fr; gap: 2px 16px; margin: 8px 0; }
dt { opacity: .7; }
dd { margin: 0; overflow-wrap: anywhere; }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
th, td { text-align: start; padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; min-width: 70px; }
code, pre { font: 13px/1.45 ui-monospace, monospace; }
pre { background: var(--soft); border-radius: 8px; padding: 8px 12px; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
td:first-child { overflow-wrap: normal; }
nav ul { columns: 260px; margin: 0; padding-inline-start: 20px; }
`;
