// The operator's page: plain HTML, one sheet, its scripts; it holds no secret, and shows nothing before a login.
/// <reference types="vite/client" />
// oxlint-disable import/default -- a file asked for with ?raw has its text as default
import parts from './page/parts.js?raw';
import script from './page/ops.js?raw';
import { SHEET } from '../gateway/api-docs/page-style.ts';

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
<header><h1>Operator</h1><span id="who"></span><span id="pulse"></span></header>
<form id="entry" autocomplete="on">
<label>Name <input name="name" autocomplete="username" required maxlength="40"></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required maxlength="100"></label>
<label>Authenticator code <input name="code" inputmode="numeric" autocomplete="one-time-code" required pattern="\\d{6}"></label>
<button class="main">Log in</button>
</form>
<form id="owner">
<details><summary>With the owner's token</summary>
<p><code>npm run operator -- token</code> on the machine of the exchange prints it. It sets the first two admins up; in demo mode it opens everything until then.</p>
<label>Token <input name="token" type="password" autocomplete="off" required></label>
<button>Enter</button>
</details>
</form>
<form id="join" hidden>
<h2>Your account</h2>
<p>Enter this secret into your authenticator: <code id="secret"></code></p>
<label>New password, 12 characters at the least <input name="password" type="password" autocomplete="new-password" required minlength="12" maxlength="100"></label>
<label>Authenticator code <input name="code" inputmode="numeric" autocomplete="one-time-code" required pattern="\\d{6}"></label>
<button class="main">Set it up</button>
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
