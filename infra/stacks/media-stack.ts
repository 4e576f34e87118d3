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
};

/** Every background function with what starts it: a queue, the table's stream or a schedule. */
export class MediaStack extends Stack {
  constructor(scope: Construct, id: string, props: MediaStackProps) {
    super(scope, id, props);
    const { functions, parts, data } = props;
    const { stage } = parts;
    // What a restore writes has happened already: nobody is to be told of it, and nothing to be counted again.
    const isFilled = stage.isRestoreTarget === true;
    const liveFunctions: LiveFunction[] = [];
    const logOf = addJobLogs(this, stage);
    for (const row of functions) {
      if (answersRequests(row)) continue;
      const extra = isFilled ? [] : triggerStatements(row.trigger, data);
      const lambda = addFunction(this, row, {
        ...parts,
        ...namedWhereWatched(row, stage),
        log: logOf(row),
        extra,
      });
      const live = addLiveAlias(lambda);
      liveFunctions.push({ id: row.id, alias: live, alarmIds: rollbackAlarmIds(row) });
      if (!isFilled) addTrigger(this, row, { live, sources: data });
    }
    addGradualDeployments(this, { stage, liveFunctions });
    addStageInfo(this, { stage, data });
  }
}

/** How late the stream is worked on is a figure of its function, and the alarms' stack comes before this one. */
function namedWhereWatched({ id, trigger }: FunctionRow, stage: Stage): { functionName?: string } {
  return trigger.kind === 'stream' ? { functionName: functionName(stage.name, id) } : {};
}
