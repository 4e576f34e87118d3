import { QueryClient } from '@tanstack/react-query';
import { afterAll, expect, it, vi } from 'vitest';
import type { UploadEngine } from '../../../web/src/features/uploads/upload-engine.ts';
import { loadUploadEngine, loadedUploadEngine } from '../../../web/src/features/uploads/use-uploads.ts';

const { createUploadEngine } = vi.hoisted(() => ({
  createUploadEngine: vi.fn<(client: QueryClient) => UploadEngine>(),
}));
vi.mock('../../../web/src/features/uploads/upload-engine.ts', () => ({ createUploadEngine }));
afterAll(() => vi.doUnmock('../../../web/src/features/uploads/upload-engine.ts'));

it('a queue that could not be made is made at the next look, and then once', async () => {
  const client = new QueryClient();
  const engine = {} as UploadEngine;
  createUploadEngine.mockReturnValue(engine).mockImplementationOnce(() => {
    throw new Error('The browser is out of something.');
  });
  await expect(loadUploadEngine(client)).rejects.toThrow('out of something');
  expect(loadedUploadEngine(client)).toBeUndefined();
  expect(await loadUploadEngine(client)).toBe(engine);
  expect(await loadUploadEngine(client)).toBe(engine);
  expect(createUploadEngine).toHaveBeenCalledTimes(2);
});
