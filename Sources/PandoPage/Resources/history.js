// The last hour as small curves: how much was done, how long that took, and the memory of the processes.

import { bytes, find, make, number, setText, shortTime, span } from './words.js';

const kinds = [
  { title: 'Actions/s', keys: ['actionsPerSecond'], say: number },
  { title: 'Latency while somebody reads', keys: ['medianNanoseconds', 'slowNanoseconds'], say: shortTime,
    words: ['half within', '99 % within'] },
  { title: 'Memory', keys: ['residentBytes'], say: bytes },
];

const [width, height] = [240, 48];
const places = step => Math.round(3_600_000 / step);

function draw(name, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** A line through the values that ends at the right edge, broken where nothing is known; one alone is a dot. */
function line(values, most, step) {
  const last = Math.max(1, places(step) - 1);
  const at = (value, index) =>
    `${(width * (last - values.length + 1 + index) / last).toFixed(1)} ${(height - height * value / most).toFixed(1)}`;
  return values.map((value, index) => value === undefined ? ''
    : values[index - 1] === undefined ? `M${at(value, index)}h0` : `L${at(value, index)}`).join('');
}

/** A curve with what it shows in words; nothing where no value is known. */
function curve({ title, keys, say, words = ['last'] }, { points, stepMilliseconds }) {
  const rows = keys.map(key => points.map(point => point[key]));
  const known = rows.flat().filter(value => value !== undefined);
  if (!known.length) return [];
  const most = Math.max(...known);
  const last = rows.map((row, index) => `${words[index]} ${say(row.findLast(value => value !== undefined))}`);
  const text = [...last, `least ${say(Math.min(...known))}`, `most ${say(most)}`].join(', ');
  const name = `${title}: ${text}`;
  return [make('figure', { class: 'curve panel' },
    make('figcaption', {}, make('b', {}, title), make('span', { class: 'under' }, text)),
    draw('svg', { role: 'img', 'aria-label': name, viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none' },
      draw('title', {}, name),
      ...rows.map(row => draw('path', { d: line(row, most || 1, stepMilliseconds) }))))];
}

/** Draws the curves, once for each point. */
export function showHistory({ history }) {
  const section = find('history');
  if (section.dataset.endsAt === String(history.endsAt)) return;
  section.dataset.endsAt = history.endsAt;
  const curves = kinds.flatMap(kind => curve(kind, history));
  find('curves').replaceChildren(...curves);
  section.hidden = !curves.length;
  const known = Math.max(0, history.points.length - 1) * history.stepMilliseconds;
  setText(find('history-title'), known && known < 3_570_000 ? `The last hour, of which ${span(known)} are known` : 'The last hour');
}
