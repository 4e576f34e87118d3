/** A picture is not made within the CPU time that it was given: it may be, with more. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget';

  constructor() {
    super('The picture takes more CPU time than it was given.');
  }
}
