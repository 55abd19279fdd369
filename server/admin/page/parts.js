// Small pieces of the operator's page; what comes from the server becomes text, never markup.

/** An element with attributes and children; a string is a text. */
export function el(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (key !== 'class' || value !== '') made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Names and values; a time in ms is shown as a date. */
export function facts(values) {
  return el(
    'dl',
    {},
    ...Object.entries(values).flatMap(([name, value]) => [
      el('dt', {}, name),
      el('dd', {}, /Time$|^ts$|Until$/.test(name) ? time(value) : String(value)),
    ]),
  );
}

/** Rows of the same fields; `more` adds a cell with something to press. */
export function table(rows, more) {
  if (rows.length === 0) return el('p', {}, 'None.');
  const names = Object.keys(rows[0]);
  const head = el('tr', {}, ...names.map((name) => el('th', {}, name)), ...(more ? [el('th', {})] : []));
  const lines = rows.map((row) =>
    el('tr', {}, ...names.map((name) => el('td', {}, String(row[name]))), ...(more ? [el('td', {}, more(row))] : [])),
  );
  return el('div', { class: 'table' }, el('table', {}, el('thead', {}, head), el('tbody', {}, ...lines)));
}

export function time(ms) {
  return Number(ms) > 0 ? new Date(Number(ms)).toISOString().replace('T', ' ').slice(0, 19) : '';
}
