// How numbers, times and states are said.

const figures = new Intl.NumberFormat('en');

export const number = value => figures.format(value);

export function count(value, one, many = `${one}s`) {
  return `${number(value)} ${value === 1 ? one : many}`;
}

/** A span of time in its two largest units: "3 min 12 s". */
export function span(milliseconds) {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const units = [['d', 86400], ['h', 3600], ['min', 60], ['s', 1]];
  const first = units.findIndex(([, size]) => seconds >= size);
  if (first === -1) return '0 s';
  const [unit, size] = units[first];
  const text = `${Math.floor(seconds / size)} ${unit}`;
  const next = units[first + 1];
  const rest = next ? Math.floor(seconds % size / next[1]) : 0;
  return rest ? `${text} ${rest} ${next[0]}` : text;
}

/** A time with its date: a page may be open for days. */
export function clock(at) {
  const date = new Date(at);
  return `${date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })} ${date.toLocaleTimeString('en-GB')}`;
}

/** A short time in the unit that a person would take. */
export function shortTime(nanoseconds) {
  const [size, unit] = nanoseconds >= 1e9 ? [1e9, 's'] : nanoseconds >= 1e6 ? [1e6, 'ms'] : [1e3, '\u00b5s'];
  const value = nanoseconds / size;
  return `${value >= 99.5 ? Math.round(value) : value.toPrecision(2).replace(/\.0$/, '')} ${unit}`;
}

export function bytes(count) {
  const units = ['KiB', 'MiB', 'GiB', 'TiB'];
  let size = count / 1024;
  while (size >= 9999.5 && units.length > 1) {
    size /= 1024;
    units.shift();
  }
  return `${number(Math.round(size))} ${units[0]}`;
}

/** The last part of a qualified name, by which people know it. */
export const shortName = name => name.split('.').pop();

/** How a state looks: good, busy or bad. A word always stands beside the color. */
export const tone = state => ({
  ready: 'good', hosted: 'good',
  starting: 'busy', draining: 'busy', moving: 'busy', waiting: 'busy', resting: 'busy',
  restarting: 'busy', ending: 'busy', silent: 'bad', suspect: 'bad', failed: 'bad',
  unhostable: 'bad', 'on trial': 'bad', 'in process': 'busy',
}[state] ?? 'plain');

/** The place of a state where the worst comes first. */
export const rank = state => ['bad', 'busy', 'plain', 'good'].indexOf(tone(state));

/** The state of a worker, as a person says it. */
export const workerState = worker =>
  worker.silentSince && worker.state === 'ready' ? 'silent' : worker.state;

// Spans go on while nothing is sent: whoever shows one says since when, or until when.

export function showSince(element, at) {
  element.dataset.since = at;
  element.title = `since ${clock(at)}`;
  setText(element, span(Date.now() - at));
}

export function showUntil(element, at) {
  element.dataset.until = at;
  element.title = `until ${clock(at)}`;
  setText(element, span(at - Date.now()));
}

export function tick() {
  for (const element of document.querySelectorAll('[data-since]')) {
    setText(element, span(Date.now() - Number(element.dataset.since)));
  }
  for (const element of document.querySelectorAll('[data-until]')) {
    setText(element, span(Number(element.dataset.until) - Date.now()));
  }
}

// Elements.

export const find = id => document.getElementById(id);

export function tellCount(name, seen, all, one, many = `${one}s`) {
  const text = count(all, one, many);
  setText(find(`count-${name}`), seen === all ? text : `${number(seen)} of ${text}`);
}

/** Changes a text only where it differs, so that nothing is read aloud twice and no selection is lost. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children);
  return element;
}

export const chip = state => make('span', { class: 'chip', 'data-tone': tone(state) }, state);

/** Puts children into an order, and moves only what is elsewhere, so that the focus stays. */
export function arrange(parent, children) {
  children.forEach((child, index) => {
    if (parent.children[index] !== child) parent.insertBefore(child, parent.children[index] ?? null);
  });
  while (parent.children.length > children.length) parent.lastElementChild.remove();
}
