import { LIVE_ALIAS } from '../../infra/constructs/live-alias.ts';
import { ACCOUNT, att, find, type Found, properties, ref, statements, text } from './read-template.ts';
import type { Json, Synthesized } from './synthesized-templates.ts';

type Rule = (synthesized: Synthesized) => string[];
type Fields = { [key: string]: Json };

/** Aliases that point to a version of their own function. */
export function liveAliases(synthesized: Synthesized): Found[] {
  const versions = new Map(
    find(synthesized, 'AWS::Lambda::Version').map((found) => [
      att(found, 'Version'),
      properties(synthesized, found)['FunctionName'],
    ]),
  );
  return find(synthesized, 'AWS::Lambda::Alias').filter((found) => {
    const { Name, FunctionName, FunctionVersion } = properties(synthesized, found);
    return Name === LIVE_ALIAS && versions.get(text(FunctionVersion)) === FunctionName;
  });
}

/** The alias of a function. @throws Error if it has none */
export function liveOf(synthesized: Synthesized, lambda: Found): Found {
  const found = liveAliases(synthesized).find(
    (alias) => properties(synthesized, alias)['FunctionName'] === ref(lambda),
  );
  if (!found) throw new Error(`${lambda.id} has no alias ${LIVE_ALIAS}.`);
  return found;
}

/** How an alias can be called: by reference and, if its function has a name, by that. */
export function callableAs(synthesized: Synthesized, alias: Found): string[] {
  const { FunctionName } = properties(synthesized, alias);
  const lambda = find(synthesized, 'AWS::Lambda::Function').find((found) => ref(found) === FunctionName);
  const name = lambda?.Properties['FunctionName'];
  const place = `arn:aws:lambda:${synthesized.regions[alias.stack]}:${ACCOUNT}:function`;
  return [ref(alias), ...(name === undefined ? [] : [`${place}:${text(name)}:${LIVE_ALIAS}`])];
}

/** Everything that may call a function, and what it calls. */
function callsOf(synthesized: Synthesized): { from: string; called: string }[] {
  const of = (type: string, read: (held: Record<string, Json>) => Json[]) =>
    find(synthesized, type)
      .filter(({ stack }) => stack !== 'web')
      .flatMap((found) =>
        read(properties(synthesized, found)).map((called) => ({
          from: `${found.stack}.${found.id}`,
          called: text(called),
        })),
      );
  return [
    ...of('AWS::ApiGatewayV2::Integration', (held) => [held['IntegrationUri'] ?? null]),
    ...of('AWS::IAM::Role', (held) =>
      ((held['Policies'] ?? []) as Fields[])
        .flatMap(({ PolicyDocument }) => statements(PolicyDocument))
        .filter(({ Action }) => Action.includes('lambda:InvokeFunction'))
        .flatMap(({ Resource }) => Resource),
    ),
    ...of('AWS::ApiGatewayV2::Authorizer', (held) => [
      text(held['AuthorizerUri']).replace(/^.+\/functions\/(.+)\/invocations$/, '$1'),
    ]),
    ...of('AWS::Lambda::EventSourceMapping', (held) => [held['FunctionName'] ?? null]),
    ...of('AWS::Lambda::Permission', (held) => [held['FunctionName'] ?? null]),
    ...of('AWS::Events::Rule', (held) => (held['Targets'] as Fields[]).map(({ Arn }) => Arn ?? null)),
  ];
}

/** Whatever calls `$LATEST` gets new code at once, and keeps it when a release is rolled back. */
const onlyLiveIsCalled: Rule = (synthesized) => {
  const lives = new Set(liveAliases(synthesized).flatMap((alias) => callableAs(synthesized, alias)));
  return callsOf(synthesized)
    .filter(({ called }) => !lives.has(called))
    .map(({ from, called }) => `${from} calls ${called} past its alias`);
};

const EVENTS = ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_STOP_ON_REQUEST'];

/** Is there before the edge, whose policy names its API, and so before any alarm. Without it pages look for what is new themselves. */
const BEFORE_ALARMS = 'authorizelistener';

/** If a stage shifts calls gradually, every function does, and alarms that exist roll a bad version back. */
const releasesAreTakenBack: Rule = (synthesized) => {
  const groups = find(synthesized, 'AWS::CodeDeploy::DeploymentGroup');
  if (groups.length === 0) return [];
  const alarms = new Set(
    find(synthesized, 'AWS::CloudWatch::Alarm').map(({ Properties }) => Properties['AlarmName']),
  );
  const aliases = liveAliases(synthesized);
  const unshifted = aliases.filter(({ id, stack, UpdatePolicy }) => {
    if (id.startsWith(BEFORE_ALARMS)) return false;
    const shift = UpdatePolicy?.['CodeDeployLambdaAliasUpdate'] as Fields | undefined;
    const group = (shift?.['DeploymentGroupName'] as Fields | undefined)?.['Ref'];
    return !groups.some(({ id, stack: held }) => held === stack && id === group);
  });
  const roles = new Set(groups.map((found) => text(properties(synthesized, found)['ServiceRoleArn'])));
  const movers = new Set([...roles].filter((arn) => mayMove(synthesized, aliases, arn)));
  return [
    ...unshifted.map(({ id }) => `${id} changes all at once`),
    ...groups.flatMap((found) => {
      const { AlarmConfiguration, AutoRollbackConfiguration, ServiceRoleArn } = properties(
        synthesized,
        found,
      );
      const watch = AlarmConfiguration as { Enabled?: boolean; Alarms?: { Name: string }[] } | undefined;
      const back = AutoRollbackConfiguration as { Enabled?: boolean; Events?: string[] } | undefined;
      const names = watch?.Enabled === true ? (watch.Alarms ?? []).map(({ Name }) => Name) : [];
      return [
        ...(names.length > 0 ? [] : [`${found.id} is stopped by no alarm`]),
        ...names
          .filter((name) => !alarms.has(name))
          .map((name) => `${found.id} waits for ${name}, which is none`),
        ...(back?.Enabled === true && EVENTS.every((event) => back.Events?.includes(event))
          ? []
          : [`${found.id} does not go back`]),
        ...(movers.has(text(ServiceRoleArn)) ? [] : [`${found.id} may not move aliases`]),
      ];
    }),
  ];
};

/** Whether a role may move every alias of the stack and look at alarms, and nothing else. */
function mayMove(synthesized: Synthesized, aliases: readonly Found[], roleArn: string): boolean {
  const [role] = find(synthesized, 'AWS::IAM::Role').filter((found) => att(found, 'Arn') === roleArn);
  if (!role) return false;
  const policies = properties(synthesized, role)['Policies'] as Fields[];
  const held = policies.flatMap(({ PolicyDocument }) => statements(PolicyDocument));
  const resourcesOf = (action: string) =>
    held.filter(({ Action }) => Action.includes(action)).flatMap(({ Resource }) => Resource);
  const functions = aliases
    .filter(({ stack }) => stack === role.stack)
    .map((alias) => `${text(properties(synthesized, alias)['FunctionName']).slice(0, -1)}.Arn>*`);
  return (
    ['lambda:UpdateAlias', 'lambda:GetAlias'].every(
      (action) => JSON.stringify(resourcesOf(action).toSorted()) === JSON.stringify(functions.toSorted()),
    ) && resourcesOf('cloudwatch:DescribeAlarms').length === 1
  );
}

/** By name, so that a red test says which rule it is. */
export const releaseRules = { onlyLiveIsCalled, releasesAreTakenBack } as const satisfies Record<
  string,
  Rule
>;
