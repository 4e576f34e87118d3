import {
  CopyObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { functions } from '../../../functions/manifest/functions.ts';
import { downloadOriginal, hasOriginal } from '../../../functions/storage/originals.ts';
import { inspectUpload, keepOriginal } from '../../../functions/storage/uploads.ts';
import { mediaRecord } from '../../fixtures/records.ts';

const store = mockClient(S3Client);
const item = mediaRecord(1);

function answerWith(status: number): void {
  const error = new S3ServiceException({
    name: status === 404 ? 'NotFound' : 'Forbidden',
    message: 'no',
    $fault: 'client',
    $metadata: { httpStatusCode: status },
  });
  store.on(HeadObjectCommand).rejects(error);
  store.on(GetObjectCommand).rejects(error);
  store.on(CopyObjectCommand).rejects(error);
}

beforeEach(() => {
  store.reset();
  process.env['MEDIA_BUCKET'] = 'bucket';
});

const looks = {
  'an upload that has not arrived': () => inspectUpload('upl_1', 100),
  'an original that was not copied': () => hasOriginal(item),
  'an upload that was removed and never kept': () =>
    keepOriginal(item, { id: 'upl_1', eTag: undefined, versionId: undefined }),
  'an original that is gone': () => downloadOriginal(item, '/nowhere/original'),
};

describe.each(Object.entries(looks))('%s', (_name, look) => {
  it('is missing where S3 says so', async () => {
    answerWith(404);
    expect(await look()).toBeFalsy();
  });

  it('is a failure where S3 refuses to say', async () => {
    answerWith(403);
    await expect(look()).rejects.toThrow('no');
  });
});

it('an upload that another attempt at the same save has kept and removed is kept', async () => {
  answerWith(404);
  store.on(HeadObjectCommand).resolves({});
  expect(await keepOriginal(item, { id: 'upl_1', eTag: '"e"', versionId: 'v' })).toBe(true);
});

/** They only sign addresses of files, or ask for pictures of which none may be missing. */
const tellNothing = ['download-media', 'start-archive', 'get-archive', 'calculate-highlights'];

it('whoever reads files may list them, without which S3 answers 403 for a missing one', () => {
  const blind = functions
    .filter(({ id }) => !tellNothing.includes(id))
    .flatMap(({ id, grants }) =>
      (grants.objects ?? [])
        .filter(
          ({ actions, prefix }) => actions.includes('GetObject') && !grants.listObjects?.includes(prefix),
        )
        .map(({ prefix }) => `${id} ${prefix}`),
    );
  expect(blind).toEqual([]);
});
