// A table that sorts by its heads and filters by a text. Rows are kept from one update to the next.

import { arrange, make, number, setText } from './words.js';

const byNature = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

export class Table {
  /**
   * @param table    the element
   * @param columns  of each: its title; value(row), by which it sorts and filters; optionally show(cell, row),
   *                 isNumber, isPlain (no sorting)
   * @param options  id(row); caption; empty, a sentence for a table without rows; sortBy, a title; isDescending
   */
  constructor(table, columns, options) {
    Object.assign(this, { table, columns, options, rows: [], known: new Map(), filterText: '' });
    this.sort = { title: options.sortBy ?? columns[0].title, isDescending: options.isDescending ?? false };
    this.body = make('tbody');
    this.heads = new Map(columns.map(column => [column.title, this.head(column)]));
    table.replaceChildren(
      make('caption', { class: 'unseen' }, options.caption),
      make('thead', {}, make('tr', {}, ...this.heads.values())), this.body);
    this.empty = make('tr', {}, make('td', { colspan: columns.length, class: 'empty' }));
    this.markSort();
  }

  head(column) {
    const head = make('th', { scope: 'col', class: column.isNumber ? 'number' : undefined });
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
      direction * compare(column.value(one), column.value(other))
      || byNature.compare(this.options.id(one), this.options.id(other)));
    const kept = new Map(this.rows.map(row => [this.options.id(row), row]));
    for (const id of [...this.known.keys()]) if (!kept.has(id)) this.known.delete(id);
    const elements = shown.map(row => this.element(row));
    if (!elements.length) {
      this.empty.firstChild.textContent =
        this.rows.length ? 'Nothing here has all of these words.' : this.options.empty;
      elements.push(this.empty);
    }
    arrange(this.body, elements);
    return shown.length;
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
          scope: index === 0 ? 'row' : undefined, class: column.isNumber ? 'number' : undefined,
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

function compare(one, other) {
  if (typeof one === 'number' || typeof other === 'number') {
    return (one ?? -Infinity) - (other ?? -Infinity);
  }
  return byNature.compare(one ?? '', other ?? '');
}
