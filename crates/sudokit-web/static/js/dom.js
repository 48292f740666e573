// Helpers to create and find elements.

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, `${value}`);
  element.append(...children);
  return element;
}

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | number>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function html(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, `${value}`);
  element.append(...children);
  return element;
}

/**
 * A paragraph of an explanation; numbered parts of a proof are set closer together.
 * @param {string} words
 */
export function paragraph(words) {
  return html('p', /^\d+\. /.test(words) ? { class: 'numbered' } : {}, words);
}

/**
 * Returns an element of the page, which must exist.
 * @template {HTMLElement} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
export function element(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no element ${id}`);
  return found;
}

/**
 * Creates a button.
 * @param {string} label
 * @param {string} kind its classes
 * @param {() => void} action
 */
export function button(label, kind, action) {
  const made = html('button', { type: 'button', class: kind }, label);
  made.addEventListener('click', action);
  return made;
}
