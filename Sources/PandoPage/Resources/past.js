// The commits of a store's journal: a slider over them, and what may be read of the state before and behind each.

import { find, make, number, setText } from './words.js';

const slider = find('past-commit');
const problem = find('past-problem');
let last = 0;
let asked = 0;
let waiting = null;
/** The first and the last commit of the group that is shown. */
let group = null;

function action({ number: commit, action: name, values }) {
  const words = (values ?? []).map(({ name, text }) => `${name}: ${text}`).join(', ');
  return make('li', {}, make('b', {}, number(commit)), ` ${name ?? 'of a build with other types'}`,
    make('span', { class: 'under' }, words));
}

function row({ name, before, after }) {
  const isSame = before === after;
  return make('tr', { 'data-changed': String(!isSame) },
    make('th', { scope: 'row' }, name),
    make('td', {}, before ?? ''), make('td', {}, isSame ? 'the same' : after ?? 'gone'));
}

function clear(commit) {
  group = null;
  setText(find('past-title'), `Commit ${number(commit)}`);
  find('past-actions').replaceChildren();
  find('past-rows').replaceChildren();
  find('past-table').hidden = find('past-hidden').hidden = true;
}

function showPast({ first, last: end, from, to, actions, actionsLeftOut, rows }) {
  group = [from, to];
  slider.min = first;
  slider.max = last = Math.max(last, end);
  const name = from === to ? `Commit ${number(from)}` : `Commits ${number(from)} to ${number(to)}, written at once`;
  setText(find('past-title'), `${name}; the journal has ${number(first)} to ${number(last)}`);
  find('past-actions').replaceChildren(
    ...(actionsLeftOut ? [make('li', { class: 'under' }, `${number(actionsLeftOut)} more before these`)] : []),
    ...actions.map(action));
  find('past-rows').replaceChildren(...rows.map(row));
  find('past-table').hidden = !rows.length;
  find('past-hidden').hidden = rows.length > 0;
}

async function ask(commit) {
  asked = commit;
  let answer;
  try {
    answer = await (await fetch(`commits/${commit}`)).json();
  } catch {
    answer = { error: 'There was no answer. Is the process still there?' };
  }
  // Another was asked for meanwhile.
  if (asked !== commit) return;
  setText(problem, answer.error ?? '');
  if (answer.past) showPast(answer.past);
  else clear(commit);
}

function go(commit) {
  clearTimeout(waiting);
  slider.value = commit;
  ask(Number(slider.value));
}

slider.addEventListener('input', () => {
  const commit = Number(slider.value);
  clear(commit);
  clearTimeout(waiting);
  waiting = setTimeout(() => ask(commit), 100);
});

find('past-earlier').addEventListener('click', () => go((group?.[0] ?? Number(slider.value)) - 1));
find('past-later').addEventListener('click', () => go((group?.[1] ?? Number(slider.value)) + 1));

/** Keeps the end of the slider where the journal's is. */
export function showEndOfPast({ lastCommit }) {
  find('past-panel').hidden = !lastCommit;
  if (!lastCommit || lastCommit === last) return;
  // The first of all; or the program began anew, with another journal.
  const isNew = lastCommit < last || last === 0;
  slider.max = last = lastCommit;
  if (isNew) {
    slider.min = 1;
    go(last);
  }
}
