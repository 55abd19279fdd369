// The operator's page: asks /ops/api, shows what it answers as text alone, and lets nothing happen without a reason and
// a second look.
import { el, facts, table, time } from './parts.js';

const entry = document.querySelector('#entry');
const owner = document.querySelector('#owner');
const joining = document.querySelector('#join');
const who = document.querySelector('#who');
const tabs = document.querySelector('#tabs');
const view = document.querySelector('#view');
const dialog = document.querySelector('#act');
const said = document.querySelector('#said');
const pulse = document.querySelector('#pulse');

/** Kept in memory alone: whatever else runs on this address cannot read it. */
let token = '';
let me = { name: '', role: '' };
let actions = new Map();

async function ask(name, form = {}) {
  const response = await fetch(`/ops/api/${name}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    credentials: 'omit',
    cache: 'no-store',
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  const { code, msg, data } = await response.json();
  if (code !== 0) throw new Error(data?.rule ? `${msg} (${data.rule})` : msg);
  return data;
}

function say(text, good) {
  said.textContent = text;
  said.className = good ? 'good' : 'bad';
}

/** Runs what a button starts; what goes wrong is said. */
function button(label, work, kind = '') {
  const made = el('button', { type: 'button', class: kind }, label);
  made.addEventListener('click', () => attempt(work));
  return made;
}

async function attempt(work) {
  try {
    await work();
  } catch (error) {
    say(error.message, false);
  }
}

/** A picture as a form field writes it ("image/jpeg;base64url,..."), shown from memory. */
function picture(name, text) {
  const [type, data = ''] = text.split(';base64url,');
  const bytes = Uint8Array.from(atob(data.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  return el(
    'figure',
    {},
    el('img', { src: URL.createObjectURL(new Blob([bytes], { type })), alt: name }),
    el('figcaption', {}, name),
  );
}

/** A name that the server has not seen: a repeated act under it is done once. */
function requestId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function input(field, given) {
  const value = given[field.name] ?? field.default ?? '';
  const fixed = field.name in given ? { readonly: '' } : {};
  const needed = field.required ? { required: '' } : {};
  const isText = field.name.startsWith('content');
  const control =
    field.choices && !(field.name in given)
      ? el(
          'select',
          { name: field.name, ...needed },
          ...field.choices.map((choice) => el('option', { value: choice }, choice)),
        )
      : el(isText ? 'textarea' : 'input', { name: field.name, ...(isText ? {} : { value }), ...fixed, ...needed });
  if (isText) control.value = value;
  return el('label', {}, `${field.name}${field.required ? '' : ' (may be left out)'}`, control);
}

/** First the form and the reason, then everything once more to be confirmed. */
function open(name, given = {}, after = () => show(current)) {
  const action = actions.get(name);
  const id = requestId();
  const form = el('form', { method: 'dialog' });
  const [plain, byLanguage] = [
    action.fields.filter((field) => !field.name.includes('.')),
    action.fields.filter((field) => field.name.includes('.')),
  ];
  const reason = el('label', {}, 'Reason', el('input', { name: 'reason', required: '', maxlength: '200' }));
  const more =
    byLanguage.length > 0
      ? [
          el(
            'details',
            {},
            el('summary', {}, 'Words of single languages'),
            ...byLanguage.map((field) => input(field, given)),
          ),
        ]
      : [];
  form.append(
    el('h2', {}, name),
    el('p', {}, action.says),
    ...plain.map((field) => input(field, given)),
    ...more,
    reason,
    el(
      'div',
      { class: 'row' },
      button('Cancel', () => dialog.close()),
      el('button', { class: 'main' }, 'Continue'),
    ),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const values = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ''));
    confirm(
      name,
      values,
      () => dialog.replaceChildren(form),
      async () => {
        const answer = await ask('act', { ...values, action: name, requestId: id });
        dialog.close();
        if (answer.invite) return shown(answer);
        await after();
        if (answer.waiting) return say(`${name} waits for a second person.`, true);
        say(`${name} is done. ${Object.keys(answer).length > 0 ? JSON.stringify(answer) : ''}`, true);
      },
    );
  });
  dialog.replaceChildren(form);
  dialog.showModal();
}

/** An invitation is shown once: the server keeps no more than its hash. */
function shown({ name, invite }) {
  dialog.replaceChildren(
    el('h2', {}, `Invitation of ${name}`),
    el('p', {}, 'Hand this link over on a safe way. It is shown once and can be used for a day.'),
    el('pre', {}, `${location.origin}/ops#invite=${invite}`),
    button(
      'Close',
      () => {
        dialog.close();
        attempt(() => show(current));
      },
      'main',
    ),
  );
  dialog.showModal();
}

