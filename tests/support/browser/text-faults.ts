// Texts that do not fit: cut off, drawn over another text or a control, or with a sign behind its number.
import type { Page } from '@playwright/test';

/** Parts of a page whose texts are compared with each other. */
const GROUPS = 'header, thead, tr, nav, [role="tablist"], [role="radiogroup"], li, dl, h1, h2';
/** Texts that must be read whole. In others an ellipsis is no fault. */
const LABELS = 'button, label, th, dt, [role="tab"], [role="radio"], [role="menuitem"], h1';
/** Drawings, which no text of these parts may lie over. A picture may lie over the letter below it. */
const PICTURES = 'svg';
/** Parts whose controls are compared too, with each other and with the texts beside them. */
const HEADERS = 'header, nav, [role="tablist"]';
const CONTROLS = 'a, button, input, select, [role="button"]';
/** Buttons, and links without a drawn label, whose badge may lie over their picture. */
const BADGED = 'button, header a, nav a:has(.visually-hidden)';
/** Texts may touch by this much: the line box of a font is higher than its glyphs. */
const TOUCH_PX = 3;

/** Faults of the texts on screen, each with the texts. */
export async function textFaults(page: Page): Promise<string[]> {
  return [...new Set([...(await fitFaults(page)), ...(await signFaults(page))])];
}

/** Texts that are drawn over another, or cut off. */
function fitFaults(page: Page): Promise<string[]> {
  return page.evaluate(
    ({ groups, labels, pictures, headers, controls, badged, touchPx }) => {
      interface Drawn {
        text: string;
        node: Node;
        left: number;
        right: number;
        top: number;
        bottom: number;
      }
      const nameOf = (element: Element): string => `${element.tagName}.${element.getAttribute('class') ?? ''}`;
      const textOf = (element: Element): string => element.textContent?.trim() ?? '';
      const isSeen = (element: Element): boolean =>
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true });

      /** The part of a box that `parent` and the elements around it show; null where that is nothing. */
      const shownOf = (box: DOMRect, parent: Element): Omit<Drawn, 'text' | 'node'> | null => {
        let { left, right, top, bottom } = box;
        for (let up: Element | null = parent; up; up = up.parentElement) {
          const style = getComputedStyle(up);
          if (style.overflowX === 'visible' && style.clipPath === 'none') continue;
          // For screen readers alone: nothing of it is drawn.
          if (style.clipPath === 'inset(50%)') right = left;
          const edge = up.getBoundingClientRect();
          left = Math.max(left, edge.left);
          right = Math.min(right, edge.right);
          top = Math.max(top, edge.top);
          bottom = Math.min(bottom, edge.bottom);
        }
        return right - left > 1 && bottom - top > 1 ? { left, right, top, bottom } : null;
      };

      /** The part of each text node that its ancestors show. */
      const drawnIn = (group: Element): Drawn[] => {
        const walker = document.createTreeWalker(group, NodeFilter.SHOW_TEXT);
        const found: Drawn[] = [];
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const text = node.nodeValue?.trim() ?? '';
          const parent = node.parentElement;
          if (text === '' || !parent || !isSeen(parent)) continue;
          const range = document.createRange();
          range.selectNodeContents(node);
          for (const box of range.getClientRects()) {
            const shown = shownOf(box, parent);
            if (shown) found.push({ text, node, ...shown });
          }
        }
        return found;
      };
      const boxesIn = (group: Element, selector: string): Drawn[] =>
        [...group.querySelectorAll(selector)].filter(isSeen).flatMap((element) => {
          const shown = shownOf(element.getBoundingClientRect(), element.parentElement ?? element);
          const text = `${nameOf(element)} ${element.getAttribute('aria-label') ?? textOf(element)}`;
          return shown ? [{ text, node: element, ...shown }] : [];
        });

      /** Whether one is in the other, or both in what may have a badge. */
      const areOne = (one: Node, other: Node): boolean => {
        const button = (one instanceof Element ? one : one.parentElement)?.closest(badged);
        return one.contains(other) || other.contains(one) || button?.contains(other) === true;
      };
      const overlap = (one: Drawn, other: Drawn): boolean =>
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > touchPx &&
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > touchPx;
      const overlapsIn = (group: Element): string[] => {
        const drawn = [...drawnIn(group), ...boxesIn(group, pictures)];
        if (group.matches(headers)) drawn.push(...boxesIn(group, controls));
        if (drawn.length > 80) return [];
        return drawn.flatMap((one, at) =>
          drawn
            .slice(at + 1)
            .filter((other) => !areOne(one.node, other.node) && overlap(one, other))
            .map((other) => `"${one.text.slice(0, 30)}" and "${other.text.slice(0, 30)}" overlap in ${nameOf(group)}`),
        );
      };

      /** What contains its paint cuts texts off without a mark. */
      const cutByPaintOf = (box: Element): string[] => {
        if (!/strict|paint|content/.test(getComputedStyle(box).contain) || !box.checkVisibility()) return [];
        const edge = box.getBoundingClientRect();
        return drawnIn(box)
          .filter(({ left, right }) => right > edge.right + 1 || left < edge.left - 1)
          .map(({ text }) => `"${text.slice(0, 40)}" is cut off in ${nameOf(box)}`);
      };

      const isMarket = (text: string): boolean => /^[A-Z]{2,}\/[A-Z]{3,}$/.test(text);
      /** A figure, a market's name, or the whole text of a label. */
      const mustBeWhole = (element: Element): boolean => {
        const text = textOf(element);
        if (isMarket(text)) return true;
        const label = element.closest(labels);
        return /^[^\p{L}]*\d[^\p{L}]*\p{Lu}{0,5}$/u.test(text) || (label !== null && textOf(label) === text);
      };
      const hasOwnText = (element: Element): boolean =>
        isMarket(textOf(element)) ||
        [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && (node.nodeValue?.trim() ?? '') !== '',
        );
      const cutByOverflowOf = (element: Element): string[] => {
        if (element.scrollWidth <= element.clientWidth + 1 || element.clientWidth < 8) return [];
        const isField = element instanceof HTMLInputElement && element.value !== '';
        const style = getComputedStyle(element);
        const isCut =
          ['hidden', 'clip'].includes(style.overflowX) && (style.textOverflow !== 'ellipsis' || mustBeWhole(element));
        if (!(isField || (isCut && hasOwnText(element))) || !element.checkVisibility()) return [];
        const text = isField ? element.value.trim() : textOf(element);
        return [`"${text.slice(0, 40)}" is cut off in ${nameOf(element)}`];
      };

      return [
        ...[...document.querySelectorAll(groups)].flatMap(overlapsIn),
        ...[...document.querySelectorAll('body *')].flatMap(cutByPaintOf),
        ...[...document.querySelectorAll('body *')].flatMap(cutByOverflowOf),
      ];
    },
    {
      groups: GROUPS,
      labels: LABELS,
      pictures: PICTURES,
      headers: HEADERS,
      controls: CONTROLS,
      badged: BADGED,
      touchPx: TOUCH_PX,
    },
  );
}

