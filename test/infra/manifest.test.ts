import { describe, expect, it } from 'vitest';
import { functions } from '../../functions/manifest/functions.ts';
import { nouns } from '../../functions/manifest/nouns.ts';
import { queues } from '../../functions/manifest/queues.ts';
import { answersRequests, gatewayKeysOf } from '../../functions/manifest/call-row.ts';
import type { FunctionRow } from '../../functions/manifest/function-row.ts';
import { settingsOf } from '../../functions/manifest/settings-of.ts';
import { stages } from '../../infra/stages/stages.ts';
import { logOf } from './granted-rights.ts';
import { ACCOUNT, att, find, type Found, one, properties, ref, statements } from './read-template.ts';
import { callableAs, liveOf } from './release-rules.ts';
import { type Json, stackNames, synthesizedAsIs } from './synthesized-templates.ts';

const synthesized = synthesizedAsIs(stages.prod);
type Fields = { [key: string]: Json };

/**
 * The stand-in code names its function, so that a mix-up is noticed; an image is known by its description.
 */
function lambdaOf({ id, entry, imageFolder }: FunctionRow): Found {
  const found = find(synthesized, 'AWS::Lambda::Function').filter(({ Properties }) =>
    imageFolder === undefined
      ? (Properties['Code'] as Fields)['ZipFile'] === `exports.handler = () => '${id}';`
      : Properties['Description'] === entry,
  );
  expect(found).toHaveLength(1);
  return found[0] as Found;
}

const isKind = (kind: FunctionRow['trigger']['kind']) => (row: FunctionRow) => row.trigger.kind === kind;

/** What is made of each row, by id, so that one comparison names every row that is wrong. */
const byId = <T>(rows: readonly FunctionRow[], of: (row: FunctionRow) => T): Record<string, T> =>
  Object.fromEntries(rows.map((row) => [row.id, of(row)]));

const lambdas = new Map(functions.map((row) => [row, properties(synthesized, lambdaOf(row))]));
const lambda = (row: FunctionRow): Fields => lambdas.get(row) ?? {};
/** What a function has in its environment. */
const variables = (row: FunctionRow): Fields =>
  (lambda(row)['Environment'] as { Variables: Fields } | undefined)?.Variables ?? {};

const log = (row: FunctionRow) => logOf(row, 'prod', synthesized);

/** The names of the settings that a function gets. */
const told = (row: FunctionRow) => Object.keys(variables(row)).filter((name) => name !== 'MALLOC_ARENA_MAX');

/** The names of those that it needs, without the model, which only some stages have. */
const due = (row: FunctionRow) => settingsOf(row).filter((name) => name !== 'HIGHLIGHTS_MODEL');

describe('every function', () => {
  it('has the memory, time, runtime and disk of its row', () => {
    expect(byId(functions, lambda)).toMatchObject(
      byId(functions, (row) => ({
        Description: row.entry,
        MemorySize: row.memoryMb,
        Timeout: row.timeoutSeconds,
        Architectures: ['arm64'],
        ...(row.imageFolder === undefined
          ? { Runtime: 'nodejs24.x', Handler: 'index.handler' }
          : { PackageType: 'Image' }),
        ...(row.diskMb !== undefined && { EphemeralStorage: { Size: row.diskMb } }),
      })),
    );
  });

  it('has a role of its own', () => {
    const made = new Set(find(synthesized, 'AWS::IAM::Role').map((role) => att(role, 'Arn')));
    const used = functions.map((row) => lambda(row)['Role'] as string);
    expect(used.filter((role) => !made.has(role))).toEqual([]);
    const all = find(synthesized, 'AWS::Lambda::Function').map(
      (found) => properties(synthesized, found)['Role'],
    );
    expect(new Set(all).size).toBe(all.length);
  });

  it('has the log of its kind, kept for as long as the stage keeps logs', () => {
    expect(
      byId(functions, (row) => [lambda(row)['LoggingConfig'], log(row).Properties['RetentionInDays']]),
    ).toEqual(byId(functions, (row) => [{ LogFormat: 'JSON', LogGroup: ref(log(row)) }, 90]));
  });

  it('gets its settings, and nothing else', () => {
    expect(byId(functions, (row) => told(row).toSorted())).toEqual(byId(functions, due));
    const empty = byId(functions, (row) => told(row).filter((name) => !variables(row)[name]));
    expect(empty).toEqual(byId(functions, () => []));
  });

  it('lets native code keep less memory', () => {
    expect(byId(functions, (row) => variables(row)['MALLOC_ARENA_MAX'])).toEqual(
      byId(functions, (row) => (row.nativePackages?.length ? '2' : undefined)),
    );
  });
});

const routed = functions.filter(answersRequests).flatMap((row) => {
  const keys = gatewayKeysOf(row).map(({ method, path }) => `${method} ${path}`);
  return (keys.length > 0 ? keys : ['$default']).map((key) => ({ row, key }));
});

