import { describe, expect, it } from 'vitest';
import { functions } from '../../functions/manifest/functions.ts';
import { queues } from '../../functions/manifest/queues.ts';
import { answersRequests, gatewayKeysOf } from '../../functions/manifest/call-row.ts';
import type { FunctionRow } from '../../functions/manifest/function-row.ts';
import { settingsOf } from '../../functions/manifest/settings-of.ts';
import { stages } from '../../infra/stages/stages.ts';
import { logOf } from './granted-rights.ts';
import { att, find, type Found, one, properties, ref, statements } from './read-template.ts';
import { liveOf } from './release-rules.ts';
import { type Json, synthesizedAsIs } from './synthesized-templates.ts';

const synthesized = synthesizedAsIs(stages.prod);
type Fields = { [key: string]: Json };

/** The stand-in code says whose it is, so that a mix-up is seen; an image is told by its description. */
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
const named = (rows: readonly FunctionRow[]) => rows.map((row) => [row.id, row] as const);

/** What a function finds in its environment. */
function environmentOf(row: FunctionRow): Fields {
  const environment = properties(synthesized, lambdaOf(row))['Environment'] as
    | { Variables: Fields }
    | undefined;
  return environment?.Variables ?? {};
}

describe.each(named(functions))('%s', (_id, row) => {
  const lambda = properties(synthesized, lambdaOf(row));

  it('has the size of its row', () => {
    expect(lambda).toMatchObject({
      Description: row.entry,
      MemorySize: row.memoryMb,
      Timeout: row.timeoutSeconds,
      Architectures: ['arm64'],
      ...(row.imageFolder === undefined
        ? { Runtime: 'nodejs24.x', Handler: 'index.handler' }
        : { PackageType: 'Image' }),
      ...(row.diskMb !== undefined && { EphemeralStorage: { Size: row.diskMb } }),
    });
  });

  it('has a role of its own, and the log of its kind', () => {
    const role = find(synthesized, 'AWS::IAM::Role').filter((found) => att(found, 'Arn') === lambda['Role']);
    expect(role).toHaveLength(1);
    const users = find(synthesized, 'AWS::Lambda::Function').filter(
      (found) => properties(synthesized, found)['Role'] === lambda['Role'],
    );
    expect(users).toHaveLength(1);
    const log = logOf(row, 'prod', synthesized);
    expect(log.Properties['RetentionInDays']).toBe(90);
    expect(lambda['LoggingConfig']).toEqual({ LogFormat: 'JSON', LogGroup: ref(log) });
  });

  it('is told its settings, and nothing else', () => {
    const { MALLOC_ARENA_MAX: _native, ...told } = environmentOf(row);
    const names = settingsOf(row).filter((name) => name !== 'HIGHLIGHTS_MODEL');
    expect(Object.keys(told).toSorted()).toEqual(names);
    for (const value of Object.values(told)) expect(value).toEqual(expect.stringMatching(/^.+$/));
  });

  it('gives native code less memory to keep', () => {
    expect(environmentOf(row)['MALLOC_ARENA_MAX']).toBe(row.nativePackages?.length ? '2' : undefined);
  });
});

it('addresses of services are the real ones', () => {
  const told = Object.assign({}, ...functions.map(environmentOf)) as Record<string, string>;
  const pool = told['USER_POOL_ID'];
  expect(told).toMatchObject({
    STRIPE_API_URL: 'https://api.stripe.com',
    JWKS_URI: `https://cognito-idp.us-east-1.amazonaws.com/${pool}/.well-known/jwks.json`,
    SECRETS_PATH: '/gatherlens/prod',
    VAPID_SUBJECT: told['SITE_URL'],
  });
  for (const origin of (told['PUSH_ORIGINS'] ?? '').split(' '))
    expect(origin).toMatch(/^https:\/\/[\w.*-]+$/);
});

const routed = functions.filter(answersRequests).flatMap((row) => {
  const keys = gatewayKeysOf(row).map(({ method, path }) => `${method} ${path}`);
  return (keys.length > 0 ? keys : ['$default']).map((key) => [`${row.id}: ${key}`, row, key] as const);
});

const gatewayRole = one(synthesized, 'AWS::IAM::Role', 'gatewayrole');
const gatewayRights = (
  properties(synthesized, gatewayRole)['Policies'] as { PolicyDocument: Json }[]
).flatMap(({ PolicyDocument }) => statements(PolicyDocument));
/** What the gateway may call. */
const mayCall = gatewayRights.flatMap(({ Resource }) => Resource);

