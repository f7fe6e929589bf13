// A table that sorts by its heads and filters by a text. Rows are kept from one update to the next. Of many rows it shows
// the first, unless it is told to show all.

import { arrange, make, number, setText } from './words.js';

const rowsAtMost = 25;
const byNature = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

export class Table {
  /**
   * @param table    the element
   * @param columns  of each: its title; value(row), by which it sorts and filters; optionally show(cell, row),
   *                 isNumber, isPlain (no sorting, and always within reach), isLong (may be broken anywhere)
   * @param options  id(row); caption; empty, a sentence for a table without rows; sortBy, a title; isDescending;
   *                 ties(row), a list by which rows are sorted that are equal there
   */
  constructor(table, columns, options) {
    Object.assign(this, { table, columns, options, rows: [], known: new Map(), filterText: '' });
    this.sort = { title: options.sortBy ?? columns[0].title, isDescending: options.isDescending ?? false };
    this.body = make('tbody');
    this.heads = new Map(columns.map(column => [column.title, this.head(column)]));
    table.classList.add('cards');
    this.rest = make('tfoot', { hidden: true });
    this.left = make('span', { class: 'count' });
    this.switch = make('button', { type: 'button' });
    this.switch.addEventListener('click', () => {
      this.showsAll = !this.showsAll;
      this.show();
    });
    this.rest.append(make('tr', {}, make('td', { colspan: columns.length }, this.left, ' ', this.switch)));
    table.replaceChildren(
      make('caption', { class: 'unseen' }, options.caption),
      make('thead', {}, make('tr', {}, ...this.heads.values())), this.body, this.rest);
    this.empty = make('tr', {}, make('td', { colspan: columns.length, class: 'empty' }));
    this.markSort();
  }

  head(column) {
    const head = make('th', { scope: 'col', class: style(column) });
    if (column.isPlain) {
      head.append(make('span', { class: 'unseen' }, column.title));
    } else {
      const button = make('button', { type: 'button' }, column.title);
      button.addEventListener('click', () => this.sortBy(column));
      head.append(button);
    }
    return head;
  }

  sortBy(column) {
    const isSame = this.sort.title === column.title;
    this.sort = {
      title: column.title,
      // Of numbers, the largest are what one looks for.
      isDescending: isSame ? !this.sort.isDescending : Boolean(column.isNumber),
    };
    this.markSort();
    this.show();
  }

  markSort() {
    for (const [title, head] of this.heads) {
      if (title !== this.sort.title) head.removeAttribute('aria-sort');
      else head.setAttribute('aria-sort', this.sort.isDescending ? 'descending' : 'ascending');
    }
  }

  /** Shows only the rows that have every word of a text somewhere. */
  filter(text) {
    this.filterText = text;
    return this.show();
  }

  update(rows) {
    this.rows = rows;
    return this.show();
  }

  /** Draws, and returns how many rows are shown. */
  show() {
    const words = this.filterText.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = this.rows.filter(row => this.matches(row, words));
    const column = this.columns.find(column => column.title === this.sort.title);
    const direction = this.sort.isDescending ? -1 : 1;
    shown.sort((one, other) =>
      direction * compare(column.value(one), column.value(other)) || this.compareTies(one, other)
      || byNature.compare(this.options.id(one), this.options.id(other)));
    const kept = new Map(this.rows.map(row => [this.options.id(row), row]));
    for (const id of [...this.known.keys()]) if (!kept.has(id)) this.known.delete(id);
    this.showRest(shown.length);
    const elements = shown.slice(0, this.showsAll ? undefined : rowsAtMost).map(row => this.element(row));
    if (!elements.length) {
      this.empty.firstChild.textContent =
        this.rows.length ? 'Nothing here has all of these words.' : this.options.empty;
      elements.push(this.empty);
    }
    arrange(this.body, elements);
    return shown.length;
  }

  compareTies(one, other) {
    const [left, right] = [one, other].map(row => this.options.ties?.(row) ?? []);
    const index = left.findIndex((value, index) => compare(value, right[index]));
    return index < 0 ? 0 : compare(left[index], right[index]);
  }

  showRest(count) {
    const more = count - rowsAtMost;
    this.rest.hidden = more <= 0;
    setText(this.left, this.showsAll ? '' : `${number(more)} more.`);
    setText(this.switch,
      `${this.showsAll ? `Show the first ${rowsAtMost}` : `Show all ${number(count)}`} ${this.options.caption.toLowerCase()}`);
  }

  matches(row, words) {
    if (!words.length) return true;
    const text = this.columns.map(column => column.words?.(row) ?? column.value(row) ?? '')
      .join('\n').toLowerCase();
    return words.every(word => text.includes(word));
  }

  element(row) {
    const id = this.options.id(row);
    let element = this.known.get(id);
    if (!element) {
      element = make('tr', { 'data-id': id }, ...this.columns.map((column, index) =>
        make(index === 0 ? 'th' : 'td', {
          scope: index === 0 ? 'row' : undefined, class: style(column), 'data-title': column.title,
        })));
      this.known.set(id, element);
    }
    this.columns.forEach((column, index) => {
      const cell = element.children[index];
      if (column.show) return column.show(cell, row);
      const value = column.value(row);
      setText(cell, value == null ? '' : column.isNumber ? number(value) : String(value));
    });
    return element;
  }
}

const style = column => column.isNumber ? 'number' : column.isPlain ? 'reach' : column.isLong && 'long';

function compare(one, other) {
  if (typeof one === 'number' || typeof other === 'number') {
    return (one ?? -Infinity) - (other ?? -Infinity);
  }
  return byNature.compare(one ?? '', other ?? '');
}
