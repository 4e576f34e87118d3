import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { FunctionRow } from '../../functions/manifest/function-row.ts';
import { answersRequests } from '../../functions/manifest/call-row.ts';
import { type LiveFunction, addGradualDeployments } from '../constructs/gradual-deployment.ts';
import { addTrigger, triggerStatements } from '../constructs/function-triggers.ts';
import { addLiveAlias } from '../constructs/live-alias.ts';
import { addStageInfo } from '../constructs/stage-info-parameter.ts';
import { addFunction, type FunctionContext } from '../constructs/manifest-function.ts';
import { rollbackAlarmIds } from '../watch/rollback-alarms.ts';
import type { DataStack } from './data-stack.ts';

export type MediaStackProps = StackProps & {
  readonly functions: readonly FunctionRow[];
  readonly parts: FunctionContext;
  readonly data: DataStack;
};

/** Every background function with what starts it: a queue, the table's stream or a schedule. */
export class MediaStack extends Stack {
  readonly workers: ReadonlyMap<FunctionRow, Lambda>;

  constructor(scope: Construct, id: string, props: MediaStackProps) {
    super(scope, id, props);
    const { functions, parts, data } = props;
    const rows = functions.filter((row) => !answersRequests(row));
    // What a restore writes has happened already: nobody is to be told of it, and nothing to be counted again.
    const isFilled = parts.stage.isRestoreTarget === true;
    const liveFunctions: LiveFunction[] = [];
    this.workers = new Map(
      rows.map((row) => {
        const extra = isFilled ? [] : triggerStatements(row.trigger, data);
        const lambda = addFunction(this, row, { ...parts, extra });
        const live = addLiveAlias(lambda);
        liveFunctions.push({ id: row.id, alias: live, alarmIds: rollbackAlarmIds(row, parts.stage) });
        if (!isFilled) addTrigger(this, row, { live, sources: data });
        return [row, lambda];
      }),
    );
    addGradualDeployments(this, { stage: parts.stage, liveFunctions });
    addStageInfo(this, { stage: parts.stage, data });
  }
}
