import { Duration, RemovalPolicy, Size } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  type CfnFunction,
  type Code,
  Function as Lambda,
  Handler,
  LoggingFormat,
  RecursiveLoop,
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
  /** The row's bundle, or a stand-in where only the templates matter. */
  readonly codeOf: (row: FunctionRow) => Code;
  readonly granted: GrantResources;
  readonly settings: FunctionSettings;
};

/** What differs between functions besides their rows. */
type FunctionOptions = {
  readonly log: LogGroup;
  /** Only if other stacks call it by name: CloudFormation cannot replace a function with a fixed name. */
  readonly functionName?: string;
  /** Rights of Lambda's poller for the function's trigger. */
  readonly extra?: readonly PolicyStatement[];
};

/** The Lambda of a manifest row, with its own role. */
export function addFunction(
  scope: Construct,
  row: FunctionRow,
  { log, functionName, extra = [], ...parts }: FunctionContext & FunctionOptions,
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
    ...(continuesItself(row) && { recursiveLoop: RecursiveLoop.ALLOW }),
  });
  // The construct's `tracing` property would add a second policy to the role.
  (lambda.node.defaultChild as CfnFunction).tracingConfig = { mode: 'Active' };
  return lambda;
}

/** Work in stretches: each sends a message for the next one. After about 16 in a row Lambda would take that for a loop, and end it. */
const continuesItself = ({ trigger, grants }: FunctionRow): boolean =>
  trigger.kind === 'queue' && grants.send?.includes(trigger.queue) === true;

/**
 * Where rollouts are gradual, earlier versions stay, so that somebody can point the alias back by hand. Only
 * a version of a failed deployment is removed with it, because Lambda would not publish the same code twice.
 */
export function versionOptions({ rollout }: Stage): VersionOptions {
  return {
    removalPolicy: rollout === 'at-once' ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  };
}

/** X-Ray's actions cannot be limited to a resource. */
function traceStatement(): PolicyStatement {
  return new PolicyStatement({
    actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
    resources: ['*'],
  });
}

/** An image brings its own runtime and handler. */
function startOf({ imageFolder }: FunctionRow): { runtime: Runtime; handler: string } {
  return imageFolder === undefined
    ? { runtime: Runtime.NODEJS_24_X, handler: 'index.handler' }
    : { runtime: Runtime.FROM_IMAGE, handler: Handler.FROM_IMAGE };
}

/** A function's role: it may write to the log group and do what the statements allow. */
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
