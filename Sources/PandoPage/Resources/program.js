// What a program's page shows besides its workers: the hosted children of its store, and their states.

import { Table } from './table.js';
import { chip, count, find, make, rank, setText, shortName, tellCount } from './words.js';

let shown = null;

const childName = child =>
  shortName(child.feature) + (child.identities.length ? `[${child.identities.join(', ')}]` : '');

const hasFullWindow = child => child.uncommitted > child.inFlight && child.inFlight >= child.window;

const children = new Table(find('children'), [
  { title: 'Child', value: childName, show: showName, words: child => `${child.feature}\n${childName(child)}` },
  { title: 'Standing', value: child => `${rank(child.standing)} ${child.standing}`, show: showStanding,
    words: child => `${child.standing}\n${child.problem ?? ''}` },
  { title: 'Worker', value: child => child.worker },
  { title: 'Process', value: child => child.processID, isNumber: true,
    show: (cell, child) => setText(cell, String(child.processID ?? '')) },
  { title: 'To commit', value: child => child.uncommitted, isNumber: true },
  { title: 'In flight', value: child => child.inFlight, isNumber: true, show: (cell, child) =>
    setText(cell, `${child.inFlight} of ${child.window}`) },
  { title: 'Effects', value: child => child.effects, isNumber: true },
  { title: 'Restarts', value: child => child.restarts, isNumber: true },
  { title: 'State', isPlain: true, value: () => '', show: showButton },
], {
  id: child => String(child.id), caption: 'Children', sortBy: 'Standing', ties: child => [hasFullWindow(child) ? 0 : 1, childName(child)],
  empty: 'The store has no hosted children.',
});

function showName(cell, child) {
  if (!cell.firstChild) cell.append(make('span', { class: 'name' }), make('span', { class: 'under' }));
  setText(cell.firstChild, childName(child));
  setText(cell.lastChild, child.feature);
}

function showStanding(cell, child) {
  if (cell.dataset.state !== child.standing) {
    cell.dataset.state = child.standing;
    cell.replaceChildren(chip(child.standing), make('span', { class: 'under' }));
  }
  setText(cell.lastChild, child.problem ?? '');
}

function showButton(cell, child) {
  cell.child = child;
  if (!child.showsState) return cell.replaceChildren();
  if (!cell.firstChild) {
    const button = make('button', { type: 'button' }, 'State');
    button.addEventListener('click', () => askState(cell.child));
    cell.append(button);
  }
  cell.firstChild.setAttribute('aria-label', `State of ${childName(child)}`);
}

async function askState(child) {
  const values = find('state-values');
  const problem = find('state-problem');
  setText(find('state-title'), `State of ${childName(child)}`);
  values.replaceChildren();
  setText(problem, '');
  find('state').showModal();
  try {
    const answer = await (await fetch(`children/${child.id}/state`)).json();
    if (answer.error) return setText(problem, answer.error);
    values.replaceChildren(...answer.values.flatMap(({ name, text }) =>
      [make('dt', {}, name), make('dd', {}, text)]));
  } catch {
    setText(problem, 'There was no answer. Is the process still there?');
  }
}

// Measured by samples.
const costs = new Table(find('costs'), [
  { title: 'Action', value: cost => `${shortName(cost.feature)} ${cost.action}` },
  { title: 'Reduced', value: cost => cost.count, isNumber: true },
  { title: 'Processor ms', value: cost => cost.milliseconds, isNumber: true },
], {
  id: cost => `${cost.feature} ${cost.action}`, caption: 'Costs on workers', sortBy: 'Processor ms', isDescending: true,
  empty: 'Workers have told of none yet.',
});

find('filter-children').addEventListener('input', event => {
  if (shown) tell(children.filter(event.target.value));
});

function tell(seen) {
  tellCount('children', seen, shown.children.length + (shown.childrenLeftOut ?? 0), 'child', 'children');
}

/** Shows the children of a program's store. */
export function showProgram(status) {
  shown = status;
  find('children-panel').hidden = false;
  tell(children.update(status.children));
  find('costs-panel').hidden = false;
  tellCount('costs', costs.update(status.costs ?? []), (status.costs ?? []).length, 'kind of action', 'kinds of actions');
}

const branchesAtMost = 50;

/** The program, its workers, and the children that each of them has. */
export function programTree(status) {
  const homes = Map.groupBy(status.children, child => child.worker ?? '');
  const branch = child => ({
    id: `child ${child.id}`, label: childName(child), state: child.standing,
    detail: child.standing === 'hosted' ? '' : child.standing,
  });
  const branches = home => {
    const all = homes.get(home) ?? [];
    const more = all.length > branchesAtMost
      ? [{ id: `more ${home}`, label: `${all.length - branchesAtMost} more`, detail: 'in the table' }] : [];
    return [...all.slice(0, branchesAtMost).map(branch), ...more];
  };
  return [{
    id: 'self', label: status.process.name, state: 'ready', detail: `process ${status.process.processID}`,
    children: [
      ...status.workers.map(worker => ({
        id: `worker ${worker.id}`, label: worker.name, state: worker.state,
        detail: `${worker.state}, ${count(worker.children, 'child', 'children')}`,
        children: branches(worker.name),
      })),
      ...(homes.has('')
        ? [{ id: 'nowhere', label: 'Without a worker', detail: count(homes.get('').length, 'child', 'children'),
          children: branches('') }] : []),
    ],
  }];
}