function confirm(name, values, back, work) {
  const told = el('p', { role: 'alert', class: 'bad' });
  const sure = el('button', { type: 'button', class: 'hard' }, 'Do it');
  sure.addEventListener('click', async () => {
    sure.disabled = true;
    try {
      await work();
    } catch (error) {
      told.textContent = error.message;
      sure.disabled = false;
    }
  });
  dialog.replaceChildren(
    el('h2', {}, `${name}: are you sure?`),
    facts(values),
    told,
    el('div', { class: 'row' }, button('Back', back), sure),
  );
  sure.focus();
}

const QUEUES = {
  kyc: ['kyc.pass', 'kyc.fail', 'uid'],
  reset: ['reset.pass', 'reset.fail', 'uid'],
  deposit: ['deposit.approve', 'deposit.refuse', 'id'],
  withdraw: ['withdraw.approve', 'withdraw.refuse', 'id'],
};

async function queues() {
  const shown = [];
  for (const [queue, [pass, fail, field]] of Object.entries(QUEUES)) {
    const { list } = await ask('queue', { queue });
    shown.push(el('h2', {}, `${queue} (${list.length})`));
    for (const item of list) {
      const card = el('div', { class: 'card' }, el('h3', {}, `${queue} ${item.id}`), facts(item.facts));
      const look = button('Look', async () => {
        const { pictures } = await ask('item', { queue, id: item.id });
        look.replaceWith(el('div', {}, ...Object.entries(pictures).map(([name, text]) => picture(name, text))));
      });
      card.append(
        look,
        el(
          'div',
          { class: 'row' },
          button(pass, () => open(pass, { [field]: item.id }), 'main'),
          button(fail, () => open(fail, { [field]: item.id }), 'hard'),
        ),
      );
      shown.push(card);
    }
    if (list.length === 0) shown.push(el('p', {}, 'Nothing waits.'));
  }
  return shown;
}

let person = '';
async function people() {
  const box = el('div', {});
  const form = el(
    'form',
    { class: 'row' },
    el('input', {
      name: 'who',
      'aria-label': 'uid or e-mail',
      placeholder: 'uid or e-mail',
      required: '',
      value: person,
    }),
    el('button', { class: 'main' }, 'Find'),
  );
  const find = async () => {
    const { balances, ...rest } = await ask('person', { who: person });
    const uid = rest.uid;
    const can = [
      rest.status === 'active' ? 'account.freeze' : 'account.unfreeze',
      'account.score',
      'money.credit',
      'notice.tell',
    ];
    box.replaceChildren(
      el(
        'div',
        { class: 'card' },
        facts(rest),
        table(balances),
        el('div', { class: 'row' }, ...can.map((name) => button(name, () => open(name, { uid })))),
      ),
    );
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    person = new FormData(form).get('who');
    attempt(find);
  });
  if (person) await find();
  return [form, box];
}

function marketButtons({ coinInfoId, status, delistTime }) {
  const acts =
    status === 'delisted'
      ? []
      : [['Set', 'market.status'], ['Delist', 'market.delist'], ...(delistTime ? [['Keep', 'market.keep']] : [])];
  return el('div', { class: 'row' }, ...acts.map(([label, name]) => button(label, () => open(name, { coinInfoId }))));
}

async function house() {
  const [{ list: markets }, { list: parameters }, { list: history }] = await Promise.all([
    ask('markets'),
    ask('parameters'),
    ask('history'),
  ]);
  return [
    el('h2', {}, 'Notices'),
    el(
      'div',
      { class: 'row' },
      button('notice.announce', () => open('notice.announce')),
      button('notice.tell', () => open('notice.tell')),
    ),
    el('h2', {}, 'Parameters'),
    table(parameters, ({ name }) => button('Set', () => open('parameter.set', { name }))),
    el('h2', {}, 'What was set'),
    table(history.map((line) => ({ ...line, ts: time(line.ts) }))),
    el('h2', {}, 'Markets'),
    table(markets, marketButtons),
  ];
}

async function health() {
  const figures = await ask('health');
  beat(figures);
  const flat = Object.entries(figures).map(([name, value]) => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : value,
  ]);
  return [facts(Object.fromEntries(flat)), button('Again', () => show('Health'))];
}

function beat({ ok, seq }) {
  pulse.textContent = `${ok ? 'sound' : 'NOT SOUND'} · seq ${seq}`;
  pulse.className = ok ? 'good' : 'bad';
}

async function audit() {
  const box = el('div', {});
  const more = async (beforeId) => {
    const { list } = await ask('audit', { limit: 50, ...(beforeId ? { beforeId } : {}) });
    box.append(
      table(
        list.map(({ id, ts, operator, action, outcome, reason, input, detail, hash }) => ({
          id,
          time: time(ts),
          operator,
          action,
          outcome,
          reason,
          input,
          detail,
          hash: hash.slice(0, 12),
        })),
      ),
    );
    if (list.length === 50) {
      const next = button('Older', async () => {
        next.remove();
        await more(list.at(-1).id);
      });
      box.append(next);
    }
  };
  await more();
  return [box];
}

