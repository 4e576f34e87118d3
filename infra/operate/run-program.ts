import { Instruction } from '../stages/stages.ts';

/** Errors of the SDK about who asks, and what there is to do. */
const credentialMessages: Readonly<Record<string, string>> = {
  CredentialsProviderError:
    'There are no credentials of an AWS account: aws sts get-caller-identity must answer.',
  ExpiredTokenException:
    'The credentials of the AWS account have expired: aws sts get-caller-identity must answer.',
};

/** Runs an operator's program: what the person has to do is said in one sentence, everything else with its trace. */
export async function runProgram(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Error ? operatorMessage(error) : error);
    process.exitCode = 1;
  }
}

/** The sentence, or the error itself where it is nothing that the person at the keyboard can mend. */
export function operatorMessage(error: Error): string | Error {
  if (error instanceof Instruction) return error.message;
  if (error.name === 'AccessDeniedException') return `These credentials may not do that: ${error.message}`;
  return credentialMessages[error.name] ?? error;
}
