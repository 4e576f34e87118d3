import { Duration, RemovalPolicy, Size } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  type CfnFunction,
  type Code,
  Function as Lambda,
  Handler,
  LoggingFormat,
  Runtime,
  type VersionOptions,
} from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { FunctionRow } from '../../functions/manifest/function-row.ts';
import type { Stage } from '../stages/stages.ts';
import { environmentOf, type FunctionSettings } from './function-environment.ts';
import { type GrantResources, statementsFor } from './grants.ts';

/** What all functions of a stack share. */
export type FunctionContext = {
  readonly stage: Stage;
  /** The row's bundle, or a stand-in where only templates are looked at. */
  readonly codeOf: (row: FunctionRow) => Code;
  readonly granted: GrantResources;
  readonly settings: FunctionSettings;
};

/** What differs between functions beside their rows. */
type FunctionPlace = {
  readonly log: LogGroup;
  /** Where others know the function by its name: such a one cannot be replaced, only be given another name. */
  readonly functionName?: string;
  /** What the service that polls for it needs: a queue's or a stream's reads. */
  readonly extra?: readonly PolicyStatement[];
};

/** The Lambda of a manifest row, with a role of its own. */
export function addFunction(
  scope: Construct,
  row: FunctionRow,
  { log, functionName, extra = [], ...parts }: FunctionContext & FunctionPlace,
): Lambda {
  const role = addFunctionRole(scope, row.id, {
    log,
    statements: [traceStatement(), ...statementsFor(scope, row.grants, parts.granted), ...extra],
  });
  const lambda = new Lambda(scope, row.id, {
    ...(functionName !== undefined && { functionName }),
    description: row.entry,
    ...startOf(row),
    architecture: Architecture.ARM_64,
    code: parts.codeOf(row),
    memorySize: row.memoryMb,
    ...(row.diskMb !== undefined && { ephemeralStorageSize: Size.mebibytes(row.diskMb) }),
    timeout: Duration.seconds(row.timeoutSeconds),
    environment: environmentOf(row, parts.settings),
    role,
    logGroup: log,
    loggingFormat: LoggingFormat.JSON,
    currentVersionOptions: versionOptions(parts.stage),
  });
  // Not by the construct's own property, which would add a second policy to the role.
  (lambda.node.defaultChild as CfnFunction).tracingConfig = { mode: 'Active' };
  return lambda;
}

/**
 * Where versions take over gradually, earlier ones stay, so that somebody can point at one by hand; only one that a failed
 * deployment made goes with it, because Lambda would not publish the same code a second time.
 */
export function versionOptions({ rollout }: Stage): VersionOptions {
  return {
    removalPolicy: rollout === 'at-once' ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  };
}

/** Traces have no resource that could be named. */
function traceStatement(): PolicyStatement {
  return new PolicyStatement({
    actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
    resources: ['*'],
  });
}

/** An image names its runtime and handler itself. */
function startOf({ imageFolder }: FunctionRow): { runtime: Runtime; handler: string } {
  return imageFolder === undefined
    ? { runtime: Runtime.NODEJS_24_X, handler: 'index.handler' }
    : { runtime: Runtime.FROM_IMAGE, handler: Handler.FROM_IMAGE };
}

/** A function's role: it may write to the log and do what the statements say. */
export function addFunctionRole(
  scope: Construct,
  id: string,
  { log, statements }: { log: LogGroup; statements: readonly PolicyStatement[] },
): Role {
  const writeLog = new PolicyStatement({
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [log.logGroupArn],
  });
  return new Role(scope, `${id}-role`, {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: { grants: new PolicyDocument({ statements: [writeLog, ...statements] }) },
  });
}
