import { BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { renditionFolder } from '../storage/object-keys.ts';
import { fileNameOf } from '../domain/rendition-names.ts';
import { s3Client } from '../aws/clients.ts';
import { highlightsModel, mediaBucket } from '../aws/settings.ts';
import { LONG_CALL_SECONDS } from '../manifest/call-row.ts';
import type { ModelPorts } from './rerank-highlights.ts';

/** Reading pictures and asking the model leave the waiting call some time for its own work. */
const READ_MS = 4000;
const OWN_WORK_MS = 10_000;
const LIMITS = { readMs: READ_MS, askMs: LONG_CALL_SECONDS * 1000 - READ_MS - OWN_WORK_MS };

/** Amazon Bedrock if the stage names a model; undefined otherwise. */
export function modelPorts({ readMs, askMs } = LIMITS): ModelPorts | undefined {
  const modelId = highlightsModel();
  if (modelId === undefined) return undefined;
  const client = new BedrockRuntimeClient({ maxAttempts: 1 });
  return {
    async readPicture(media) {
      // Only what every guest of the event may see.
      const Key = renditionFolder(media, 'open') + (fileNameOf(media.facts, 'tile') ?? '');
      const { Body } = await s3Client().send(new GetObjectCommand({ Bucket: mediaBucket(), Key }), {
        abortSignal: AbortSignal.timeout(readMs),
      });
      if (!Body) throw new Error('The picture is empty.');
      return Body.transformToByteArray();
    },

    async ask(question, pictures) {
      const images = pictures.map((bytes) => ({ image: { format: 'webp' as const, source: { bytes } } }));
      const { output } = await client.send(
        new ConverseCommand({
          modelId,
          messages: [{ role: 'user', content: [...images, { text: question }] }],
          inferenceConfig: { maxTokens: 2000, temperature: 0 },
        }),
        { abortSignal: AbortSignal.timeout(askMs) },
      );
      return output?.message?.content?.map(({ text }) => text ?? '').join('') ?? '';
    },
  };
}
