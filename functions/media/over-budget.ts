/** A picture is not made within the CPU time that it was given: it may be, with more. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget';
  /** What trying it has taken; nothing if that was clear beforehand. */
  readonly takenMs: number;

  constructor(takenMs: number) {
    super('The picture takes more CPU time than it was given.');
    this.takenMs = takenMs;
  }
}
