import { Readable } from 'node:stream';
import { CloudFrontClient, CreateInvalidationCommand } from '@aws-sdk/client-cloudfront';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { asked, type Run } from './faulty-run.ts';

/** What any object is that a run has no bytes for. */
const JPEG = Uint8Array.of(0xff, 0xd8, 0xff);
const bytesOf = (own: Run, key: string): Uint8Array => own.files.get(key) ?? JPEG;

function bodyOf(bytes: Uint8Array) {
  return Object.assign(Readable.from([bytes]), { transformToByteArray: async () => bytes });
}

type AtKey = { Key: string };

/** Mocks the store of files, and the edge that keeps copies of them. */
export function mockFiles(): void {
  const s3 = mockClient(S3Client);
  s3.on(HeadObjectCommand).callsFake(
    asked('HeadObject', ({ Key }: AtKey, own) => ({ ContentLength: bytesOf(own, Key).length, ETag: '"e"' })),
  );
  s3.on(GetObjectCommand).callsFake(
    asked('GetObject', ({ Key }: AtKey, own) => ({ Body: bodyOf(bytesOf(own, Key)) })),
  );
  s3.on(PutObjectCommand).callsFake(
    asked('PutObject', ({ Key }: AtKey, own) => {
      own.files.set(Key, JPEG);
      return {};
    }),
  );
  s3.on(CopyObjectCommand).callsFake(
    asked('CopyObject', ({ Key }: AtKey, own) => {
      own.files.set(Key, JPEG);
      return {};
    }),
  );
  s3.on(ListObjectsV2Command).callsFake(
    asked('ListObjects', ({ Prefix }: { Prefix: string }, own) => ({
      Contents: [...own.files.keys()].filter((key) => key.startsWith(Prefix)).map((Key) => ({ Key })),
    })),
  );
  s3.on(DeleteObjectCommand).callsFake(
    asked('DeleteObject', ({ Key }: AtKey, own) => {
      own.files.delete(Key);
      return {};
    }),
  );
  s3.on(DeleteObjectsCommand).callsFake(
    asked('DeleteObjects', ({ Delete }: { Delete: { Objects: AtKey[] } }, own) => {
      for (const { Key } of Delete.Objects) own.files.delete(Key);
      return {};
    }),
  );
  s3.on(CreateMultipartUploadCommand).callsFake(asked('BeginUpload', () => ({ UploadId: 'upload' })));
  s3.on(UploadPartCommand).callsFake(asked('UploadPart', () => ({ ETag: '"e"' })));
  s3.on(ListPartsCommand).callsFake(asked('ListParts', () => ({ Parts: [{ PartNumber: 1, ETag: '"e"' }] })));
  s3.on(CompleteMultipartUploadCommand).callsFake(asked('CompleteUpload', () => ({})));
  s3.on(AbortMultipartUploadCommand).callsFake(asked('AbortUpload', () => ({})));
  mockClient(CloudFrontClient)
    .on(CreateInvalidationCommand)
    .callsFake(asked('Invalidate', () => ({})));
}
