import { chaptersOf, type Moment } from './chapters.ts';

/**
 * Spreads picks over an event's time: every chapter gets one photo before any gets a second, then every
 * chapter of a chapter, and so on down to single photos.
 */
export class TimeSpread<T extends Moment> {
  readonly #taken = new Set<T>();
  #chapters: readonly (readonly T[])[];
  #due: Set<T>;

  constructor(photos: readonly T[]) {
    const inOrder = photos.toSorted((a, b) => a.momentMs - b.momentMs);
    this.#chapters = [inOrder];
    this.#due = new Set(inOrder);
  }

  isDue(photo: T): boolean {
    return this.#due.has(photo);
  }

  take(photo: T): void {
    this.#taken.add(photo);
    const chapter = this.#chapters.find((one) => one.includes(photo)) ?? [];
    for (const one of chapter) this.#due.delete(one);
    while (this.#due.size === 0) {
      const chapters = this.#chapters.flatMap(chaptersOf);
      const isParted = chapters.length > this.#chapters.length;
      this.#chapters = chapters;
      const waiting = isParted
        ? chapters.filter((one) => !one.some((other) => this.#taken.has(other)))
        : chapters;
      this.#due = new Set(waiting.flat().filter((one) => !this.#taken.has(one)));
      if (!isParted) return;
    }
  }
}
