// The lanes of a coordinator's workers, as these tell: the largest, and who did not answer.

import { Table } from './table.js';
import { count, find, make, number, setText, shortName, tellCount } from './words.js';

let shown = null;

const laneName = lane => `${shortName(lane.feature)} #${lane.lane}`;

const lanes = new Table(find('lanes'), [
  { title: 'Lane', value: laneName, show: showName, words: lane => `${lane.feature}\n${laneName(lane)}` },
  { title: 'Worker', value: lane => lane.worker, isLong: true },
  { title: 'Client', value: lane => lane.client, isLong: true },
  { title: 'State', value: lane => lane.state, show: showState },
  { title: 'Held', value: lane => lane.held, isNumber: true },
  { title: 'Effects', value: lane => lane.effects, isNumber: true },
  { title: 'Bytes', value: lane => lane.bytes, isNumber: true },
], {
  id: lane => `${lane.workerID} ${lane.client} ${lane.lane}`, caption: 'Lanes', sortBy: 'Bytes', isDescending: true,
  empty: 'The workers have no lanes.',
});

function showName(cell, lane) {
  if (!cell.firstChild) cell.append(make('span', { class: 'name' }), make('span', { class: 'under' }));
  setText(cell.firstChild, laneName(lane));
  setText(cell.lastChild, lane.feature);
}

function showState(cell, lane) {
  if (cell.dataset.state === lane.state) return;
  cell.dataset.state = lane.state;
  cell.replaceChildren(make('span', { class: 'chip', 'data-tone': lane.state === 'reducing' ? 'busy' : 'plain' }, lane.state));
}

find('filter-lanes').addEventListener('input', event => {
  if (shown) tell(lanes.filter(event.target.value));
});

function tell(seen) {
  tellCount('lanes', seen, shown.count, 'lane');
}

/** What is not in the table: lanes, workers that were not asked, and workers that do not answer. */
function showRest({ lanes, count: all, silent, workersNotAsked }) {
  const more = all - lanes.length;
  const sentences = [
    more > 0 && `${count(more, 'lane')} no larger than these ${more === 1 ? 'is' : 'are'} not shown.`,
    workersNotAsked > 0 && `${count(workersNotAsked, 'worker')} with fewer lanes ${workersNotAsked === 1 ? 'was' : 'were'} not asked.`,
  ].filter(Boolean);
  setText(find('lanes-more'), sentences.join(' '));
  const list = find('lanes-silent');
  const texts = silent.map(({ worker, reason }) => `${worker}: ${reason}`);
  if (list.dataset.texts === JSON.stringify(texts)) return;
  list.dataset.texts = JSON.stringify(texts);
  list.replaceChildren(...silent.map(({ worker, reason }) => make('li', {}, make('b', {}, `${worker} does not tell. `), reason)));
}

/** Shows the lanes that workers told of. */
export function showLanes(status) {
  find('lanes-panel').hidden = status.kind !== 'coordinator';
  if (!status.lanes) return;
  shown = status.lanes;
  tell(lanes.update(shown.lanes));
  showRest(shown);
}
