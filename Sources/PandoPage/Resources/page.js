// Shows what /events tells, as it comes: a document with the whole status each time.

import { ask } from './drain.js';
import { programTree, showProgram } from './program.js';
import { showHistory } from './history.js';
import { showEndOfPast } from './past.js';
import { showLanes } from './lanes.js';
import { showProblems } from './problems.js';
import { Table } from './table.js';
import { showCommits } from './timeline.js';
import { Tree } from './tree.js';
import {
  arrange, bytes, chip, clock, count, find, make, number, rank, setText, shortName, showSince, showUntil, span,
  tellCount, tick, tone, workerState,
} from './words.js';

let shown = null;

// Workers and features.

let workers = null;

const columns = {
  worker: { title: 'Worker', value: worker => worker.name, show: showName, words: worker =>
    [worker.name, worker.endpoint, worker.build, worker.sandbox, worker.problem, ...worker.labels, ...worker.features].join('\n') },
  state: { title: 'State', value: worker => `${rank(workerState(worker))} ${workerState(worker)}`,
    words: workerState, show: showState },
  host: { title: 'Host', value: worker => worker.host, isLong: true },
  process: { title: 'Process', value: worker => worker.processID, isNumber: true, show: showProcess },
  up: { title: 'Up', value: worker => worker.joinedAt && -worker.joinedAt, isNumber: true,
    words: () => '', show: (cell, worker) => worker.joinedAt && showSince(cell, worker.joinedAt) },
  children: { title: 'Children', value: worker => worker.children, isNumber: true, show: showChildren },
  rate: { title: 'Actions/s', value: worker => worker.actionsPerSecond, isNumber: true },
  commits: { title: 'Commits', value: worker => worker.commits, isNumber: true },
  restarts: { title: 'Restarts', value: worker => worker.restarts, isNumber: true },
  processor: { title: 'Processor', value: worker => worker.processorSeconds, isNumber: true, show: (cell, worker) =>
    setText(cell, worker.processorSeconds === undefined ? '' : span(worker.processorSeconds * 1000)) },
  memory: { title: 'Memory', value: worker => worker.residentMebibytes, isNumber: true, show: (cell, worker) =>
    setText(cell, worker.residentMebibytes === undefined ? '' : bytes(worker.residentMebibytes * 2 ** 20)) },
  button: { title: 'Actions', isPlain: true, value: () => '', show: showButton },
};

/** The table of workers, whose columns are those of the process that serves the page. */
function makeWorkers(kind) {
  const { worker, state, host, process, up, children, rate, commits, restarts, processor, memory, button } = columns;
  const isProgram = kind === 'program';
  return new Table(find('workers'), isProgram
    ? [worker, state, process, children, commits, restarts, processor, memory]
    : [worker, state, host, process, up, children, rate, button], {
    id: worker => worker.id, caption: 'Workers', sortBy: 'State', ties: worker => [-worker.children, worker.name],
    empty: isProgram
      ? 'No workers: everything runs in this process.'
      : 'No workers. Start one: pando worker --bind ENDPOINT --coordinator ENDPOINT',
  });
}

const features = new Table(find('features'), [
  { title: 'Feature', value: feature => feature.name },
  { title: 'State', value: feature => feature.state },
  { title: 'Action', value: feature => feature.action },
  { title: 'Workers', value: feature => feature.workers, isNumber: true },
], {
  id: feature => `${feature.name} ${feature.state} ${feature.action}`, caption: 'Features',
  sortBy: 'Workers', ties: feature => [feature.name],
  empty: 'No feature is hosted.',
});

function showName(cell, worker) {
  if (!cell.firstChild) cell.append(make('span', { class: 'name' }), make('span', { class: 'under' }));
  setText(cell.firstChild, worker.name);
  const parts = [worker.endpoint, worker.labels.join(', '), worker.build?.slice(0, 12), worker.sandbox, worker.problem];
  setText(cell.lastChild, parts.filter(Boolean).join(' \u00b7 '));
}

