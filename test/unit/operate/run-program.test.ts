import { afterEach, describe, expect, it, vi } from 'vitest';
import { operatorMessage, runProgram } from '../../../infra/operate/run-program.ts';
import { Instruction } from '../../../infra/stages/stages.ts';

const named = (name: string, message = 'words of the SDK'): Error =>
  Object.assign(new Error(message), { name });

describe('what an operator is told of an error', () => {
  it('is what to do, where it is said', () => {
    expect(operatorMessage(new Instruction('Name a stage.'))).toBe('Name a stage.');
  });

  it.each([
    ['CredentialsProviderError', /^There are no credentials of an AWS account: aws sts get-caller-identity/],
    ['ExpiredTokenException', /^The credentials of the AWS account have expired/],
    ['AccessDeniedException', /^These credentials may not do that: words of the SDK$/],
  ])('is one sentence about who asks: %s', (name, sentence) => {
    expect(operatorMessage(named(name))).toMatch(sentence);
  });

  it('is the error with its trace, where it is a defect', () => {
    const defect = new TypeError('undefined is not a function');
    expect(operatorMessage(defect)).toBe(defect);
  });
});

describe('a program', () => {
  afterEach(() => {
    process.exitCode = undefined;
    vi.restoreAllMocks();
  });

  it('that fails says why and ends as failed, and otherwise says nothing', async () => {
    const said = vi.spyOn(console, 'error').mockReturnValue();
    await runProgram(async () => {});
    expect(said).not.toHaveBeenCalled();
    expect(process.exitCode).toBeUndefined();
    await runProgram(() => Promise.reject(new Instruction('Name a stage.')));
    expect(said.mock.calls).toEqual([['Name a stage.']]);
    expect(process.exitCode).toBe(1);
  });
});
