import { describe, expect, it } from 'vitest';
import {
  dataLocationOf,
  readRestoreArguments,
  requireRestoreTarget,
} from '../../../infra/operate/restore.ts';
import { stages } from '../../../infra/stages/stages.ts';

const now = new Date('2026-11-22T00:00:00Z');
const given = { from: 'prod', to: 'staging', at: '2026-11-20T18:30:00Z' };
const running = {
  environment: { AWS_REGION: 'us-east-1', TABLE_NAME: 'table', MEDIA_BUCKET: 'bucket' },
  queues: {},
  mediaKeys: [],
  isRestoreTarget: true,
};

describe('what a restore is asked for', () => {
  it('is two stages and a time', () => {
    expect(readRestoreArguments(given, now)).toEqual({
      from: stages.prod,
      to: stages.staging,
      at: new Date('2026-11-20T18:30:00Z'),
    });
    expect(readRestoreArguments({ ...given, at: '2026-11-20T19:30+01:00' }, now).at).toEqual(
      new Date('2026-11-20T18:30:00Z'),
    );
  });

  it.each<[object, RegExp]>([
    [{ from: 'prdo' }, /"prdo" is no stage/],
    [{ to: undefined }, /No stage is named/],
    [{ to: 'prod' }, /^prod cannot be restored into itself/],
    [{ at: undefined }, /^--at must be a time with its zone, like .+, and is ""\.$/],
    [{ at: 'yesterday' }, /and is "yesterday"/],
    [{ at: '2026-11-20T18:30:00' }, /a time with its zone/],
    [{ at: '2026-13-40T18:30:00Z' }, /a time with its zone/],
    [{ at: '2026-11-22T00:00:01Z' }, /^--at lies in the future/],
  ])('is refused in a sentence: %j', (change, sentence) => {
    expect(() => readRestoreArguments({ ...given, ...change }, now)).toThrow(sentence);
  });
});

describe('where a restore goes', () => {
  it('is a stage whose workers sleep', () => {
    expect(() => requireRestoreTarget(stages.staging, running)).not.toThrow();
    expect(() => requireRestoreTarget(stages.staging, { ...running, isRestoreTarget: false })).toThrow(
      /^staging is at work: .+ isRestoreTarget: true .+ docs\/restore\.md/,
    );
  });

  it('is what the stage says of itself', () => {
    const { table, files } = dataLocationOf(stages.staging, running);
    expect([table.tableName, files.bucket]).toEqual(['table', 'bucket']);
    const { MEDIA_BUCKET: _bucket, ...older } = running.environment;
    expect(() => dataLocationOf(stages.prod, { ...running, environment: older })).toThrow(
      'prod does not say where its files are: deploy this release there first.',
    );
  });
});
