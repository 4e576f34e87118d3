import path from 'node:path';
import { secretsPath, type Stage } from './stages.ts';

/** The parameter in which a deployed stage says where its table and queues are; no secret is in it. */
export const stageInfoParameter = (stage: Stage): string => `${secretsPath(stage)}/operator-note`;

/** The same of the copy that runs on this machine. */
export const localStageInfoFile = (dataDir: string): string => path.join(dataDir, 'operator-note.json');
