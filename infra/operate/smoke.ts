import { parseArgs } from 'node:util';
import { Instruction } from '../stages/stages.ts';
import { runProgram } from './run-program.ts';
import { type Site, type SmokeCheck, smokeChecks } from './smoke-checks.ts';

/** Runs all checks against the site and prints the results. @returns how many failed */
export async function smoke(
  site: Site,
  { say, checks = smokeChecks }: { say: (line: string) => void; checks?: readonly SmokeCheck[] },
): Promise<number> {
  let wrong = 0;
  for (const { what, run } of checks) {
    const problem = await run(site).catch((error: unknown) =>
      error instanceof Error ? explain(error) : String(error),
    );
    if (problem !== undefined) wrong += 1;
    say(problem === undefined ? `ok      ${what}` : `WRONG   ${what}: ${problem}`);
  }
  return wrong;
}

/** `fetch` only says "fetch failed"; the reason is in its cause. */
function explain({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}

/** `npm run smoke -- --url https://photos.example.org` */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { url: { type: 'string' }, gateway: { type: 'string' } } });
  if (values.url === undefined || !URL.canParse(values.url))
    throw new Instruction('Name the site: --url https://photos.example.org');
  const site = { url: new URL(values.url).origin, gatewayUrl: values.gateway, fetch };
  const wrong = await smoke(site, { say: (line) => console.log(line) });
  if (wrong > 0) throw new Instruction(`${wrong} answers are wrong: see above.`);
}

if (import.meta.main) await runProgram(main);
