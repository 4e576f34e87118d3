import { ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { listFilesAt } from '../../../infra/restore/list-files-at.ts';

const s3 = mockClient(S3Client);
const place = { client: new S3Client({ region: 'us-east-1' }), bucket: 'media' };
const minute = (count: number): Date => new Date(Date.UTC(2026, 10, 20, 18, count));
const at = minute(30);

beforeEach(() => s3.reset());

const version = (Key: string, VersionId: string, LastModified: Date) => ({
  Key,
  VersionId,
  LastModified,
  Size: 5,
});

async function walked(after?: object): Promise<string[]> {
  const found: string[] = [];
  for await (const { files } of listFilesAt(place, { at, ...(after && { after }) })) {
    found.push(...files.map(({ key, versionId }) => `${key} ${versionId}`));
  }
  return found.toSorted();
}

describe('what a bucket held at a time', () => {
  it('is the newest version that was there, and what came later is not', async () => {
    s3.on(ListObjectVersionsCommand).resolves({
      Versions: [
        version('changed', 'v3', minute(31)),
        version('changed', 'v2', minute(30)),
        version('changed', 'v1', minute(10)),
        version('later', 'v1', minute(40)),
        version('same', 'v1', minute(1)),
      ],
    });
    expect(await walked()).toEqual(['changed v2', 'same v1']);
  });

  it('is what was deleted since, and not what had been deleted before', async () => {
    s3.on(ListObjectVersionsCommand).resolves({
      Versions: [
        version('back', 'v1', minute(1)),
        version('gone', 'v1', minute(1)),
        version('made-anew', 'v2', minute(20)),
        version('made-anew', 'v1', minute(1)),
      ],
      DeleteMarkers: [
        version('back', 'd1', minute(45)),
        version('gone', 'd1', minute(20)),
        version('made-anew', 'd1', minute(10)),
      ],
    });
    expect(await walked()).toEqual(['back v1', 'made-anew v2']);
  });

  it('is the file, where one second saw it made and deleted', async () => {
    s3.on(ListObjectVersionsCommand).resolves({
      Versions: [version('brief', 'v1', minute(20))],
      DeleteMarkers: [version('brief', 'd1', minute(20))],
    });
    expect(await walked()).toEqual(['brief v1']);
  });

  it('goes over pages, also where one key’s versions are on two of them', async () => {
    s3.on(ListObjectVersionsCommand)
      .resolvesOnce({
        Versions: [
          version('a', 'v1', minute(1)),
          version('b', 'v9', minute(50)),
          version('b', 'v8', minute(20)),
        ],
        IsTruncated: true,
        NextKeyMarker: 'b',
        NextVersionIdMarker: 'v8',
      })
      .resolvesOnce({ Versions: [version('b', 'v7', minute(2)), version('c', 'v1', minute(2))] });
    expect(await walked()).toEqual(['a v1', 'b v8', 'c v1']);
    expect(s3.commandCalls(ListObjectVersionsCommand)[1]?.args[0].input).toMatchObject({
      KeyMarker: 'b',
      VersionIdMarker: 'v8',
    });
  });

  it('finds on the next page what this one had too young versions of', async () => {
    s3.on(ListObjectVersionsCommand)
      .resolvesOnce({
        Versions: [version('b', 'v9', minute(50))],
        IsTruncated: true,
        NextKeyMarker: 'b',
        NextVersionIdMarker: 'v9',
      })
      .resolvesOnce({ Versions: [version('b', 'v8', minute(2))] });
    expect(await walked()).toEqual(['b v8']);
  });

  it('goes on from where an earlier walk was broken off', async () => {
    s3.on(ListObjectVersionsCommand).resolves({
      Versions: [version('b', 'v7', minute(2)), version('c', 'v1', minute(2))],
    });
    expect(await walked({ keyMarker: 'b', versionIdMarker: 'v8', decidedKey: 'b' })).toEqual(['c v1']);
  });

  it('has no version where the bucket keeps none', async () => {
    s3.on(ListObjectVersionsCommand).resolves({ Versions: [version('a', 'null', minute(1))] });
    expect(await walked()).toEqual(['a undefined']);
  });
});
