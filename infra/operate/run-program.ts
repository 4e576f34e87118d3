import { Instruction } from '../stages.ts';

/** Runs an operator's program: what the person has to do is said in one sentence, everything else with its trace. */
export async function runProgram(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Instruction ? error.message : error);
    process.exitCode = 1;
  }
}