describe.each(routed)('the route of %s', (_id, row, key) => {
  const routes = find(synthesized, 'AWS::ApiGatewayV2::Route').filter(
    ({ Properties }) => Properties['RouteKey'] === key,
  );
  const live = liveOf(synthesized, lambdaOf(row));

  it('is there once and reaches its function', () => {
    expect(routes).toHaveLength(1);
    const { Target, ApiId } = properties(synthesized, routes[0] as Found);
    expect(ApiId).toBe(ref(one(synthesized, 'AWS::ApiGatewayV2::Api')));
    const integration = find(synthesized, 'AWS::ApiGatewayV2::Integration').filter(
      (found) => `integrations/${ref(found)}` === Target,
    );
    expect(integration).toHaveLength(1);
    expect(properties(synthesized, integration[0] as Found)).toMatchObject({
      IntegrationType: 'AWS_PROXY',
      IntegrationUri: ref(live),
      PayloadFormatVersion: '2.0',
      CredentialsArn: att(gatewayRole, 'Arn'),
      // The gateway's limit is 30 seconds.
      TimeoutInMillis: Math.min(row.timeoutSeconds * 1000, 30_000),
    });
  });

  it('is allowed to call its function, and no other service is', () => {
    const permissions = find(synthesized, 'AWS::Lambda::Permission')
      .map((found) => properties(synthesized, found))
      .filter(({ FunctionName }) => FunctionName === ref(live));
    expect(permissions).toEqual([]);
    expect(mayCall).toContain(ref(live));
  });
});

describe('the whole', () => {
  it('has no function, route or mapping that no row asks for', () => {
    const http = functions.filter(answersRequests).length;
    const polled = functions.filter((row) => isKind('queue')(row) || isKind('stream')(row)).length;
    expect(find(synthesized, 'AWS::ApiGatewayV2::Route')).toHaveLength(routed.length);
    expect(find(synthesized, 'AWS::ApiGatewayV2::Integration')).toHaveLength(http);
    expect(mayCall).toHaveLength(http);
    expect(gatewayRights.map(({ Action }) => Action)).toEqual([['lambda:InvokeFunction']]);
    // And the gate.
    expect(find(synthesized, 'AWS::Lambda::Function', 'api')).toHaveLength(http + 1);
    expect(find(synthesized, 'AWS::Lambda::Function', 'media')).toHaveLength(functions.length - http);
    expect(find(synthesized, 'AWS::Lambda::EventSourceMapping')).toHaveLength(polled);
    expect(find(synthesized, 'AWS::Events::Rule')).toHaveLength(functions.filter(isKind('schedule')).length);
    expect(find(synthesized, 'AWS::SQS::Queue')).toHaveLength(2 * queues.length);
  });

  it('has each queue worked by at most one function', () => {
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

describe.each(named(functions.filter(isKind('queue'))))('the mapping of %s', (_id, row) => {
  it('feeds it from its queue', () => {
    if (row.trigger.kind !== 'queue') throw new Error('not a worker');
    const { queue, batchSize, maxConcurrency } = row.trigger;
    expect(mappingOf(row)).toEqual({
      FunctionName: ref(liveOf(synthesized, lambdaOf(row))),
      EventSourceArn: queueArn(queue),
      BatchSize: batchSize,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ...(maxConcurrency && { ScalingConfig: { MaximumConcurrency: maxConcurrency } }),
      Tags: expect.any(Array),
    });
  });
});

describe.each(named(functions.filter(isKind('stream'))))('the mapping of %s', (_id, row) => {
  it('follows the table from its beginning and keeps what failed', () => {
    if (row.trigger.kind !== 'stream') throw new Error('follows no stream');
    expect(mappingOf(row)).toMatchObject({
      EventSourceArn: att(one(synthesized, 'AWS::DynamoDB::Table'), 'StreamArn'),
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: row.trigger.batchSize,
      MaximumRetryAttempts: row.trigger.maxRetryAttempts,
      BisectBatchOnFunctionError: true,
      DestinationConfig: { OnFailure: { Destination: queueArn(row.trigger.onFailure) } },
    });
  });
});

/** In the largest unit that holds it, as CDK writes it. */
function rateOf(minutes: number): string {
  const days = minutes / (24 * 60);
  if (Number.isInteger(days)) return `rate(${days} ${days === 1 ? 'day' : 'days'})`;
  return `rate(${minutes} ${minutes === 1 ? 'minute' : 'minutes'})`;
}

describe.each(named(functions.filter(isKind('schedule'))))('the schedule of %s', (_id, row) => {
  it('calls it at its rate, with its input', () => {
    if (row.trigger.kind !== 'schedule') throw new Error('has no schedule');
    const live = ref(liveOf(synthesized, lambdaOf(row)));
    const rule = find(synthesized, 'AWS::Events::Rule').filter((found) =>
      (properties(synthesized, found)['Targets'] as Fields[]).some(({ Arn }) => Arn === live),
    );
    expect(rule).toHaveLength(1);
    expect(rule[0]?.Properties['ScheduleExpression']).toBe(rateOf(row.trigger.rateMinutes));
    const inputs = rule.flatMap(({ Properties }) =>
      (Properties['Targets'] as Fields[]).map(({ Input }) => Input),
    );
    const { input } = row.trigger;
    expect(inputs).toEqual([input && JSON.stringify(input)]);
    const allowed = find(synthesized, 'AWS::Lambda::Permission')
      .map((found) => properties(synthesized, found))
      .filter(({ FunctionName }) => FunctionName === live);
    expect(allowed).toEqual([
      {
        Action: 'lambda:InvokeFunction',
        FunctionName: live,
        Principal: 'events.amazonaws.com',
        SourceArn: att(rule[0] as Found, 'Arn'),
      },
    ]);
  });
});
