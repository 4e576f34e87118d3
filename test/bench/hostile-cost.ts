import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { OverBudget } from '../../functions/media/over-budget.ts';
import type { Picture } from '../../functions/media/picture.ts';
import { startPictureProcess } from '../../functions/media/picture-process.ts';
import { readUsage } from '../../functions/media/process-usage.ts';
import { UndecodableMedia } from '../../functions/media/undecodable.ts';
import { heavyAfter, isHeavy, USUAL } from '../../functions/uploads/picture-budgets.ts';
import { processTree } from '../fixtures/processes.ts';
import { eventually, type File } from '../fixtures/uploads.ts';

export type HostileCost = {
  readonly outcome: string;
  /** With the start of its processes. */
  readonly cpuSeconds: number;
  /** Of the process that took the most, without what it mapped of files. */
  readonly megabytes: number;
};

const SAMPLE_MS = 5;
/** What is deployed: starting the source takes three times as long. */
const PROGRAM = '.build/functions/process-media/picture-program.cjs';

/** What a file costs, worked on as the workers do: as a usual picture first, then as a heavy one. */
export async function costOf(file: File): Promise<HostileCost> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-hostile-'));
  const task = { path: path.join(folder, 'original'), declaredType: file.type };
  writeFileSync(task.path, file.bytes);
  const before = childrenCpuMs();
  let most = 0;
  const sampler = setInterval(() => {
    for (const pid of processTree(process.pid).slice(1))
      most = Math.max(most, readUsage(pid)?.memoryBytes ?? 0);
  }, SAMPLE_MS);
  const media = { mimeType: file.type, fileSizeBytes: file.bytes.length };
  let [outcome, takenMs] = ['', 0];
  for (const isLast of isHeavy(media) ? [true] : [false, true]) {
    const { cpuMs, priority, ...more } = isLast ? heavyAfter(takenMs) : USUAL;
    const apart = startPictureProcess(priority, PROGRAM);
    outcome = await apart.make({ ...task, ...more }, cpuMs).then(toldOf, (error: unknown) => {
      if (error instanceof OverBudget) ({ takenMs } = error);
      return told(error);
    });
    apart.end();
    await eventually(() => Promise.resolve(processTree(process.pid).length === 1));
    if (outcome !== TOO_SLOW) break;
  }
  clearInterval(sampler);
  rmSync(folder, { recursive: true });
  return { outcome, cpuSeconds: (childrenCpuMs() - before) / 1000, megabytes: most / 1e6 };
}

const TOO_SLOW = 'too-slow';

const toldOf = ({ damaged, animated, renditions }: Picture): string => {
  if (damaged) return 'damaged';
  return animated ? `made, ${renditions.at(-1)?.width} px` : 'made';
};

function told(error: unknown): string {
  if (error instanceof OverBudget) return TOO_SLOW;
  return error instanceof UndecodableMedia ? error.code : String(error);
}

/** CPU time of this process's children that have ended. Source: proc_pid_stat(5), fields cutime and cstime. */
function childrenCpuMs(): number {
  const stat = readFileSync('/proc/self/stat', 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}