async function approvals() {
  const { list } = await ask('waiting');
  const cards = list.map(({ ts, operator, action, input, reason, requestId }) =>
    el(
      'div',
      { class: 'card' },
      el('h3', {}, action),
      facts({ ts, operator, reason, ...JSON.parse(input) }),
      el(
        'div',
        { class: 'row' },
        ...(operator === me.name
          ? []
          : [
              button(
                'Approve',
                () => decide('approve', action, requestId, { operator, reason, ...JSON.parse(input) }),
                'main',
              ),
            ]),
        button(operator === me.name ? 'Take back' : 'Decline', () => decide('decline', action, requestId, {}), 'hard'),
      ),
    ),
  );
  return cards.length > 0 ? cards : [el('p', {}, 'Nothing waits for a second person.')];
}

function decide(word, action, requestId, values) {
  confirm(
    `${word} ${action}`,
    values,
    () => dialog.close(),
    async () => {
      const answer = await ask(word, { requestId });
      dialog.close();
      if (answer.invite) return shown(answer);
      await show(current);
      say(word === 'approve' ? `${action} is done.` : `${action} is declined.`, true);
    },
  );
  dialog.showModal();
}

async function operators() {
  const { list } = await ask('operators');
  const can = ['operator.role', 'operator.reset', 'operator.end'].filter((name) => actions.has(name));
  return [
    el(
      'div',
      { class: 'row' },
      ...(actions.has('operator.invite') ? [button('operator.invite', () => open('operator.invite'))] : []),
    ),
    table(
      list.map(({ heldUntil, createTime, ...rest }) => ({
        ...rest,
        heldUntil: time(heldUntil),
        createTime: time(createTime),
      })),
      ({ name }) => el('div', { class: 'row' }, ...can.map((act) => button(act, () => open(act, { name })))),
    ),
  ];
}

const VIEWS = {
  Queues: queues,
  People: people,
  House: house,
  Approvals: approvals,
  Operators: operators,
  Health: health,
  Log: audit,
};
/** What the owner's token sees once operators have accounts. */
const OWNER_VIEWS = ['Operators'];
let current = 'Queues';

async function show(name) {
  current = name;
  for (const tab of tabs.children) tab.setAttribute('aria-current', String(tab.textContent === name));
  view.setAttribute('aria-busy', 'true');
  const shown = await VIEWS[name]();
  if (current === name) view.replaceChildren(...shown);
  view.removeAttribute('aria-busy');
}

async function enter() {
  me = await ask('me');
  actions = new Map((await ask('actions')).list.map((action) => [action.name, action]));
  const views = me.role === 'owner' ? OWNER_VIEWS : Object.keys(VIEWS);
  if (me.role === 'owner') current = 'Operators';
  else beat(await ask('health'));
  who.textContent = `${me.name} · ${me.role}`;
  for (const form of [entry, owner, joining]) form.hidden = true;
  tabs.hidden = false;
  tabs.replaceChildren(
    ...views.map((name) =>
      button(name, async () => {
        said.textContent = '';
        await show(name);
      }),
    ),
  );
  await show(current);
}

/** Runs what a form sends; the form stays as it was where that is refused. */
function onSubmit(form, work) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    said.textContent = '';
    attempt(() =>
      work(
        Object.fromEntries(
          [...new FormData(form)].map(([name, value]) => [name, name === 'password' ? value : value.trim()]),
        ),
      ),
    );
  });
}

onSubmit(entry, async (given) => {
  ({ session: token } = await ask('login', given));
  entry.reset();
  await enter();
});
onSubmit(owner, async (given) => {
  token = given.token;
  await enter();
});

/** An invitation's link: its authenticator entry first, then the password. */
async function join(invite) {
  const { name, secret } = await ask('invitation', { invite });
  [entry.hidden, owner.hidden, joining.hidden] = [true, true, false];
  joining.querySelector('h2').textContent = `Your account ${name}`;
  document.querySelector('#secret').textContent = secret;
  onSubmit(joining, async (given) => {
    ({ session: token } = await ask('join', { ...given, invite }));
    await enter();
  });
}

// Links carry a token or an invitation behind the #, which never leaves the browser; it is taken out of the address at
// once.
const carried = new URLSearchParams(location.hash.slice(1));
history.replaceState(null, '', '/ops');
if (carried.has('token')) {
  token = carried.get('token');
  attempt(enter);
} else if (carried.has('invite')) attempt(() => join(carried.get('invite')));
