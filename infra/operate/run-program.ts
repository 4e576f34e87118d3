import { Instruction } from '../stages/stages.ts';

/** The SDK's errors about credentials, and what to do about them. */
const credentialMessages: Readonly<Record<string, string>> = {
  CredentialsProviderError:
    'There are no credentials of an AWS account: aws sts get-caller-identity must answer.',
  ExpiredTokenException:
    'The credentials of the AWS account have expired: aws sts get-caller-identity must answer.',
};

/**
 * Runs an operator's program: prints one sentence for what the operator can fix, everything else with its
 * stack trace.
 */
export async function runProgram(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Error ? operatorMessage(error) : error);
    process.exitCode = 1;
  }
}

/** The sentence, or the error itself if the person at the keyboard cannot fix it. */
export function operatorMessage(error: Error): string | Error {
  if (error instanceof Instruction) return error.message;
  if (error.name === 'AccessDeniedException') return `These credentials may not do that: ${error.message}`;
  return credentialMessages[error.name] ?? error;
}
