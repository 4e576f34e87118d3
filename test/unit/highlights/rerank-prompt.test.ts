import { BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pickHighlights } from '../../../functions/highlights/pick-highlights.ts';
import { rerankHighlights, type ModelPorts } from '../../../functions/highlights/rerank-highlights.ts';
import { modelPorts } from '../../../functions/highlights/bedrock-model.ts';
import { mediaRecord } from '../../fixtures/records.ts';
import { candidate } from './made-candidates.ts';

const numbers = Array.from({ length: 30 }, (_, number) => number);
const photos = {
  candidates: numbers.map((number) => candidate(number)),
  items: numbers.map((number) =>
    mediaRecord(number, {
      place: 'open',
      facts: {
        width: 3,
        height: 2,
        durationSeconds: null,
        blur: null,
        color: null,
        perceptualHash: null,
        renditions: [{ name: 'tile.webp', width: 3, height: 2 }],
        play: null,
        signals: null,
      },
    }),
  ),
};
const own = pickHighlights(photos.candidates);

const reason = 'A happy moment in warm light.';
const chosen = (first: number) => own.map((_, at) => ({ photo: first + at, score: 90.128 - at, reason }));

/** A model that answers this, and notes which pictures it was shown. */
function modelOf(answer: string | Error): ModelPorts & { shown: string[] } {
  const shown: string[] = [];
  return {
    shown,
    async readPicture({ id }) {
      shown.push(id);
      return new Uint8Array([1]);
    },
    async ask() {
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
}

// The logger reads it when it is made, which imports do.
vi.hoisted(() => {
  process.env['POWERTOOLS_LOG_LEVEL'] = 'SILENT';
});

describe('a model of the stage', () => {
  it('chooses from twenty, with its own scores and reasons', async () => {
    const model = modelOf(`Here you are:\n\`\`\`json\n${JSON.stringify(chosen(9))}\n\`\`\``);
    const { picks } = await rerankHighlights(photos, model);
    expect(model.shown).toHaveLength(20);
    expect(picks.map(({ mediaId }) => mediaId)).toEqual(model.shown.slice(8, 8 + own.length));
    expect(picks[0]).toEqual({ mediaId: model.shown[8], score: 90.13, reason });
  });

  it('is shown what has renditions, and its numbers mean those', async () => {
    const unmade = own[0]?.mediaId;
    const items = photos.items.map((item) =>
      item.id === unmade ? { ...item, state: 'processing' as const } : item,
    );
    const model = modelOf(JSON.stringify(chosen(1)));
    const { picks } = await rerankHighlights({ ...photos, items }, model);
    expect(model.shown).not.toContain(unmade);
    expect(picks.map(({ mediaId }) => mediaId)).toEqual(model.shown.slice(0, own.length));
  });

  it('is not asked where there is none', async () => {
    expect((await rerankHighlights(photos, undefined)).picks).toEqual(own);
  });

  const [first, ...rest] = chosen(1);
  it.each([
    ['fails', new Error('throttled')],
    ['takes too long', new DOMException('late', 'TimeoutError')],
    ['says nothing', ''],
    ['says no list', 'I cannot do that.'],
    ['breaks off', JSON.stringify(chosen(1)).slice(0, -20)],
    ['chooses too few', JSON.stringify(rest)],
    ['names a photo that is not there', JSON.stringify([{ ...first, photo: 99 }, ...rest])],
    ['names a photo twice', JSON.stringify([{ ...first, photo: 2 }, ...rest])],
    ['scores beyond 100', JSON.stringify([{ ...first, score: 101 }, ...rest])],
    ['gives no sentence', JSON.stringify([{ ...first, reason: '<b>Nice photo</b>' }, ...rest])],
  ])('leaves the choice as it is where it %s', async (_, answer) => {
    expect((await rerankHighlights(photos, modelOf(answer))).picks).toEqual(own);
  });

  it('leaves the choice as it is where a picture cannot be read', async () => {
    const model = {
      ...modelOf(JSON.stringify(chosen(1))),
      readPicture: () => Promise.reject(new Error('gone')),
    };
    expect((await rerankHighlights(photos, model)).picks).toEqual(own);
  });
});

describe('Amazon Bedrock', () => {
  const bedrock = mockClient(BedrockRuntimeClient);
  const store = mockClient(S3Client);

  beforeEach(() => {
    bedrock.reset();
    store.reset();
    Object.assign(process.env, {
      HIGHLIGHTS_MODEL: 'some.model',
      MEDIA_BUCKET: 'bucket',
      AWS_REGION: 'us-east-1',
    });
  });
  afterEach(() => {
    delete process.env['HIGHLIGHTS_MODEL'];
  });

  it('is there only where the stage names a model', () => {
    expect(modelPorts()).toBeDefined();
    delete process.env['HIGHLIGHTS_MODEL'];
    expect(modelPorts()).toBeUndefined();
  });

  it('is shown the open tiles, and is given a time limit', async () => {
    const bytes = new Uint8Array([7]);
    store.on(GetObjectCommand).resolves({ Body: { transformToByteArray: async () => bytes } as never });
    const content = [{ text: JSON.stringify(chosen(1)) }];
    bedrock.on(ConverseCommand).resolves({ output: { message: { role: 'assistant', content } } });
    const { picks } = await rerankHighlights(photos, modelPorts());
    expect(picks[0]?.reason).toBe(reason);
    const keysRead = store.commandCalls(GetObjectCommand).map(({ args }) => args[0].input.Key);
    for (const key of keysRead) expect(key).toMatch(/^media\/open\/evt_\w+\/med_\w+\/0\/tile\.webp$/);
    const [call] = bedrock.commandCalls(ConverseCommand);
    expect(call?.args[0].input).toMatchObject({ modelId: 'some.model' });
    expect(call?.args[0].input.messages?.[0]?.content).toHaveLength(21);
    const options: unknown = call?.args.at(1);
    expect(options).toMatchObject({ abortSignal: expect.any(AbortSignal) });
  });

  it('that fails, throttles or answers nonsense leaves the choice as it is', async () => {
    store
      .on(GetObjectCommand)
      .resolves({ Body: { transformToByteArray: async () => new Uint8Array([7]) } as never });
    for (const answer of [new Error('ThrottlingException'), new Error('AccessDeniedException')]) {
      bedrock.on(ConverseCommand).rejects(answer);
      expect((await rerankHighlights(photos, modelPorts())).picks).toEqual(own);
    }
    for (const output of [
      undefined,
      { message: undefined },
      { message: { role: 'assistant', content: [] } },
    ]) {
      bedrock.on(ConverseCommand).resolves({ output } as never);
      expect((await rerankHighlights(photos, modelPorts())).picks).toEqual(own);
    }
  });

  it('that never answers is not waited for', async () => {
    store
      .on(GetObjectCommand)
      .resolves({ Body: { transformToByteArray: async () => new Uint8Array([7]) } as never });
    // As the client does it: it waits for an answer that does not come, until the signal says that it is over.
    const signals: AbortSignal[] = [];
    bedrock.send.callsFake((...[, { abortSignal }]: any[]) => {
      signals.push(abortSignal);
      return new Promise((_, reject) =>
        abortSignal.addEventListener('abort', () => reject(abortSignal.reason as Error)),
      );
    });
    expect((await rerankHighlights(photos, modelPorts({ readMs: 1000, askMs: 20 }))).picks).toEqual(own);
    expect(signals).toHaveLength(1);
    expect(signals[0]?.reason).toMatchObject({ name: 'TimeoutError' });
  });

  it('whose pictures do not come is not asked', async () => {
    store.send.callsFake(
      (...[, { abortSignal }]: any[]) =>
        new Promise((_, reject) =>
          abortSignal.addEventListener('abort', () => reject(abortSignal.reason as Error)),
        ),
    );
    expect((await rerankHighlights(photos, modelPorts({ readMs: 20, askMs: 1000 }))).picks).toEqual(own);
    expect(bedrock.commandCalls(ConverseCommand)).toHaveLength(0);
  });
});