function showState(cell, worker) {
  const state = workerState(worker);
  if (cell.dataset.state !== state) {
    cell.dataset.state = state;
    cell.replaceChildren(chip(state));
  }
  const at = worker.drainEndsAt ?? worker.silentSince;
  const time = cell.querySelector('.under');
  if (!at) return time?.remove();
  const under = time ?? cell.appendChild(make('span', { class: 'under' }));
  (worker.drainEndsAt ? showUntil : showSince)(under, at);
}

function showProcess(cell, worker) {
  setText(cell, worker.processID === undefined ? '' : String(worker.processID));
}

function showChildren(cell, worker) {
  const most = worker.childrenAtMost;
  setText(cell, number(worker.children) + (most === undefined ? '' : ` of ${number(most)}`));
}

function showButton(cell, worker) {
  if (!shown.hasOperator) return cell.replaceChildren();
  const isDrain = worker.state !== 'draining';
  if (cell.dataset.isDrain !== String(isDrain)) {
    cell.dataset.isDrain = isDrain;
    const button = make('button', { type: 'button' }, isDrain ? 'Drain' : 'Put back');
    button.addEventListener('click', () => ask(cell.worker, isDrain, say));
    const hadFocus = cell.contains(document.activeElement);
    cell.replaceChildren(button);
    if (hadFocus) button.focus();
  }
  cell.worker = worker;
  cell.firstChild.setAttribute('aria-label', `${isDrain ? 'Drain' : 'Put back'} ${worker.name}`);
}

find('filter-workers').addEventListener('input', event => {
  if (workers) tellCount('workers', workers.filter(event.target.value), shown.workers.length, 'worker');
});

// Processes: the coordinator, its machines, their workers, and what these host.

const tree = new Tree(find('processes'));

function processes(status) {
  if (status.kind === 'program') return programTree(status);
  const hosts = Map.groupBy(status.workers, worker => worker.host ?? '');
  const machines = [...hosts].sort(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }))
    .map(([host, members]) => ({
      id: `host ${host}`, label: host || 'an unknown machine', detail: count(members.length, 'worker'),
      children: members.map(worker => ({
        id: `worker ${worker.id}`, label: worker.name, state: workerState(worker),
        detail: `${workerState(worker)}, ${count(worker.children, 'child', 'children')}`,
        children: worker.features.map(feature => ({
          id: `feature ${worker.id} ${feature}`, label: shortName(feature), detail: feature,
        })),
      })),
    }));
  const others = (status.registry?.coordinators ?? []).filter(endpoint => endpoint !== status.process.name);
  return [
    {
      id: 'self', label: 'Coordinator', state: 'ready',
      detail: `process ${status.process.processID}${status.registry?.leadsHere ? ', leads' : ''}`,
      children: machines,
    },
    ...others.map(endpoint => ({
      id: `coordinator ${endpoint}`, label: 'Coordinator',
      detail: endpoint + (endpoint === status.registry.leader ? ', leads' : ''),
    })),
  ];
}

// Figures, and the grove: one trunk for each worker, as high as it is busy, on one root.

function showFigures(status) {
  const total = key => status.workers.reduce((sum, worker) => sum + (worker[key] ?? 0), 0);
  const states = state => status.workers.filter(worker => workerState(worker) === state).length;
  const children = status.children ?? [];
  const figures = status.kind === 'program' ? [
    ['Ready workers', states('ready')],
    ['Restarts', total('restarts')],
    ['Children', children.length + (status.childrenLeftOut ?? 0)],
    ['Actions to commit', children.reduce((sum, child) => sum + child.uncommitted, 0)],
    ['Effects', children.reduce((sum, child) => sum + child.effects, 0)],
  ] : [
    ['Ready', states('ready')], ['Draining', states('draining')],
    ['Silent or suspect', states('silent') + states('suspect')],
    ['Children', total('children')], ['Actions/s', total('actionsPerSecond')],
  ];
  const list = find('figures');
  if (!list.children.length) {
    list.append(...figures.map(([name]) => make('div', {}, make('dt', {}, name), make('dd'))));
  }
  figures.forEach(([, value], index) => setText(list.children[index].lastChild, number(value)));
}

