import type { Picture } from './picture.ts';
import { type PictureProcess, startPictureProcess } from './picture-process.ts';
import type { ApartTask } from './picture-program.ts';
import type { ReducedTask } from './reduced-jpeg.ts';

/** How much CPU time a picture may take, and at which priority, as `nice` has it. */
export type PictureBudget = {
  readonly cpuMs: number;
  /** What is expected to take more than this is not begun. */
  readonly mostExpectedMs?: number;
  readonly priority: number;
};

const MOST_IDLE = 4;
const idle = new Map<number, PictureProcess[]>();

/**
 * Makes a picture's renditions and facts in a process of its own, which is kept for the next picture unless it was killed.
 * @throws UndecodableMedia as `makePicture`, and for a file that takes too much memory or ends the process
 * @throws OverBudget for a file that takes more CPU time, or is expected to
 * @throws MachineFault if that says nothing of the file
 */
export function makePictureApart(
  task: ApartTask,
  { cpuMs, mostExpectedMs, priority }: PictureBudget,
): Promise<Picture> {
  return inProcess(priority, (chosen) => chosen.make({ ...task, mostExpectedMs }, cpuMs));
}

/** The same for a picture that is reduced. @throws as `makePictureApart` */
export function reducePictureApart(
  task: ReducedTask,
  { cpuMs, mostExpectedMs, priority }: PictureBudget,
): Promise<Buffer> {
  return inProcess(priority, (chosen) => chosen.reduce({ ...task, mostExpectedMs }, cpuMs));
}

async function inProcess<T>(priority: number, use: (chosen: PictureProcess) => Promise<T>): Promise<T> {
  const spare = idle.get(priority) ?? [];
  idle.set(priority, spare);
  let taken = spare.pop();
  while (taken && !taken.isFit) taken = spare.pop();
  const chosen = taken ?? startPictureProcess(priority);
  try {
    return await use(chosen);
  } finally {
    if (chosen.isFit && spare.length < MOST_IDLE) spare.push(chosen);
    else chosen.end();
  }
}
