// The page of files to download: a row for each market and finished day.
import { API_BASE } from '../../../core/endpoints/http.ts';
import { escaped } from '../../services/notifications/articles.ts';

/** A page without its files is requested again after this time. */
const RETRY_SECONDS = 30;

export interface ListedFile {
  coinInfoId: number;
  day: string;
  name: string;
  rows: number;
  bytes: number;
}

/** Newest days first. `nameOf`: a market's name. */
export function dataPage(files: readonly ListedFile[], nameOf: (coinInfoId: number) => string): string {
  const groups = new Map<string, ListedFile[]>();
  for (const file of files) {
    const key = `${file.day} ${file.coinInfoId}`;
    groups.set(key, [...(groups.get(key) ?? []), file]);
  }
  const rows = [...groups.values()]
    .toSorted((a, b) => b[0]!.day.localeCompare(a[0]!.day) || a[0]!.coinInfoId - b[0]!.coinInfoId)
    .map(
      (group) =>
        `<tr><td>${escaped(group[0]!.day)}</td><td>${escaped(nameOf(group[0]!.coinInfoId))}</td><td>${group.map(link).join('<br>')}</td></tr>`,
    );
  return pageOf(`<p>Every trade and every book change of each finished day (UTC). <code>book</code> begins with the whole book, and has it
again after a time that was not recorded; a change has the amount that rests at a price from then on, 0 for none.
Times are in ms.</p>
${rows.length === 0 ? '<p>There are no files.</p>' : `<div class="table"><table><thead><tr><th>Day</th><th>Market</th><th>Files</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`}`);
}

/** The page without the files, and why; it is requested again by itself. */
export function refusedDataPage(sentence: string): string {
  return pageOf(`<p dir="auto" role="alert">${escaped(sentence)}</p>`, RETRY_SECONDS);
}

function pageOf(main: string, retrySeconds?: number): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${retrySeconds === undefined ? '' : `<meta http-equiv="refresh" content="${retrySeconds}">\n`}<title>Market data</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/api.css">
</head>
<body>
<header><h1>Market data</h1><a href="${API_BASE}/files">as a list with SHA-256</a></header>
<main>
${main}
</main>
</body>
</html>
`;
}

function link({ coinInfoId, day, name, rows, bytes }: ListedFile): string {
  return `<a href="${API_BASE}/files/${coinInfoId}/${escaped(day)}/${escaped(name)}" download>${escaped(name)}</a> (${rows} rows, ${Math.ceil(bytes / 1024)} KiB)`;
}
