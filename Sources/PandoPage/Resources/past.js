// The commits of a store's journal: a slider over them, and what may be read of the state before and behind each.

import { find, make, number, setText } from './words.js';

const slider = find('past-commit');
let last = 0;
let asked = 0;
let waiting = null;
/** The first and the last commit of the group that is shown. */
let group = [1, 1];

function action({ number: commit, action: name, values }) {
  const words = (values ?? []).map(({ name, text }) => `${name}: ${text}`).join(', ');
  return make('li', {}, make('b', {}, number(commit)), ` ${name ?? 'of a build with other types'}`,
    make('span', { class: 'under' }, words));
}

function row({ name, before, after }) {
  const isSame = before === after;
  return make('tr', { 'data-changed': !isSame },
    make('th', { scope: 'row' }, name),
    make('td', {}, before ?? ''), make('td', {}, isSame ? 'the same' : after ?? 'gone'));
}

function showPast({ first, last: end, from, to, actions, actionsLeftOut, rows }) {
  slider.min = first;
  slider.max = last = Math.max(last, end);
  group = [from, to];
  const name = from === to ? `Commit ${number(from)}` : `Commits ${number(from)} to ${number(to)}, written at once`;
  setText(find('past-title'), `${name}; the journal has ${number(first)} to ${number(last)}`);
  find('past-actions').replaceChildren(
    ...(actionsLeftOut ? [make('li', { class: 'under' }, `${number(actionsLeftOut)} more before these`)] : []),
    ...actions.map(action));
  find('past-rows').replaceChildren(...rows.map(row));
  find('past-table').hidden = !rows.length;
  find('past-hidden').hidden = rows.length > 0;
}

async function ask() {
  waiting = null;
  const commit = Number(slider.value);
  asked = commit;
  const problem = find('past-problem');
  try {
    const answer = await (await fetch(`commits/${commit}`)).json();
    // Another was asked for meanwhile.
    if (asked !== commit) return;
    setText(problem, answer.error ?? '');
    if (answer.past) showPast(answer.past);
  } catch {
    setText(problem, 'There was no answer. Is the process still there?');
  }
}

slider.addEventListener('input', () => {
  setText(find('past-title'), `Commit ${number(Number(slider.value))}`);
  clearTimeout(waiting);
  waiting = setTimeout(ask, 100);
});

function go(commit) {
  slider.value = commit;
  ask();
}

find('past-earlier').addEventListener('click', () => go(group[0] - 1));
find('past-later').addEventListener('click', () => go(group[1] + 1));

/** Keeps the end of the slider where the journal's is. */
export function showEndOfPast({ lastCommit }) {
  find('past-panel').hidden = lastCommit === undefined;
  if (lastCommit === undefined || lastCommit === last) return;
  const isFirst = last === 0;
  slider.max = last = lastCommit;
  if (isFirst && last > 0) go(last);
}
