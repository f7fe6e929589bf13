// What is wrong, the worst first, above everything else.

import { arrange, clock, count, find, make, setText, showSince } from './words.js';

const chips = { critical: 'bad', warning: 'busy', past: 'plain' };

export function showProblems({ problems, problemsLeftOut }) {
  const now = problems.filter(problem => problem.severity !== 'past').length;
  const list = find('problems');
  const id = ({ severity, subject, text, since, count }) => [severity, subject, text, since, count].join('\n');
  const known = new Map([...list.children].map(item => [item.dataset.id, item]));
  arrange(list, problems.map(problem => known.get(id(problem)) ?? item(problem, id(problem))));
  setText(find('problems-title'), now ? count(now, 'problem') : 'Nothing is wrong');
  setText(find('problems-more'), problemsLeftOut ? `and ${count(problemsLeftOut, 'more', 'more')}` : '');
  find('problems-panel').dataset.tone = now ? chips[problems[0].severity] : 'good';
}

function item({ severity, subject, text, advice, since, count }, id) {
  const time = make('time', { datetime: new Date(since).toISOString() });
  showSince(time, since);
  const isOver = severity === 'past' || count > 1;
  return make('li', { 'data-id': id },
    make('span', { class: 'chip', 'data-tone': chips[severity] }, severity),
    make('div', {},
      make('p', {}, make('b', {}, subject), ` ${text}`, count > 1 ? ` (${count} times)` : ''),
      make('p', { class: 'under' }, isOver ? `${clock(since)}, ` : `since ${clock(since)}, for `, time,
        isOver ? ' ago' : ` \u00b7 ${advice}`)));
}
