// @vitest-environment happy-dom
// HTML from the exchange: which elements are rendered, and which are removed.
import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { SafeHtml } from '../../../src/components/common/safe-html.tsx';
import { reactRoot } from '../../support/browser/react-root.ts';

const place = reactRoot();

function shown(html: string): string {
  act(() => place.root.render(<SafeHtml html={html} />));
  return place.host.innerHTML;
}

describe('SafeHtml', () => {
  it('renders paragraphs, lists, emphasis and tables', () => {
    const html = '<h2>A</h2><p>b <strong>c</strong> &lt;d&gt;<br>e</p><ul><li>f</li></ul>';
    expect(shown(html)).toBe(html);
  });

  it.each([
    ['<p onclick="alert(1)" style="x" id="y">a</p>', '<p>a</p>'],
    ['<script>alert(1)</script><p>a</p>', '<p>a</p>'],
    ['<img src=x onerror=alert(1)>', '<span></span>'],
    ['<svg><script>alert(1)</script></svg>', ''],
    ['<iframe src="https://evil.example"></iframe>b', 'b'],
    ['<a href="javascript:alert(1)">a</a>', '<span>a</span>'],
    ['<a href="//evil.example">a</a>', '<span>a</span>'],
    ['<a href="/\\evil.example">a</a>', '<span>a</span>'],
    ['<a href="/pages/user/kyc" target="x">a</a>', '<a href="/pages/user/kyc">a</a>'],
    [
      '<a href="https://example.org/">a</a>',
      '<a href="https://example.org/" target="_blank" rel="noreferrer noopener">a</a>',
    ],
    ['<form action="/x"><input name="y">z</form>', '<span><span></span>z</span>'],
  ])('%s is drawn as %s', (html, expected) => expect(shown(html)).toBe(expected));
});
