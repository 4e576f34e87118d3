import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { FunctionRow } from '../../functions/manifest-row.ts';
import { answersRequests } from '../../functions/manifest-route.ts';
import { addTrigger, triggerStatements } from '../constructs/job-triggers.ts';
import { addOperatorNote } from '../constructs/operator-note.ts';
import { addFunction, type FunctionParts } from '../constructs/manifest-function.ts';
import type { DataStack } from './data-stack.ts';

export type MediaStackProps = StackProps & {
  readonly functions: readonly FunctionRow[];
  readonly parts: FunctionParts;
  readonly data: DataStack;
};

/** Every background function with what starts it: a queue, the table's stream or a schedule. */
export class MediaStack extends Stack {
  readonly workers: ReadonlyMap<FunctionRow, Lambda>;

  constructor(scope: Construct, id: string, props: MediaStackProps) {
    super(scope, id, props);
    const { functions, parts, data } = props;
    const rows = functions.filter((row) => !answersRequests(row));
    this.workers = new Map(
      rows.map((row) => {
        const extra = triggerStatements(row.trigger, data);
        const lambda = addFunction(this, row, { ...parts, extra });
        addTrigger(this, row, { lambda, sources: data });
        return [row, lambda];
      }),
    );
    addOperatorNote(this, { stage: parts.stage, data });
  }
}
