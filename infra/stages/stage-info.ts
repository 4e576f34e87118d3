import path from 'node:path';
import { secretsPath, type Stage } from './stages.ts';

/** The parameter that says where a deployed stage's table, bucket and queues are; it holds no secret. */
export const stageInfoParameter = (stage: Stage): string => `${secretsPath(stage)}/operator-note`;

/** The same for the local system, with its key. */
export const localStageInfoFile = (dataDir: string): string => path.join(dataDir, 'operator-note.json');
