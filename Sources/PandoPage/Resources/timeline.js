// The last commits of a program's store, newest first: the child's part and the parents' part side by side.

import { arrange, clock, count, find, make, number, setText, shortName, shortTime } from './words.js';

let shown = null;
let isHeld = false;
let words = [];
const body = make('tbody');
const known = new Map();

const titles = ['At', 'Action', 'Child, on its worker', 'Parents, in the program'];
find('commits').replaceChildren(
  make('caption', { class: 'unseen' }, 'Commits, newest first'),
  make('thead', {}, make('tr', {}, ...titles.map(title => make('th', { scope: 'col' }, title)))), body);

/** The part of a line that a time fills: a microsecond nothing, ten times as much a sixth more, a second all. */
const share = nanoseconds => Math.min(1, Math.max(0.02, Math.log10(Math.max(1, nanoseconds / 1e3)) / 6));

function half(head, nanoseconds, details) {
  const bar = make('span', { class: 'bar', 'aria-hidden': 'true' });
  bar.style.setProperty('--share', nanoseconds === undefined ? 0 : share(nanoseconds));
  return make('div', { class: 'half' },
    make('span', { class: 'head' }, ...head), bar, make('span', { class: 'under' }, details.filter(Boolean).join(' \u00b7 ')));
}

const childName = part => shortName(part.feature) + (part.identities.length ? `[${part.identities.join(', ')}]` : '');

function childHalf(part) {
  const place = part.worker ?? (part.isByClient ? 'here, not on a worker' : 'here, by its policy');
  const took = part.awayNanoseconds === undefined ? [] : [make('b', {}, shortTime(part.awayNanoseconds)), ' away'];
  return half([make('span', { class: 'place' }, place), make('span', { class: 'took' }, ...took)], part.awayNanoseconds, [
    part.dispatches > 1 && `${count(part.dispatches, 'dispatch', 'dispatches')}`,
    part.waitedNanoseconds > 0 && `then waited ${shortTime(part.waitedNanoseconds)}`,
    part.effects > 0 && count(part.effects, 'effect'),
  ]);
}

function parentHalf(commit) {
  if (commit.failure) {
    return half([make('span', { class: 'place' }, 'without effect')], undefined, [commit.failure]);
  }
  const took = make('span', { class: 'took' }, make('b', {}, shortTime(commit.parentNanoseconds)));
  return half([make('span', { class: 'place' }, 'reduced'), took], commit.parentNanoseconds,
    [commit.effects > 0 && count(commit.effects, 'effect')]);
}

/** The cases of an action, without the name of its type. */
const label = commit => commit.action.replace(/^[^.(]*\./, '');

function makeRow(commit) {
  const values = (commit.values ?? []).map(({ name, text }) => `${name} ${text}`);
  const follows = commit.isFollowUp ? [make('span', { class: 'follows', title: 'sent by the commit before it' },
    '\u21b3 ', make('span', { class: 'unseen' }, 'sent by the commit before it: '))] : [];
  const at = make('td', { class: 'at' },
    make('time', { datetime: new Date(commit.at).toISOString() }, clock(commit.at)),
    make('span', { class: 'under' }, `#${number(commit.number)}`));
  return make('tr', { 'data-id': commit.number, 'data-tone': commit.failure ? 'bad' : undefined },
    at,
    make('th', { scope: 'row' }, ...follows, make('code', {}, label(commit)),
      make('span', { class: 'under' }, [...commit.parts.map(childName), ...values].join(' \u00b7 '))),
    make('td', { class: 'child' }, ...(commit.parts.length
      ? commit.parts.map(childHalf) : [make('span', { class: 'none' }, 'no hosted child')])),
    make('td', { class: 'parent' }, parentHalf(commit)));
}

function gap(from, missing) {
  const text = `${count(missing, 'commit')} left out`;
  return make('tr', { class: 'gap', 'data-id': `gap ${from}` }, make('td', { colspan: titles.length }, text));
}

function keep(id, makeElement) {
  const element = known.get(id) ?? makeElement();
  known.set(id, element);
  return element;
}

function matches(commit) {
  const text = [commit.action, commit.failure, ...commit.parts.flatMap(part => [childName(part), part.feature, part.worker])]
    .join('\n').toLowerCase();
  return words.every(word => text.includes(word));
}

function draw() {
  const rows = [];
  const ids = new Set();
  let left = 0;
  let seen = 0;
  const add = (id, makeElement) => {
    ids.add(id);
    rows.push(keep(id, makeElement));
  };
  shown.forEach((commit, index) => {
    // Numbers begin anew with each process, and the page outlasts it.
    const id = `${commit.number} ${commit.at}`;
    if (matches(commit)) {
      add(id, () => makeRow(commit));
      seen += 1;
    }
    const earlier = shown[index + 1];
    const missing = earlier ? commit.number - earlier.number - 1 : 0;
    left += missing;
    if (missing > 0 && !words.length) add(`gap ${id} ${missing}`, () => gap(commit.number, missing));
  });
  for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
  find('no-commits').hidden = seen > 0;
  setText(find('no-commits'), shown.length ? 'Nothing here has all of these words.' : 'Nothing has committed since the page was opened.');
  arrange(body, rows);
  const all = count(shown.length, 'commit');
  setText(find('count-commits'), `${seen === shown.length ? all : `${number(seen)} of ${all}`}`
    + (left ? `, ${number(left)} between them left out` : ''));
}

/** Shows the commits of a program's store, unless a reader holds them. */
export function showCommits(status) {
  find('commits-panel').hidden = false;
  if (isHeld) return;
  shown = [...status.commits].reverse();
  draw();
}

find('filter-commits').addEventListener('input', event => {
  words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean);
  if (shown) draw();
});

find('hold-commits').addEventListener('click', event => {
  isHeld = !isHeld;
  event.target.setAttribute('aria-pressed', String(isHeld));
  setText(event.target, isHeld ? 'Go on' : 'Hold');
});