/** What the gateway may call in this role. */
function mayCall(role: Found): string[] {
  const policies = properties(synthesized, role)['Policies'] as { PolicyDocument: Json }[];
  const held = policies.flatMap(({ PolicyDocument }) => statements(PolicyDocument));
  expect(held.map(({ Action }) => Action)).toEqual([['lambda:InvokeFunction']]);
  return held.flatMap(({ Resource }) => Resource);
}
const gatewayRoles = find(synthesized, 'AWS::IAM::Role').filter(({ id }) => id.startsWith('gatewayrole'));

/** The role with which the gateway calls a function: it is in the function's own stack. */
const gatewayRoleOf = (row: FunctionRow): Found =>
  gatewayRoles.find(({ stack }) => stack === lambdaOf(row).stack) as Found;
const liveArn = (row: FunctionRow): string =>
  `arn:aws:lambda:us-east-1:${ACCOUNT}:function:gatherlens-prod-${row.id}:live`;

describe('every route', () => {
  it('reaches its function', () => {
    const api = ref(one(synthesized, 'AWS::ApiGatewayV2::Api'));
    const integrations = new Map(
      find(synthesized, 'AWS::ApiGatewayV2::Integration').map((found) => [
        `integrations/${ref(found)}`,
        properties(synthesized, found),
      ]),
    );
    const routes = find(synthesized, 'AWS::ApiGatewayV2::Route').map((found) => {
      const { RouteKey, ApiId, Target } = properties(synthesized, found);
      return [RouteKey as string, { ApiId, ...integrations.get(Target as string) }] as const;
    });
    expect(routes.map(([key]) => key).toSorted()).toEqual(routed.map(({ key }) => key).toSorted());
    expect(Object.fromEntries(routes)).toMatchObject(
      Object.fromEntries(
        routed.map(({ row, key }) => [
          key,
          {
            ApiId: api,
            IntegrationType: 'AWS_PROXY',
            IntegrationUri: liveArn(row),
            PayloadFormatVersion: '2.0',
            CredentialsArn: att(gatewayRoleOf(row), 'Arn'),
            // The gateway's limit is 30 seconds.
            TimeoutInMillis: Math.min(row.timeoutSeconds * 1000, 30_000),
          },
        ]),
      ),
    );
  });

  it('names the alias that its function has', () => {
    for (const { row } of routed)
      expect(callableAs(synthesized, liveOf(synthesized, lambdaOf(row)))).toContain(liveArn(row));
  });

  it('is allowed to call its function, and no other service is', () => {
    const live = new Set(routed.map(({ row }) => ref(liveOf(synthesized, lambdaOf(row)))));
    expect(new Set(gatewayRoles.flatMap(mayCall))).toEqual(live);
    for (const { row } of routed)
      expect(mayCall(gatewayRoleOf(row))).toContain(ref(liveOf(synthesized, lambdaOf(row))));
    const permissions = find(synthesized, 'AWS::Lambda::Permission')
      .map((found) => properties(synthesized, found))
      .filter(({ FunctionName }) => live.has(FunctionName as string));
    expect(permissions).toEqual([]);
  });
});

describe('the stage', () => {
  const answering = functions.filter(answersRequests);

  it('has no function, route or mapping without a row', () => {
    const polled = functions.filter((row) => isKind('queue')(row) || isKind('stream')(row)).length;
    expect(find(synthesized, 'AWS::ApiGatewayV2::Route')).toHaveLength(routed.length);
    expect(find(synthesized, 'AWS::ApiGatewayV2::Integration')).toHaveLength(answering.length);
    expect(gatewayRoles.flatMap(mayCall)).toHaveLength(answering.length);
    expect(find(synthesized, 'AWS::Lambda::EventSourceMapping')).toHaveLength(polled);
    expect(find(synthesized, 'AWS::Events::Rule')).toHaveLength(functions.filter(isKind('schedule')).length);
    expect(find(synthesized, 'AWS::SQS::Queue')).toHaveLength(2 * queues.length);
  });

  it('has each call in the stack of its noun, all jobs in one, and each authorizer with what asks it', () => {
    const held = stackNames.map((name) => [name, find(synthesized, 'AWS::Lambda::Function', name).length]);
    expect(Object.fromEntries(held.filter(([name, count]) => count !== 0 && name !== 'web'))).toEqual({
      ...Object.fromEntries(
        nouns.map((noun) => [`calls-${noun}`, answering.filter((row) => row.noun === noun).length]),
      ),
      api: 1,
      'live-updates': 1,
      media: functions.length - answering.length - 1,
    });
  });

  it('has at most one worker for each queue', () => {
    const worked = functions.flatMap(({ trigger }) => (trigger.kind === 'queue' ? [trigger.queue] : []));
    expect(new Set(worked).size).toBe(worked.length);
  });
});