function showTrunks(status) {
  const trunks = find('trunks');
  const load = worker => worker.actionsPerSecond ?? worker.children;
  const most = Math.max(1, ...status.workers.map(load));
  const few = status.workers.slice(0, 120);
  const known = new Map([...trunks.children].map(trunk => [trunk.dataset.id, trunk]));
  arrange(trunks, few.map(worker => {
    const trunk = known.get(worker.id) ?? make('i', { 'data-id': worker.id });
    trunk.dataset.tone = tone(workerState(worker));
    // By the root, so that one busy worker leaves something of the others.
    const share = Math.sqrt(load(worker) / most);
    trunk.style.setProperty('--height', `${Math.round(14 + 46 * share)}px`);
    return trunk;
  }));
}

// What happened.

function age(at) {
  const time = make('i');
  showSince(time, at);
  return make('small', { class: 'under' }, time, ' ago');
}

function showEvents(status) {
  const list = find('events');
  // Numbers begin anew with each process, and the page outlasts it.
  const id = event => `${event.number} ${event.at}`;
  const known = new Map([...list.children].map(item => [item.dataset.id, item]));
  arrange(list, status.events.map(event => known.get(id(event)) ?? make('li', {
    'data-id': id(event), 'data-weight': event.weight,
  },
    make('time', { datetime: new Date(event.at).toISOString() }, clock(event.at)),
    make('span', {}, make('b', {}, event.subject), ` ${event.text}`), age(event.at))));
  find('no-events').hidden = status.events.length > 0;
}

// The whole. A test shows what it would take long to bring about.

export function show(status) {
  shown = status;
  document.title = `Pando \u00b7 ${status.process.host}`;
  const { name, processID, host, version, startedAt } = status.process;
  const line = find('process');
  if (!line.lastElementChild) {
    line.replaceChildren(make('span'), ' \u00b7 up ', make('span'));
  }
  const parts = status.kind === 'program'
    ? [name, `process ${processID} on ${host}`]
    : [`Coordinator ${name}`, `process ${processID} on ${host}`, `version ${version}`, registry(status)];
  setText(line.firstChild, parts.join(' \u00b7 '));
  showSince(line.lastChild, startedAt);
  showProblems(status);
  showHistory(status);
  showEndOfPast(status);
  workers ??= makeWorkers(status.kind);
  tellCount('workers', workers.update(status.workers), status.workers.length, 'worker');
  find('features-panel').hidden = status.kind === 'program';
  tellCount('features', features.update(status.features), status.features.length, 'feature');
  showLanes(status);
  if (status.children) showProgram(status);
  if (status.commits) showCommits(status);
  tree.update(processes(status));
  showFigures(status);
  showTrunks(status);
  showEvents(status);
}

function registry({ registry }) {
  if (!registry?.location) return 'registry in memory';
  return `registry ${registry.location}`;
}

let silence = 0;

function say(text) {
  const notice = find('notice');
  setText(notice, text);
  notice.hidden = false;
  clearTimeout(silence);
  silence = setTimeout(() => { notice.hidden = true; }, 15_000);
}

// The connection.

let heardAt = 0;

function setConnection(state, text) {
  const element = find('connection');
  element.dataset.state = state;
  setText(element, text);
}

function listen() {
  const events = new EventSource('events');
  events.addEventListener('status', event => {
    heardAt = Date.now();
    setConnection('live', 'Live');
    show(JSON.parse(event.data));
  });
  events.addEventListener('beat', () => {
    heardAt = Date.now();
    setConnection('live', 'Live');
  });
  events.addEventListener('error', () => {
    setConnection('lost', heardAt ? `Connection lost at ${clock(Date.now())}` : 'No answer yet');
    if (events.readyState !== EventSource.CLOSED) return;
    // It was refused, which a browser takes for an end.
    events.close();
    setTimeout(listen, 3_000);
  });
}

// It is heard of every five seconds at least.
setInterval(() => {
  tick();
  const isLive = document.getElementById('connection').dataset.state === 'live';
  if (isLive && Date.now() - heardAt > 15_000) setConnection('lost', `Nothing heard since ${clock(heardAt)}`);
}, 1_000);
listen();
