import type { Items, Spread } from './schedule.ts';

/** A spread that was shown before, and its place among those. */
type PastSpread = { readonly at: number; readonly spread: Spread };

const MOST_REMEMBERED = 30;

/** The last spreads that were shown, and which of them is on the stage. */
export class PastSpreads {
  /** Ids of their items, the first shown first. */
  readonly #spreads: (readonly string[])[] = [];
  #at = -1;

  /** The nearest before the present one of which something is left. */
  before(available: Items): PastSpread | undefined {
    for (let at = this.#at - 1; at >= 0; at -= 1) {
      const past = this.#spreadAt(at, available);
      if (past) return past;
    }
    return undefined;
  }

  /** The one after the present one, if somebody went back. */
  after(available: Items): PastSpread | undefined {
    return this.#spreadAt(this.#at + 1, available);
  }

  /** @param at the place of the spread, if it was shown before */
  noteShown({ items }: Spread, at: number | undefined): void {
    if (at !== undefined) {
      this.#at = at;
      return;
    }
    this.#spreads.push(items.map(({ id }) => id));
    if (this.#spreads.length > MOST_REMEMBERED) this.#spreads.shift();
    this.goToLast();
  }

  /** Ends going back: what follows is new. */
  goToLast(): void {
    this.#at = this.#spreads.length - 1;
  }

  #spreadAt(at: number, available: Items): PastSpread | undefined {
    const items = (this.#spreads[at] ?? []).flatMap((id) => available.get(id) ?? []);
    return items.length > 0 ? { at, spread: { items, isArrival: false } } : undefined;
  }
}
