const FIRST_LIMIT = 2;
const HIGHEST_LIMIT = 6;

/**
 * How many files to send at once: additive increase, multiplicative decrease. Starts with two, adds one after as many
 * successes as the limit, and halves on failure. Attempts that started before the last halving do not halve again,
 * because connections that break together are one event.
 */
export class AdaptiveConcurrency {
  #limit = FIRST_LIMIT;
  #successes = 0;
  #generation = 0;

  get limit(): number {
    return this.#limit;
  }

  /** @returns the generation to pass to `failed` */
  startAttempt(): number {
    return this.#generation;
  }

  succeeded(): void {
    this.#successes += 1;
    if (this.#successes < this.#limit) return;
    this.#successes = 0;
    this.#limit = Math.min(HIGHEST_LIMIT, this.#limit + 1);
  }

  failed(generation: number): void {
    this.#successes = 0;
    if (generation !== this.#generation) return;
    this.#generation += 1;
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
  }
}
