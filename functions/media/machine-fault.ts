/** The machine or the release failed and not the file, of which nothing is known: it may be tried again. */
export class MachineFault extends Error {
  override readonly name = 'MachineFault';
}