/** In right-to-left text a number keeps its sign before it and "%" behind it where it is isolated. */
function signFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const placeOf = ([node, at]: [Node, number]): DOMRect => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return range.getBoundingClientRect();
    };
    /** Whether both are on one line, the first to the right of the second. */
    const isBehind = (one: DOMRect, other: DOMRect): boolean =>
      one.width > 0 && other.width > 0 && one.left > other.left && one.top < other.bottom && other.top < one.bottom;
    const faultsOf = (element: Element): string[] => {
      const places: [Node, number][] = [];
      let text = '';
      for (const node of element.childNodes) {
        const own = node.nodeType === Node.TEXT_NODE ? (node.nodeValue ?? '') : ' ';
        for (let at = 0; at < own.length; at += 1) places.push([node, at]);
        text += own;
      }
      const name = `${element.tagName}.${element.getAttribute('class') ?? ''}`;
      return [...text.matchAll(/(?<![\d\p{L}])[+−±≈$-]\d|\d%/gu)]
        .filter(({ index }) => isBehind(placeOf(places[index]!), placeOf(places[index + 1]!)))
        .map(() => `"${text.trim().slice(0, 40)}" has its sign on the wrong side in ${name}`);
    };
    const isShown = (element: Element): boolean => element.checkVisibility();
    return [...document.querySelectorAll('[dir="rtl"] body *')].filter(isShown).flatMap(faultsOf);
  });
}
