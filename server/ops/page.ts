// The operator's page: plain HTML, one sheet, its scripts; it holds no secret, and shows nothing until the token is given.
/// <reference types="vite/client" />
// oxlint-disable import/default -- a file asked for with ?raw has its text as default
import parts from './page/parts.js?raw';
import script from './page/ops.js?raw';
import { SHEET } from './page/sheet.ts';

export interface PageFile {
  path: string;
  type: string;
  text: string;
}

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Operator</title>
<link rel="stylesheet" href="/ops/ops.css">
<script type="module" src="/ops/ops.js"></script>
</head>
<body>
<header><h1>Operator</h1><span id="pulse"></span></header>
<form id="entry" autocomplete="on">
<p><code>npm run operator -- token</code> on the machine of the exchange prints the token.</p>
<label>Your name in the log <input name="by" autocomplete="username" required maxlength="40" pattern="[\\w.@\\-]+"></label>
<label>Token <input name="token" type="password" autocomplete="current-password" required></label>
<button>Enter</button>
</form>
<nav id="tabs" hidden></nav>
<p id="said" role="status"></p>
<main id="view"></main>
<dialog id="act"></dialog>
<noscript>This page needs its script; the same can be done with <code>npm run operator</code>.</noscript>
</body>
</html>
`;

export const PAGE_FILES: PageFile[] = [
  { path: '/ops', type: 'text/html; charset=utf-8', text: html },
  { path: '/ops/ops.js', type: 'text/javascript; charset=utf-8', text: script },
  { path: '/ops/parts.js', type: 'text/javascript; charset=utf-8', text: parts },
  { path: '/ops/ops.css', type: 'text/css; charset=utf-8', text: SHEET },
];