function mappingOf(row: FunctionRow): Record<string, Json> {
  const live = ref(liveOf(synthesized, lambdaOf(row)));
  const found = find(synthesized, 'AWS::Lambda::EventSourceMapping')
    .map((mapping) => properties(synthesized, mapping))
    .filter(({ FunctionName }) => FunctionName === live);
  expect(found).toHaveLength(1);
  return found[0] ?? {};
}

/** Queue `media` is `media` and eight digits: `mediadlq…` is another. */
function queueArn(target: string): string {
  const id = new RegExp(`^${target.replace('-', '')}[0-9A-F]{8}$`);
  const [queue] = find(synthesized, 'AWS::SQS::Queue').filter((found) => id.test(found.id));
  return att(queue as Found, 'Arn');
}

function expectedMapping(row: FunctionRow): Fields {
  const { trigger } = row;
  if (trigger.kind === 'stream')
    return {
      EventSourceArn: att(one(synthesized, 'AWS::DynamoDB::Table'), 'StreamArn'),
      // From the beginning, and failed records are kept.
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: trigger.batchSize,
      MaximumRetryAttempts: trigger.maxRetryAttempts,
      BisectBatchOnFunctionError: true,
      DestinationConfig: { OnFailure: { Destination: queueArn(trigger.onFailure) } },
    };
  if (trigger.kind !== 'queue') throw new Error(`${row.id} is not polled for.`);
  const { queue, batchSize, batchingSeconds, maxConcurrency } = trigger;
  return {
    FunctionName: ref(liveOf(synthesized, lambdaOf(row))),
    EventSourceArn: queueArn(queue),
    BatchSize: batchSize,
    ...(batchingSeconds && { MaximumBatchingWindowInSeconds: batchingSeconds }),
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    ...(maxConcurrency && { ScalingConfig: { MaximumConcurrency: maxConcurrency } }),
    Tags: expect.any(Array),
  };
}

describe('every worker', () => {
  it('may go on by a message to its own queue as often as it has to, and no other function may call itself', () => {
    const continuing = functions.filter(
      ({ trigger, grants }) => trigger.kind === 'queue' && grants.send?.includes(trigger.queue),
    );
    expect(continuing.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['delete-event-contents', 'check-arrivals', 'build-archive']),
    );
    const allowed = functions.filter(
      (row) => properties(synthesized, lambdaOf(row))['RecursiveLoop'] === 'Allow',
    );
    expect(allowed).toEqual(continuing);
  });

  it('is fed from its queue', () => {
    const rows = functions.filter(isKind('queue'));
    // Lambda refuses a batch of more than ten without a window.
    const large = rows.filter(({ trigger }) => trigger.kind === 'queue' && trigger.batchSize > 10);
    expect(large.map(({ trigger }) => 'batchingSeconds' in trigger)).toEqual(large.map(() => true));
    expect(byId(rows, mappingOf)).toEqual(byId(rows, expectedMapping));
  });

  it('that follows the table starts at the beginning, and keeps failed records', () => {
    const rows = functions.filter(isKind('stream'));
    expect(byId(rows, mappingOf)).toMatchObject(byId(rows, expectedMapping));
  });

  it('with a schedule is called at its rate, and only by its schedule', () => {
    const rows = functions.filter(isKind('schedule'));
    expect(byId(rows, scheduleOf)).toEqual(byId(rows, expectedSchedule));
  });
});

/** In the largest unit that holds it, as CDK writes it. */
function rateOf(minutes: number): string {
  const days = minutes / (24 * 60);
  if (Number.isInteger(days)) return `rate(${days} ${days === 1 ? 'day' : 'days'})`;
  return `rate(${minutes} ${minutes === 1 ? 'minute' : 'minutes'})`;
}

const ruleFor = (live: string): Found[] =>
  find(synthesized, 'AWS::Events::Rule').filter((found) =>
    (properties(synthesized, found)['Targets'] as Fields[]).some(({ Arn }) => Arn === live),
  );

function scheduleOf(row: FunctionRow) {
  const live = ref(liveOf(synthesized, lambdaOf(row)));
  const permissions = find(synthesized, 'AWS::Lambda::Permission')
    .map((found) => properties(synthesized, found))
    .filter(({ FunctionName }) => FunctionName === live);
  return { rates: ruleFor(live).map(({ Properties }) => Properties['ScheduleExpression']), permissions };
}

function expectedSchedule(row: FunctionRow): ReturnType<typeof scheduleOf> {
  if (row.trigger.kind !== 'schedule') throw new Error(`${row.id} has no schedule.`);
  const live = ref(liveOf(synthesized, lambdaOf(row)));
  const SourceArn = att(ruleFor(live)[0] as Found, 'Arn');
  const Principal = 'events.amazonaws.com';
  return {
    rates: [rateOf(row.trigger.rateMinutes)],
    permissions: [{ Action: 'lambda:InvokeFunction', FunctionName: live, Principal, SourceArn }],
  };
}
