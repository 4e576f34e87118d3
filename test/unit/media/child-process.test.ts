import { describe, expect, it } from 'vitest';
import { runLimited } from '../../../functions/media/child-process.ts';

const limits = { timeoutMs: 20_000, memoryBytes: 2_000_000_000, outputBytes: 1_000_000 };
const node = (script: string, more: Partial<typeof limits & { input: Buffer }> = {}) =>
  runLimited({ command: process.execPath, args: ['-e', script], ...limits, ...more });

describe('a limited child process', () => {
  it('answers with its output', async () => {
    const result = await node('process.stdin.pipe(process.stdout)', { input: Buffer.from('through') });
    expect(result).toEqual({ ok: true, stdout: Buffer.from('through') });
  });

  it('says what went wrong in its own words', async () => {
    const result = await node('console.error("what a pity"); process.exit(3)');
    expect(result).toMatchObject({ ok: false, reason: 'failed' });
    expect(result.ok ? '' : result.stderr).toContain('what a pity');
  });

  it('is known to be missing', async () => {
    const result = await runLimited({ command: '/nowhere/ffmpeg', args: [], ...limits });
    expect(result).toMatchObject({ ok: false, reason: 'missing' });
    expect(await runLimited({ command: 'no-such-program-here', args: [], ...limits })).toMatchObject({
      reason: 'missing',
    });
  });

  it('is killed at its time limit, even where it ignores signals', async () => {
    const result = await node('process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)', {
      timeoutMs: 300,
    });
    expect(result).toMatchObject({ ok: false, reason: 'timeout' });
  });

  it('that somebody else ends is known from one that fails', async () => {
    expect(await node('process.kill(process.pid, "SIGKILL")')).toMatchObject({ ok: false, reason: 'killed' });
  });

  it('is killed at its output limit', async () => {
    const result = await node('setInterval(() => process.stdout.write("x".repeat(65536)), 1)', {
      outputBytes: 100_000,
    });
    expect(result).toMatchObject({ ok: false, reason: 'output' });
  });

  it('cannot write a file larger than its output limit', async () => {
    const script =
      'const fs=require("fs");const f=fs.openSync("/tmp/"+process.pid,"w");fs.unlinkSync("/tmp/"+process.pid);for(let i=0;i<100;i++)fs.writeSync(f,"x".repeat(65536));';
    expect(await node(script, { outputBytes: 100_000 })).toMatchObject({ ok: false });
    expect(await node(script, { outputBytes: 10_000_000 })).toMatchObject({ ok: true });
  });

  it.runIf(process.platform === 'linux')('cannot take more memory than its limit', async () => {
    // Copies one block of 100 MB, which it has to hold.
    const copy = { command: 'dd', args: ['if=/dev/zero', 'of=/dev/null', 'bs=100M', 'count=1'], ...limits };
    expect(await runLimited({ ...copy, memoryBytes: 50_000_000 })).toMatchObject({
      ok: false,
      reason: 'failed',
    });
    expect(await runLimited({ ...copy, memoryBytes: 200_000_000 })).toMatchObject({ ok: true });
  });

  it('sees no credentials', async () => {
    process.env['AWS_SECRET_ACCESS_KEY'] = 'secret-of-the-parent';
    const result = await node('process.stdout.write(JSON.stringify(process.env))');
    delete process.env['AWS_SECRET_ACCESS_KEY'];
    expect(result.ok && result.stdout.toString()).toContain('PATH');
    expect(result.ok && result.stdout.toString()).not.toContain('secret-of-the-parent');
  });

  it('may end without reading its input', async () => {
    expect(await node('process.exit(0)', { input: Buffer.alloc(5_000_000) })).toMatchObject({ ok: true });
  });
});
