// A tree of processes that is walked with the arrow keys, as trees of a file manager are.

import { arrange, make, setText, tone } from './words.js';

export class Tree {
  /** @param root  the element with the role "tree" */
  constructor(root) {
    this.root = root;
    this.known = new Map();
    this.closed = new Set();
    root.addEventListener('keydown', event => this.press(event));
    root.addEventListener('click', event => this.click(event));
  }

  /** Shows nodes: of each its id, label, detail, state (or none), and children (or none). */
  update(nodes) {
    const seen = new Set();
    arrange(this.root, nodes.map(node => this.element(node, seen)));
    for (const id of [...this.known.keys()]) if (!seen.has(id)) this.known.delete(id);
    if (!this.root.querySelector('[tabindex="0"]')) {
      this.root.querySelector('[role=treeitem]')?.setAttribute('tabindex', '0');
    }
  }

  element(node, seen) {
    seen.add(node.id);
    let item = this.known.get(node.id);
    if (!item) {
      const line = make('div', { class: 'line' },
        make('span', { class: 'twig', 'aria-hidden': 'true' }), make('span', { class: 'label' }),
        make('span', { class: 'detail' }));
      item = make('li', { role: 'treeitem', tabindex: '-1', 'data-id': node.id }, line,
        make('ul', { role: 'group' }));
      this.known.set(node.id, item);
    }
    const [line, group] = item.children;
    const [, label, detail] = line.children;
    setText(label, node.label);
    setText(detail, node.detail ?? '');
    line.dataset.tone = node.state ? tone(node.state) : 'none';
    const children = node.children ?? [];
    arrange(group, children.map(child => this.element(child, seen)));
    group.hidden = !children.length || this.closed.has(node.id);
    if (children.length) item.setAttribute('aria-expanded', String(!this.closed.has(node.id)));
    else item.removeAttribute('aria-expanded');
    return item;
  }

  toggle(item, isOpen) {
    if (!item.hasAttribute('aria-expanded')) return;
    if (isOpen) this.closed.delete(item.dataset.id); else this.closed.add(item.dataset.id);
    item.setAttribute('aria-expanded', String(isOpen));
    item.querySelector('[role=group]').hidden = !isOpen;
  }

  focus(item) {
    if (!item) return;
    this.root.querySelector('[tabindex="0"]')?.setAttribute('tabindex', '-1');
    item.setAttribute('tabindex', '0');
    item.focus();
  }

  /** The items that can be seen, in their order. */
  get items() {
    return [...this.root.querySelectorAll('[role=treeitem]')]
      .filter(item => !item.parentElement.closest('[role=group][hidden]'));
  }

  click(event) {
    const item = event.target.closest('[role=treeitem]');
    if (!item) return;
    this.toggle(item, item.getAttribute('aria-expanded') !== 'true');
    this.focus(item);
  }

  press(event) {
    const item = event.target.closest('[role=treeitem]');
    if (!item || event.altKey || event.ctrlKey || event.metaKey) return;
    const items = this.items;
    const place = items.indexOf(item);
    const isOpen = item.getAttribute('aria-expanded') === 'true';
    const moves = {
      ArrowDown: () => this.focus(items[place + 1]),
      ArrowUp: () => this.focus(items[place - 1]),
      Home: () => this.focus(items[0]),
      End: () => this.focus(items.at(-1)),
      ArrowRight: () => isOpen ? this.focus(items[place + 1]) : this.toggle(item, true),
      ArrowLeft: () => isOpen
        ? this.toggle(item, false) : this.focus(item.parentElement.closest('[role=treeitem]')),
      Enter: () => this.toggle(item, !isOpen),
      ' ': () => this.toggle(item, !isOpen),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  }
}
