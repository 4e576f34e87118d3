/**
 * Hides all but an element from screen readers, of which some read on beyond `aria-modal`. No style depends on it, so
 * nothing is styled anew, as by `inert`.
 * @returns shows it to them again
 */
export function hideAround(element: Element): () => void {
  const hidden = siblingsOfAll(element).filter((around) => !around.hasAttribute('aria-hidden'));
  for (const around of hidden) around.setAttribute('aria-hidden', 'true');
  return () => {
    for (const around of hidden) around.removeAttribute('aria-hidden');
  };
}

/** The siblings of an element and of all that it is in. */
function siblingsOfAll(element: Element): Element[] {
  const { parentElement } = element;
  if (!parentElement || element === document.body) return [];
  const siblings = [...parentElement.children].filter((child) => child !== element);
  return [...siblings, ...siblingsOfAll(parentElement)];
}
