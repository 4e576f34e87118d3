import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { FunctionRow } from '../../functions/manifest/function-row.ts';
import { answersRequests } from '../../functions/manifest/call-row.ts';
import { type LiveFunction, addGradualDeployments } from '../constructs/gradual-deployment.ts';
import { addTrigger, triggerStatements } from '../constructs/function-triggers.ts';
import { addJobLogs } from '../constructs/job-logs.ts';
import { addLiveAlias } from '../constructs/live-alias.ts';
import { addStageInfo } from '../constructs/stage-info-parameter.ts';
import { addFunction, type FunctionContext } from '../constructs/manifest-function.ts';
import { functionName } from '../stages/resource-names.ts';
import type { Stage } from '../stages/stages.ts';
import { rollbackAlarmIds } from '../watch/rollback-alarms.ts';
import type { DataStack } from './data-stack.ts';

export type MediaStackProps = StackProps & {
  readonly functions: readonly FunctionRow[];
  readonly parts: FunctionContext;
  readonly data: DataStack;
  /** Fingerprints of the media keys. */
  readonly mediaKeys: readonly string[];
};

/** All jobs, each with its trigger: a queue, the table's stream or a schedule. AppSync's authorizer is in its own stack. */
export class MediaStack extends Stack {
  constructor(scope: Construct, id: string, props: MediaStackProps) {
    super(scope, id, props);
    const { functions, parts, data } = props;
    const { stage } = parts;
    // A restore writes what happened long ago: nobody must be notified of it, and nothing counted again.
    const isRestoreTarget = stage.isRestoreTarget === true;
    const liveFunctions: LiveFunction[] = [];
    const logOf = addJobLogs(this, stage);
    for (const row of functions) {
      if (answersRequests(row) || row.trigger.kind === 'authorizer') continue;
      const extra = isRestoreTarget ? [] : triggerStatements(row.trigger, data);
      const lambda = addFunction(this, row, {
        ...parts,
        ...namedWhereWatched(row, stage),
        log: logOf(row),
        extra,
      });
      const live = addLiveAlias(lambda);
      liveFunctions.push({ id: row.id, alias: live, alarmIds: rollbackAlarmIds(row) });
      if (!isRestoreTarget) addTrigger(this, row, { live, sources: data });
    }
    addGradualDeployments(this, { stage, liveFunctions });
    addStageInfo(this, { stage, data, mediaKeys: props.mediaKeys });
  }
}

/** The stream's lag is a metric of its function, and the alarms' stack, deployed first, needs its name. */
function namedWhereWatched({ id, trigger }: FunctionRow, stage: Stage): { functionName?: string } {
  return trigger.kind === 'stream' ? { functionName: functionName(stage.name, id) } : {};
}
