const FIRST_LIMIT = 2;
const HIGHEST_LIMIT = 6;

/**
 * How many files to send at once. Starts with two, adds one after as many successes as there are lanes, and
 * halves on trouble. A lane that started before the last halving does not halve again: five connections that
 * break together are one event.
 */
export class Pace {
  #limit = FIRST_LIMIT;
  #successes = 0;
  #era = 0;

  get limit(): number {
    return this.#limit;
  }

  /** The mark to hand back with the outcome of an attempt. */
  start(): number {
    return this.#era;
  }

  succeeded(): void {
    this.#successes += 1;
    if (this.#successes < this.#limit) return;
    this.#successes = 0;
    this.#limit = Math.min(HIGHEST_LIMIT, this.#limit + 1);
  }

  failed(era: number): void {
    this.#successes = 0;
    if (era !== this.#era) return;
    this.#era += 1;
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
  }
}
