/** A number from the command line, `--name 5`; the usual one where it is not given. */
export function numberArgument(name: string, usual: number): number {
  return Number(process.argv[process.argv.indexOf(`--${name}`) + 1]) || usual;
}
