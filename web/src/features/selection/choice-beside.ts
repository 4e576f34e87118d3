/** Steps in the order of the gallery. */
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

type Place = { readonly element: HTMLElement; readonly index: number };

/** The tile's place in the gallery; undefined outside of tiles. */
export function indexOfTile(element: Element | null): number | undefined {
  const tile = element?.closest<HTMLElement>('[data-index]');
  return tile ? Number(tile.dataset['index']) : undefined;
}

/** Where an arrow key leads from a tile's choice: left and right in the gallery's order, up and down in the same column. */
export function choiceBeside(from: HTMLElement, key: string): Place | undefined {
  const index = indexOfTile(from);
  const step = STEPS[key];
  if (step !== undefined && index !== undefined) return placeAt(index + step);
  if (key === 'ArrowDown' || key === 'ArrowUp') return inColumn(from, key === 'ArrowDown' ? 1 : -1);
  return undefined;
}

function placeAt(index: number): Place | undefined {
  const element = document.querySelector<HTMLElement>(`[data-index="${index}"] input`);
  return element ? { element, index } : undefined;
}

function inColumn(from: HTMLElement, direction: 1 | -1): Place | undefined {
  const { left, top } = from.getBoundingClientRect();
  const places = [...document.querySelectorAll('[data-index]')].flatMap((tile) => {
    const box = tile.getBoundingClientRect();
    const distance = (box.top - top) * direction;
    const index = indexOfTile(tile);
    return Math.abs(box.left - left) < 2 && distance > 1 && index !== undefined ? [{ distance, index }] : [];
  });
  const [nearest] = places.toSorted((a, b) => a.distance - b.distance);
  return nearest && placeAt(nearest.index);
}
