import type { MediaView } from '../../../../shared/contract/entities.ts';
import type { LiveMessage } from '../../../../shared/contract/live-updates.ts';
import type { Items } from './schedule.ts';
import { type WallItem, wallItemOf } from './wall-item.ts';

type View = Parameters<typeof wallItemOf>[0];

/** What has changed: items that came, and whether any are gone. */
export type DeckChange = { readonly arrived: readonly string[]; readonly hasLost: boolean };

/** When a list was asked for. What is heard later is newer than the answer. */
export type Asked = { readonly at: number };

/** All items that the wall may show, from lists and from what is heard. */
export class Deck {
  readonly #items = new Map<string, WallItem>();
  /** By item, the newest decision that was heard of; what was deleted never comes back. */
  readonly #versions = new Map<string, number>();
  /** By item that is gone, when that was heard. */
  readonly #goneAt = new Map<string, number>();
  readonly #listeners = new Set<(change: DeckChange) => void>();
  readonly #hasFullSize: (view: View) => boolean;
  #asked = 0;
  #isRead = false;

  constructor(hasFullSize: (view: View) => boolean) {
    this.#hasFullSize = hasFullSize;
  }

  get items(): Items {
    return this.#items;
  }

  /** Whether a list has been read, and so whether no items means that there are none. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** @returns a function that ends it */
  subscribe(listener: (change: DeckChange) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Call it when a list is asked for, and hand it over with the answer. */
  ask(): Asked {
    this.#asked += 1;
    return { at: this.#asked };
  }

  /**
   * Takes a page of a list.
   * @param areNew whether what is not known came while the wall was open
   */
  read(page: readonly MediaView[], asked: Asked, areNew: boolean): void {
    const arrived = page
      .filter(({ id, status }) => status === 'approved' && (this.#goneAt.get(id) ?? -1) < asked.at)
      .flatMap((view) => (this.#put(view) ? view.id : []));
    this.#isRead = true;
    // The newest are first in a list.
    this.#tell({ arrived: areNew ? arrived.toReversed() : [], hasLost: false });
  }

  /** Removes what a walk through the whole list has not found. */
  keepOnly(found: ReadonlySet<string>, before: ReadonlySet<string>): void {
    const lost = [...this.#items.keys()].filter((id) => before.has(id) && !found.has(id));
    for (const id of lost) this.#items.delete(id);
    this.#tell({ arrived: [], hasLost: lost.length > 0 });
  }

  /** Takes what everybody was told. */
  hear({ items = [], votes = [], gone = [] }: LiveMessage): void {
    const lost = gone.filter(({ id, version = Infinity }) => this.#isNewer(id, version));
    for (const { id } of lost) {
      this.#items.delete(id);
      this.#goneAt.set(id, this.#asked);
    }
    for (const { id, count } of votes) {
      const item = this.#items.get(id);
      if (item) this.#items.set(id, { ...item, voteCount: count });
    }
    const arrived = items
      .filter(({ id, version }) => this.#isNewer(id, version))
      .flatMap((view) => (this.#put(view) ? view.id : []));
    this.#tell({ arrived, hasLost: lost.length > 0 });
  }

  #isNewer(id: string, version: number): boolean {
    if ((this.#versions.get(id) ?? -1) > version) return false;
    this.#versions.set(id, version);
    return true;
  }

  /** @returns whether it was not known */
  #put(view: View): boolean {
    const item = wallItemOf(view, this.#hasFullSize);
    if (!item) return false;
    const isNew = !this.#items.has(item.id);
    this.#items.set(item.id, item);
    return isNew;
  }

  #tell(change: DeckChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}
