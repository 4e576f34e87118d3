import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePictureApart } from '../../../functions/media/make-picture-apart.ts';
import { MachineFault } from '../../../functions/media/machine-fault.ts';
import { OverBudget } from '../../../functions/media/over-budget.ts';
import type { Picture } from '../../../functions/media/picture.ts';
import { answerOf } from '../../../functions/media/picture-answer.ts';
import { type PictureProcess, startPictureProcess } from '../../../functions/media/picture-process.ts';
import { UndecodableMedia } from '../../../functions/media/undecodable.ts';
import { scene } from './made-pictures.ts';

const AMPLE = 30_000;

let folder = '';
let photo = { path: '', declaredType: 'image/jpeg' };
/** One that is not made before anybody sees what it takes, or ends the process. */
let large = photo;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'apart-'));
  photo = { ...photo, path: join(folder, 'photo') };
  large = { ...photo, path: join(folder, 'large') };
  const made = await scene(400, 300).jpeg().toBuffer();
  writeFileSync(photo.path, made);
  writeFileSync(large.path, await sharp(made).resize(2400).jpeg().toBuffer());
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The processes that this one has started and that run. */
const children = (): number[] =>
  readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** A new process, which works on a photo when it is handed over, and its id. */
function started(): { process: PictureProcess; pid: number } {
  const before = new Set(children());
  const apart = startPictureProcess(0);
  const [pid = 0] = children().filter((id) => !before.has(id));
  return { process: apart, pid };
}

describe('a process that makes pictures', () => {
  it('makes one after the other', async () => {
    const { process: apart, pid } = started();
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await apart.make(photo, AMPLE)).toMatchObject({ width: 400, height: 300, damaged: false });
      expect(apart.isFit).toBe(true);
    }
    expect(children()).toContain(pid);
    apart.end();
  });

  it('is killed when a picture takes more CPU time than it may, which may be enough elsewhere', async () => {
    const { process: apart, pid } = started();
    await expect(apart.make(large, 0)).rejects.toThrow(OverBudget);
    expect(apart.isFit).toBe(false);
    expect(children()).not.toContain(pid);
    // Whoever asks next gets another one.
    await expect(makePictureApart(large, { cpuMs: 0, priority: 0 })).rejects.toThrow(OverBudget);
    expect(await makePictureApart(photo, { cpuMs: AMPLE, priority: 0 })).toMatchObject({ width: 400 });
  });

  it('that a picture ends itself says that it can never be shown', async () => {
    const { process: apart, pid } = started();
    await apart.make(photo, AMPLE);
    const made = apart.make(large, AMPLE);
    process.kill(pid, 'SIGSEGV');
    await expect(made).rejects.toThrow(new UndecodableMedia('damaged'));
  });

  it('that somebody else ends says nothing of the picture', async () => {
    const { process: apart, pid } = started();
    await apart.make(photo, AMPLE);
    const made = apart.make(large, AMPLE);
    process.kill(pid, 'SIGKILL');
    await expect(made).rejects.toThrow('The process of pictures ended: SIGKILL.');
    await expect(made).rejects.toThrow(MachineFault);
  });

  it('that never starts says nothing of the picture either', async () => {
    const { process: apart, pid } = started();
    process.kill(pid, 'SIGSEGV');
    const made = apart.make(photo, AMPLE);
    await expect(made).rejects.toThrow('The process of pictures did not start: SIGSEGV.');
    await expect(made).rejects.toThrow(MachineFault);
  });

  it.each([
    ['an animation takes too long to move', 'SIGXCPU', 'its still'],
    ['an animation ends it while it is made to move', 'SIGSEGV', 'its still'],
    ['somebody else ends it', 'SIGKILL', 'MachineFault'],
  ] as const)('if %s (%s) answers %s', async (_why, signal, what) => {
    const still = { animated: true } as Picture;
    const send = (): void => void child.emit('message', { ok: true, made: still, isFinal: false });
    const child = Object.assign(new EventEmitter(), { send, kill: () => true }) as unknown as ChildProcess;
    const end = Promise.resolve({ code: null, signal });
    const answer = await answerOf(child, photo, { end, cpuMs: AMPLE }).catch(({ name }: Error) => name);
    expect(answer === still ? 'its still' : answer).toBe(what);
  });

  it('does not begin what its header promises to take too long', async () => {
    const { process: apart } = started();
    const foreseen = await apart
      .make({ ...photo, mostExpectedMs: 200 }, AMPLE)
      .catch((error: unknown) => error);
    expect(foreseen).toMatchObject({ name: 'OverBudget', takenMs: 0 });
    expect(apart.isFit).toBe(true);
    apart.end();
  });

  it('says which file it cannot find, as a passing failure', async () => {
    const missing = { ...photo, path: join(folder, 'missing') };
    await expect(makePictureApart(missing, { cpuMs: AMPLE, priority: 0 })).rejects.toThrow(/ENOENT/);
  });
});
