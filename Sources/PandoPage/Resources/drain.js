// The dialog that drains a worker, and puts one back. The token stays in the memory of this page alone.

import { setText } from './words.js';

const dialog = document.getElementById('drain');
const token = document.getElementById('token');
const within = document.getElementById('within');
const confirm = document.getElementById('drain-confirm');
const problem = document.getElementById('drain-problem');

let order = null;

/**
 * Asks for the token, and has the worker drain or go back into service.
 *
 * @param worker    the worker, as the page has it
 * @param isDrain   false puts it back
 * @param whenDone  is told what happened, in a sentence
 */
export function ask(worker, isDrain, whenDone) {
  order = { worker, isDrain, whenDone };
  setText(document.getElementById('drain-title'),
    isDrain ? `Drain ${worker.name}` : `Put ${worker.name} back`);
  setText(document.getElementById('drain-text'), isDrain
    ? 'It gets no new children, and those that it has move to other workers. No action is lost.'
    : 'It gets children again. Those that have moved stay where they are.');
  setText(confirm, isDrain ? 'Drain' : 'Put back');
  setText(problem, '');
  document.getElementById('within-field').hidden = !isDrain;
  dialog.showModal();
  (token.value ? confirm : token).focus();
}

document.getElementById('drain-cancel').addEventListener('click', () => dialog.close());

document.getElementById('drain-form').addEventListener('submit', async event => {
  event.preventDefault();
  const { worker, isDrain, whenDone } = order;
  confirm.disabled = true;
  try {
    const path = `workers/${encodeURIComponent(worker.id)}/${isDrain ? 'drain' : 'undrain'}`;
    const answer = await fetch(path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token.value}`, 'Content-Type': 'application/json' },
      body: isDrain ? JSON.stringify({ withinMilliseconds: Number(within.value) }) : '',
    });
    const { message, error } = await answer.json();
    if (answer.ok) {
      dialog.close();
      whenDone(message);
    } else {
      setText(problem, error ?? `The answer was ${answer.status}.`);
      if (answer.status === 401) token.select();
    }
  } catch {
    setText(problem, 'There was no answer. Is the process still there?');
  } finally {
    confirm.disabled = false;
  }
});
