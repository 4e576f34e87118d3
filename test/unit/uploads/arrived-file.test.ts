import { expect, it } from 'vitest';
import type { UploadRecord } from '../../../functions/domain/records.ts';
import { checkArrivedFile } from '../../../functions/uploads/arrived-file.ts';
import { MAX_FILE_BYTES } from '../../../shared/values/file-limits.ts';
import { idOf } from '../../fixtures/records.ts';

const uploadId = idOf('upl', 1);

type Arrival = { arrived: number | undefined; said?: number; isTooLarge?: boolean };

const check = ({ arrived, said = arrived ?? 10, isTooLarge = false }: Arrival) =>
  checkArrivedFile(
    {
      getUpload: async () => ({ id: uploadId, isTooLarge }) as UploadRecord,
      arrivedFile: async () =>
        arrived === undefined
          ? undefined
          : { sizeBytes: arrived, eTag: 'e', versionId: undefined, mimeType: 'image/jpeg' },
      typesAgree: () => true,
    },
    { uploadId, mimeType: 'image/jpeg', fileSizeBytes: said },
  );

it.each([
  ['is one byte too large, whatever was said', { arrived: MAX_FILE_BYTES + 1, said: 10 }, 'file_too_large'],
  ['was to be too large', { arrived: 10, said: MAX_FILE_BYTES + 1 }, 'file_too_large'],
  ['was removed because it was too large', { arrived: undefined, isTooLarge: true }, 'file_too_large'],
  ['has not arrived', { arrived: undefined }, 'file_missing'],
  ['is empty', { arrived: 0 }, 'size_mismatch'],
  ['is shorter than said', { arrived: 9, said: 10 }, 'size_mismatch'],
])('a file that %s is refused for that', async (_, arrival, code) => {
  await expect(check(arrival)).rejects.toMatchObject({ code });
});

it('the largest file that may be sent is kept', async () => {
  await expect(check({ arrived: MAX_FILE_BYTES })).resolves.toMatchObject({ sizeBytes: MAX_FILE_BYTES });
});
